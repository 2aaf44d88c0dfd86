import type { Clock } from '../../lib/clock.ts';
import type { OpenJobs } from './open-jobs.ts';
import { withoutDeadToken } from './transitions.ts';

export interface DeadTokensOptions {
  open: OpenJobs;
  clock: Pick<Clock, 'now'>;
}

/** Removes expired interaction tokens from open jobs; a closed one has none. */
export class DeadTokens {
  readonly #options: DeadTokensOptions;

  constructor(options: DeadTokensOptions) {
    this.#options = options;
  }

  async remove(): Promise<void> {
    const { open, clock } = this.#options;
    const now = clock.now();
    const dead = [...open.all()].filter((job) => withoutDeadToken(job, now));
    for (const { id } of dead) await open.change(id, (job) => withoutDeadToken(job, now));
  }
}
