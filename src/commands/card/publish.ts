import { freshPictures } from './fresh-pictures.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { linkTo, newTarget } from '../framework/reply-targets.ts';
import { maySpeak } from '../framework/rights.ts';
import type { PicturedJob } from '../../services/jobs/job.ts';
import type { CommandContext } from '../framework/command.ts';
import { findPictures, type Action } from '../framework/action.ts';

const publishJob = async (job: PicturedJob, context: CommandContext): Promise<Reply> => {
  const { invocation, messenger, jobs } = context;
  const { token, ...target } = newTarget(invocation, false);
  const urls = (await freshPictures(job, context)).map(({ url }) => url);
  const card = await messenger.cardOf({ ...job, target }, urls, target.attachmentLimitBytes);
  const posted = async (messageId: string) => {
    const published = { ...target, messageId };
    await jobs.move(job.id, published);
    await messenger.offerAgain(published);
  };
  return { kind: 'public', ...card, posted };
};

/** Posts a private result to the channel. From then on it is everybody's, like any other card. */
export const publish: Action = {
  answers: 'publicly',
  run: async ({ subject: jobId }, context) => {
    const { invocation, once } = context;
    const job = await findPictures(jobId, context);
    if (!job.target.ephemeral) return privateText(`It is published already: ${linkTo(job.target) ?? ''}`);
    maySpeak(invocation);
    const reply = await once.run(`publish ${jobId}`, () => publishJob(job, context));
    return reply ?? { kind: 'silent' };
  },
};
