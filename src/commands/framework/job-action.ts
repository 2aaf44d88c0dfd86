import { UserError } from '../../lib/user-error.ts';
import type { ActionName } from '../../messages/action-names.ts';
import { linkTo } from '../../messages/markup.ts';
import { hasPictures, isEnded, type EndedJob, type Job, type PicturedJob } from '../../services/jobs/job.ts';
import type { Action, ActionUse, Step } from './action.ts';
import type { CommandContext } from './context.ts';
import type { JobRight } from './may.ts';
import type { Answers, Reply } from './reply.ts';

/** What a job must be for an action. @throws UserError for one that isn't */
type Needs<J extends Job> = (job: Job, context: CommandContext) => J;

/** An action's work on a job, and the place of its answer. */
interface JobStep<J extends Job> {
  answers: Answers | ((job: Job, context: CommandContext) => Exclude<Answers, 'at-once'>);
  isPaid?: true | undefined;
  run: (job: J, use: ActionUse, context: CommandContext) => Reply | Promise<Reply>;
}

interface JobActionData<J extends Job> extends JobStep<J> {
  name: ActionName;
  may: JobRight;
  needs: Needs<J>;
  form?: JobStep<J>;
}

/** Any job that is stored. */
export const anyJob: Needs<Job> = (job) => job;

/** @throws UserError job-not-found for a job that has not ended */
export const ended: Needs<EndedJob> = (job) => {
  if (!isEnded(job)) throw new UserError('job-not-found');
  return job;
};

/** @throws UserError job-not-found for a job that brought no pictures */
export const succeeded: Needs<PicturedJob> = (job) => {
  if (job.state !== 'succeeded') throw new UserError('job-not-found');
  return job;
};

/** @throws UserError pictures-gone, and what {@link succeeded} throws */
export const pictured: Needs<PicturedJob> = (job, context) => {
  const found = succeeded(job, context);
  if (!hasPictures(found)) throw new UserError('pictures-gone');
  return found;
};

/** A job that can be changed here. @throws UserError job-elsewhere when another process has it */
export const here = <J extends Job>(job: J, { lease }: CommandContext): J => {
  if (!lease.owns(job.guildId)) throw new UserError('job-elsewhere', { link: linkTo(job.target) });
  return job;
};

/** Results of a private job are private, those of other jobs public. */
export const asTheJob = ({ target }: Job): 'publicly' | 'privately' =>
  target.ephemeral ? 'privately' : 'publicly';

/** Work on the job that the check of rights hands on. @throws UserError job-not-found where it handed on none */
export const onJob =
  <J extends Job>(needs: Needs<J>, run: JobStep<J>['run']): Step['run'] =>
  (use, context, job) => {
    if (!job) throw new UserError('job-not-found');
    return run(needs(job, context), use, context);
  };

const stepOf = <J extends Job>(needs: Needs<J>, { answers, isPaid, run }: JobStep<J>): Step => ({
  answers:
    typeof answers === 'string'
      ? answers
      : (_use, context, job) => (job ? answers(job, context) : 'privately'),
  isPaid,
  run: onJob(needs, run),
});

/** Defines an action on a job: it is given the job, as it was when the rights were checked. */
export const jobAction = <J extends Job>({ name, may, needs, form, ...step }: JobActionData<J>): Action => ({
  name,
  may,
  ...stepOf(needs, step),
  form: form && stepOf(needs, form),
});
