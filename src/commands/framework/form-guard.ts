import { latest } from '../../lib/latest.ts';
import type { OpenJobs } from '../../services/jobs/open-jobs.ts';
import { jobsOf, type Reply } from './reply.ts';

/** Forms of which the jobs are remembered. */
const MAX_FORMS = 5_000;

/** Lets each opened form begin its jobs once, however often Discord's client submits it. */
export class FormGuard {
  readonly #openJobs: Pick<OpenJobs, 'find'>;
  /** The jobs that each form began. */
  readonly #begun = latest<readonly string[]>(MAX_FORMS);
  readonly #underWay = new Set<string>();

  constructor(openJobs: Pick<OpenJobs, 'find'>) {
    this.#openJobs = openJobs;
  }

  /**
   * Does the work of a submitted form; undefined when the form is being worked on, or its jobs are there. Of what was refused, or
   * dropped because its card couldn't be shown, a form may be submitted again.
   */
  async run(form: string, work: () => Promise<Reply>): Promise<Reply | undefined> {
    if (this.#underWay.has(form)) return undefined;
    this.#underWay.add(form);
    try {
      const begun = await Promise.all((this.#begun.get(form) ?? []).map((id) => this.#openJobs.find(id)));
      if (begun.some((job) => job !== undefined)) return undefined;
      const reply = await work();
      this.#begun.set(
        form,
        jobsOf(reply).map(({ id }) => id),
      );
      return reply;
    } finally {
      this.#underWay.delete(form);
    }
  }
}
