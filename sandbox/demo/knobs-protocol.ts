/**
 * What the drawer of the page and the page server say to each other.
 *
 * | request                   | body           | answer |
 * |---------------------------|----------------|--------|
 * | `GET  /sandbox/knobs`     |                | `KnobsView` |
 * | `POST /sandbox/switch`    | `SwitchBody`   | `KnobsView` |
 * | `POST /sandbox/press`     | `PressBody`    | `KnobsView` |
 * | `POST /sandbox/durations` | `DurationsBody`| `KnobsView` |
 * | `POST /sandbox/token-life`| `TokenLifeBody`| `KnobsView` |
 * | `GET  /sandbox/traffic`   |                | `TrafficEntry`, one server-sent event each, the newest past ones first |
 */

/** Faults that last until they are switched off. */
export const SWITCHES = [
  'service-slow',
  'service-down',
  'service-rate-limit',
  'quota-empty',
  'key-refused',
  'discord-500',
  'discord-slow',
] as const;
export type Switch = (typeof SWITCHES)[number];

/** What happens once. */
export const BUTTONS = [
  'fail-next-task',
  'gateway-drop',
  'gateway-lose',
  'expire-tokens',
  'bot-kill',
  'bot-start',
  'bot-restart',
  'clear',
] as const;
export type Button = (typeof BUTTONS)[number];

export const DURATIONS = ['quick', 'usual', 'long'] as const;
export type Durations = (typeof DURATIONS)[number];

export interface SwitchBody {
  name: Switch;
  on: boolean;
}

export interface PressBody {
  name: Button;
}

export interface DurationsBody {
  durations: Durations;
}

export interface TokenLifeBody {
  /** How long an interaction's token works. */
  tokenLifeMs: number;
}

/** How the sandbox stands. */
export interface KnobsView {
  botRunning: boolean;
  on: Switch[];
  durations: Durations;
  tokenLifeMs: number;
  /** Tasks that the image service works on. */
  tasksInFlight: number;
  /** Who may call the image service, with the submissions that are left. */
  accounts: { name: string; quota: number }[];
  /** A key that the image service takes, to try `/key set` with. */
  keyToSet: string;
  /** What each person is in this world, by user id. */
  people: Record<string, string>;
}

/** Which limit a request counted for, as the answer's headers said. */
export interface LimitView {
  limit: number;
  remaining: number;
  resetAfterS: number;
}

/** Something that went between the bot and its surroundings. */
export type TrafficEntry = { id: number; at: number } & (
  | {
      kind: 'rest';
      method: string;
      path: string;
      status: number;
      durationMs: number;
      body: unknown;
      answer: unknown;
      files: { name: string; size: number }[];
      limit: LimitView | null;
    }
  | { kind: 'gateway'; event: string; shard: number; sequence: number; sent: boolean; data: unknown }
  | {
      kind: 'service';
      operation: string;
      account: string;
      status: number | null;
      fault: string | null;
      taskId: string | null;
      body: unknown;
    }
  | { kind: 'note'; text: string }
);
