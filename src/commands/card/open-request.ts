import { anyJob, ended, jobAction, onJob } from '../framework/job-action.ts';
import type { APIButtonComponent } from 'discord-api-types/v10';
import { isUserError } from '../../lib/user-error.ts';
import { button, buttonRows, linkButton, phoneRows } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { wordsIn } from '../../messages/language.ts';
import { quote, relativeTime, linkTo } from '../../messages/markup.ts';
import { hasPictures, isDeleted, isEnded, promptOf, type Job } from '../../services/jobs/job.ts';
import type { Action } from '../framework/action.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Words } from '../../messages/words/words.ts';
import { FOR_ALL, FOR_ONESELF_ON_PANEL } from '../framework/may.ts';
import { runAction } from '../framework/run-action.ts';
import { reasonLine, stateOf } from './job-state.ts';
import { galleryOf, morePictures } from './more-pictures.ts';
import type { MessageBody } from '../../messages/message.ts';
import { commandOf } from '../../services/requests/families/index.ts';

/** In typed characters. */
const SHOWN_PROMPT_LENGTH = 600;

const headOf = (job: Job, words: Words): string => {
  const head = `${commandOf(job.submission.family)} · ${stateOf(job, words)} · ${relativeTime(job.acceptedAt)}`;
  return [head, quote(promptOf(job), SHOWN_PROMPT_LENGTH), ...reasonLine(job, words)].join('\n');
};

/** One of a person's requests: its pictures with their actions, and what can be done with the whole. */
const requestMessage = async (
  job: Job,
  back: APIButtonComponent,
  context: CommandContext,
): Promise<MessageBody> => {
  const { card, history } = context.words;
  const gallery = hasPictures(job) ? await galleryOf(job, 1, context) : {};
  const link = isDeleted(job) ? undefined : linkTo(job.target);
  const label = isEnded(job) && job.state !== 'succeeded' ? card.buttons.tryAgain : card.buttons.again;
  const buttons = [
    button(customId('repeat', job.id), label, { disabled: !isEnded(job) }),
    button(customId('details', job.id), card.buttons.details),
    link !== undefined && linkButton(link, history.jump),
    back,
  ];
  return {
    embeds: [],
    ...gallery,
    content: [headOf(job, context.words), gallery.content ?? ''].join('\n').trim(),
    components: [...(gallery.components ?? []), ...phoneRows(buttons)],
  };
};

/** Shows the request that was chosen in the history, with a way back to its page. */
export const openRequest: Action = {
  name: 'open-request',
  may: FOR_ONESELF_ON_PANEL,
  answers: 'in-place',
  run: ({ subject: search, number: page, text, values: [jobId = search] }, context) => {
    const run = onJob(anyJob, async (job) => {
      const back = button(customId('history', search, page, text), context.words.history.back);
      const message = await requestMessage(job, back, context).catch(async (error: unknown) => {
        // Noticed just now: the request itself is still there.
        const stored = isUserError(error, 'pictures-gone') ? await context.openJobs.find(jobId) : undefined;
        if (stored) return requestMessage(stored, back, context);
        throw error;
      });
      return { kind: 'update', message };
    });
    return runAction(morePictures, { run }, { subject: jobId, values: [], fields: {} }, context);
  },
};

/** Says what it means to repeat a request before it is repeated. */
export const repeat = jobAction({
  name: 'repeat',
  may: FOR_ALL,
  needs: ended,
  answers: 'privately',
  run: (job, _use, context) => {
    const { history } = wordsIn(context.language, job.target.language);
    const { state } = job;
    const costs = state === 'unknown' || state === 'timed-out' ? [history.costs[state]] : [];
    const id = customId(state === 'succeeded' ? 'again' : 'try-again', job.id);
    return {
      kind: 'private',
      message: {
        content: [history.question, ...costs].join(' '),
        components: buttonRows([button(id, history.confirm, { style: 'primary' })]),
      },
    };
  },
});
