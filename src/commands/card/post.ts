import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import type { PicturedJob } from '../../services/jobs/job.ts';
import { freshPicture } from './fresh-pictures.ts';
import { altTextOf, quote } from '../../messages/markup.ts';
import { buttonRows } from '../framework/reply.ts';
import { messageLink } from '../framework/reply-targets.ts';
import { maySpeak } from '../framework/rights.ts';
import { findPictures, type Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const PROMPT_LENGTH = 300;

const buttonsOf = (job: PicturedJob, number: number): APIButtonComponentWithCustomId[] => {
  // Nobody but its owner can do anything with a private job, so there is nothing to offer to everybody.
  if (job.target.ephemeral) return [];
  const button = (action: string, label: string, emoji: string): APIButtonComponentWithCustomId => ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    emoji: { name: emoji },
    custom_id: customId({ action, subject: job.id, number }),
  });
  return [
    button('edit-picture', 'Edit', '🎨'),
    button('enlarge', '4K', '🔎'),
    button('details', 'Details', 'ℹ️'),
  ];
};

const describe = (job: PicturedJob, number: number): string => {
  const link = messageLink(job.target);
  const which = job.result.pictureUrls.length > 1 ? `Picture ${number}` : 'The picture';
  const heading = link === undefined ? [] : [`${which} of [this card](${link})`];
  return [...heading, quote(job.submission.body.prompt, PROMPT_LENGTH)].join('\n');
};

/** Posts one of a job's pictures to the channel, for everybody, if the person may write there. */
export const post: Action = {
  name: 'post',
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
