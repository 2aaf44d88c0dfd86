import type { Core } from '../state/state.ts';
import type { RecordedRequest } from './record-types.ts';

/** Keeps the newest requests, and counts those that Discord counts towards a ban. */
export class Recorder {
  readonly requests: RecordedRequest[] = [];
  invalidRequests = 0;
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  record(request: RecordedRequest, rateLimitScope: string | undefined): void {
    this.requests.push(request);
    if (this.requests.length > this.#core.options.recordLimit) this.requests.shift();
    const { status } = request;
    // A shared limit is nobody's own fault: docs.discord.com/developers/topics/rate-limits#invalid-request-limit
    if ([401, 403].includes(status) || (status === 429 && rateLimitScope !== 'shared'))
      this.invalidRequests += 1;
    this.#core.events.emit('request', request);
  }
}
