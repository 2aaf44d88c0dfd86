import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows } from '../../messages/components.ts';
import type { PicturedJob } from '../../services/jobs/job.ts';
import { freshPicture } from './fresh-pictures.ts';
import { altTextOf, quote } from '../../messages/markup.ts';
import { linkTo } from '../framework/reply-targets.ts';
import { maySpeak } from '../framework/rights.ts';
import { findPictures, type Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const PROMPT_LENGTH = 300;

const buttonsOf = (job: PicturedJob, number: number): APIButtonComponent[] =>
  // Nobody but its owner can do anything with a private job, so there is nothing to offer to everybody.
  job.target.ephemeral
    ? []
    : [
        button(customId('edit-picture', job.id, number), 'Edit', { emoji: '🎨' }),
        button(customId('enlarge', job.id, number), '4K', { emoji: '🔎' }),
        button(customId('details', job.id, number), 'Details', { emoji: 'ℹ️' }),
      ];

const describe = (job: PicturedJob, number: number): string => {
  const link = linkTo(job.target);
  const which = job.result.pictureUrls.length > 1 ? `Picture ${number}` : 'The picture';
  const heading = link === undefined ? [] : [`${which} of [this card](${link})`];
  return [...heading, quote(job.submission.body.prompt, PROMPT_LENGTH)].join('\n');
};

/** Posts one of a job's pictures to the channel, for everybody, if the person may write there. */
export const post: Action = {
  answers: 'publicly',
  run: async ({ subject: jobId, number = 1 }, context) => {
    const { invocation, messenger, once } = context;
    const job = await findPictures(jobId, context);
    maySpeak(invocation);
    const reply = await once.run(`post ${jobId} ${number} ${invocation.personId}`, async () => {
      const { url } = await freshPicture(job, number, context);
      const { file, release } = await messenger.fileOf(job, url, invocation.attachmentLimitBytes);
      const isHidden = job.spoiler === true;
      const description = altTextOf(job.submission.body.prompt);
      const image = { url: file ? `attachment://${file.name}` : url, description };
      const message = {
        embeds: [{ description: describe(job, number), ...(!isHidden && { image }) }],
        components: buttonRows(buttonsOf(job, number)),
        ...(isHidden && !file && { content: `||${url}||` }),
      };
      return { kind: 'public' as const, message, files: file ? [file] : [], release };
    });
    return reply ?? { kind: 'silent' };
  },
};
