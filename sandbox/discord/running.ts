import type { EventEmitter } from 'node:events';
import type { stateControls } from './controls.ts';
import type { Gatekeeper } from './gateway/connection.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { Channel, Guild, Message } from './model.ts';
import type { Person } from './people/person.ts';
import type { DiscordEventMap, Failure, RecordedDispatch, RecordedRequest } from './records.ts';
import type { Faults } from './rest/faults.ts';
import type { ApplicationCommand } from './rules/commands.ts';
import type { World, worldBuilders } from './state/world.ts';

/** The same with numbers instead of enums, as it comes over the wire. */
type PlainNumbers<T> = T extends number
  ? number
  : T extends object
    ? { [Key in keyof T]: PlainNumbers<T[Key]> }
    : T;

/** A running stand-in for Discord. */
export interface Discord extends ReturnType<typeof worldBuilders>, ReturnType<typeof stateControls> {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** What a client gets as its `api` option: `http://127.0.0.1:PORT/api`. */
  apiUrl: string;
  botToken: string;
  applicationId: string;
  world: World;
  requests: RecordedRequest[];
  dispatches: RecordedDispatch[];
  failures: Failure[];
  /** How many answers were 401, 403 or a 429 that counts towards Discord's ban of 10,000 in 10 minutes. */
  invalidRequests: number;
  events: EventEmitter<DiscordEventMap>;
  /** What a test can do to the gateway. */
  gateway: Omit<Gateway, keyof Gatekeeper | 'upgrade' | 'stop' | 'url' | 'dispatches'>;
  /** Faults on demand, each for the next requests that match. */
  faults: Omit<Faults, 'take'>;
  /** The person with this id, ready to act. */
  as(userId: string): Person;
  message(messageId: string): Message | undefined;
  /** Everything in a channel, oldest first, ephemeral messages included. */
  messagesIn(channelId: string): Message[];
  /** Every state a message has had, oldest first; kept after its deletion. */
  historyOf(messageId: string): Message[];
  commands(guildId?: string): PlainNumbers<ApplicationCommand>[];
  channel(channelId: string): Channel | undefined;
  guild(guildId: string): Guild | undefined;
  /**
   * Settles with the first value of `condition` that is neither false nor nullish, looked at after every change.
   * @throws Error with `what` and the last requests after `timeoutMs` (default 5,000), in real time.
   */
  until<T>(
    condition: () => T | false | null | undefined,
    options: { what: string; timeoutMs?: number },
  ): Promise<T>;
  /** What happened last, one line each; for the message of a failing test. */
  transcript(lines?: number): string;
  stop(): Promise<void>;
}
