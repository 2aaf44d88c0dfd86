import { z } from 'zod';
import type { RecordedDispatch, RecordedRequest } from '../discord/records.ts';
import type { Call } from '../image-service/types.ts';

/**
 * What the drawer of the page and the page server say to each other.
 *
 * | request                   | body           | answer |
 * |---------------------------|----------------|--------|
 * | `GET  /sandbox/knobs`     |                | `KnobsView` |
 * | `POST /sandbox/:knob`     | `KnobBodies[knob]` | `KnobsView` |
 * | `GET  /sandbox/traffic`   |                | `TrafficEntry`, one server-sent event each, the newest past ones first |
 */

/** Faults that last until they are switched off. */
const SWITCHES = [
  'service-slow',
  'service-down',
  'service-rate-limit',
  'quota-empty',
  'key-refused',
  'discord-500',
  'discord-slow',
] as const;
export type Switch = (typeof SWITCHES)[number];

const BUTTONS = [
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

const DURATIONS = ['quick', 'usual', 'long'] as const;
export type Durations = (typeof DURATIONS)[number];

/**
 * What the drawer and the tour send, by the last part of the address. `kill-at-work`: kills the bot as soon as the channel's
 * card with this prompt is in progress.
 */
export const knobBodies = {
  switch: z.strictObject({ name: z.enum(SWITCHES), on: z.boolean() }),
  press: z.strictObject({ name: z.enum(BUTTONS) }),
  durations: z.strictObject({ durations: z.enum(DURATIONS) }),
  'kill-at-work': z.strictObject({ channelId: z.string(), prompt: z.string() }),
};
export type KnobName = keyof typeof knobBodies;
export type KnobBodies = { [Name in KnobName]: z.output<(typeof knobBodies)[Name]> };

/** How the sandbox stands. */
export interface KnobsView {
  botRunning: boolean;
  on: Switch[];
  durations: Durations;
  /** Tasks that the image service works on. */
  tasksInFlight: number;
  /** Who may call the image service, with the submissions that are left. */
  accounts: { name: string; quota: number }[];
  /** A key that the image service takes, to try `/key set` with. */
  keyToSet: string;
  /** What each person is in this world, by user id. */
  people: Record<string, string>;
}

/** Something that went between the bot and the world around it. */
export type TrafficFact =
  | { kind: 'rest'; request: RecordedRequest }
  | { kind: 'gateway'; dispatch: RecordedDispatch }
  | { kind: 'service'; call: Call }
  | { kind: 'note'; text: string };
export type TrafficEntry = { id: number; at: number } & TrafficFact;
