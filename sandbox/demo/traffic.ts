import { EventEmitter } from 'node:events';
import type { Discord, RecordedDispatch, RecordedRequest } from '../discord/index.ts';
import type { Call, ImageService } from '../image-service/index.ts';
import type { TrafficEntry, TrafficFact } from './knobs-protocol.ts';

/** Enough to look back over several jobs. */
const KEPT = 400;

/** What goes between the bot and both stand-ins, in the order in which it happened. */
export class Traffic {
  readonly events = new EventEmitter<{ entry: [TrafficEntry] }>();
  readonly kept: TrafficEntry[] = [];
  readonly #stop: () => void;
  #count = 0;

  constructor(discord: Discord, service: ImageService) {
    this.events.setMaxListeners(0);
    const onRequest = (request: RecordedRequest): void => this.#add({ kind: 'rest', request });
    const onDispatch = (dispatch: RecordedDispatch): void => this.#add({ kind: 'gateway', dispatch });
    const onCall = (call: Call): void => this.#add({ kind: 'service', call });
    discord.events.on('request', onRequest).on('dispatch', onDispatch);
    service.events.on('call-ended', onCall);
    this.#stop = () => {
      discord.events.off('request', onRequest).off('dispatch', onDispatch);
      service.events.off('call-ended', onCall);
    };
  }

  /** Writes down what was done to the sandbox. */
  note(text: string): void {
    this.#add({ kind: 'note', text });
  }

  stop(): void {
    this.#stop();
  }

  #add(fact: TrafficFact): void {
    this.#count += 1;
    const entry: TrafficEntry = { id: this.#count, at: Date.now(), ...fact };
    this.kept.push(entry);
    if (this.kept.length > KEPT) this.kept.shift();
    this.events.emit('entry', entry);
  }
}
