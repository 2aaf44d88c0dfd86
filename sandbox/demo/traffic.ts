import { EventEmitter } from 'node:events';
import type { Discord, RecordedDispatch, RecordedRequest } from '../discord/index.ts';
import type { Call, ImageService } from '../image-service/index.ts';
import type { LimitView, TrafficEntry } from './knobs-protocol.ts';

/** Enough to look back over several jobs. */
const KEPT = 400;

type Fact<Kind extends TrafficEntry['kind']> = Omit<Extract<TrafficEntry, { kind: Kind }>, 'id' | 'at'>;
type AnyFact = Fact<'rest'> | Fact<'gateway'> | Fact<'service'> | Fact<'note'>;

const limitOf = (headers: Readonly<Record<string, string>> | undefined): LimitView | null => {
  const limit = headers?.['x-ratelimit-limit'];
  if (limit === undefined) return null;
  return {
    limit: Number(limit),
    remaining: Number(headers?.['x-ratelimit-remaining'] ?? 0),
    resetAfterS: Number(headers?.['x-ratelimit-reset-after'] ?? 0),
  };
};

const restFact = (request: RecordedRequest): Fact<'rest'> => {
  const { method, path, status, durationMs, body, answer, files, headers } = request;
  return { kind: 'rest', method, path, status, durationMs, body, answer, files, limit: limitOf(headers) };
};

const gatewayFact = ({ shardId, event, sequence, sent, data }: RecordedDispatch): Fact<'gateway'> => {
  return { kind: 'gateway', shard: shardId, event, sequence, sent, data };
};

const serviceFact = (call: Call): Fact<'service'> => {
  const { operation, account, status = null, fault = null, taskId = null, body } = call;
  return { kind: 'service', operation, account, status, fault, taskId, body };
};

/** What goes between the bot and both stand-ins, in the order in which it happened. */
export class Traffic {
  readonly events = new EventEmitter<{ entry: [TrafficEntry] }>();
  readonly kept: TrafficEntry[] = [];
  readonly #stop: () => void;
  #count = 0;

  constructor(discord: Discord, service: ImageService) {
    this.events.setMaxListeners(0);
    const onRequest = (request: RecordedRequest): void => this.#add(restFact(request));
    const onDispatch = (dispatch: RecordedDispatch): void => this.#add(gatewayFact(dispatch));
    const onCall = (call: Call): void => this.#add(serviceFact(call));
    discord.events.on('request', onRequest).on('dispatch', onDispatch);
    service.events.on('call-ended', onCall);
    this.#stop = () => {
      discord.events.off('request', onRequest).off('dispatch', onDispatch);
      service.events.off('call-ended', onCall);
    };
  }

  /** Writes down what somebody did to the sandbox. */
  note(text: string): void {
    this.#add({ kind: 'note', text });
  }

  stop(): void {
    this.#stop();
  }

  #add(fact: AnyFact): void {
    this.#count += 1;
    const entry: TrafficEntry = { id: this.#count, at: Date.now(), ...fact };
    this.kept.push(entry);
    if (this.kept.length > KEPT) this.kept.shift();
    this.events.emit('entry', entry);
  }
}
