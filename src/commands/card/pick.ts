import { ButtonStyle, ComponentType, type APIButtonComponent } from 'discord-api-types/v10';
import { freshPicture } from './fresh-pictures.ts';
import { altTextOf } from '../../messages/markup.ts';
import { buttonRows } from '../framework/reply.ts';
import { findPictures, type Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

/** https://docs.discord.com/developers/components/reference#button */
const LINK_LENGTH = 512;

const button = (action: string, subject: string, number: number, label: string, emoji: string) =>
  ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    emoji: { name: emoji },
    custom_id: customId({ action, subject, number }),
  }) satisfies APIButtonComponent;

const link = (url: string): APIButtonComponent[] =>
  url.length > LINK_LENGTH
    ? []
    : [{ type: ComponentType.Button, style: ButtonStyle.Link, label: 'Open original', url }];

/** Shows one of a job's pictures large, to whoever asks, with what can be done with it. */
export const pick: Action = {
  name: 'pick',
  answers: 'privately',
  run: async ({ subject: jobId, number = 1 }, context) => {
    const job = await findPictures(jobId, context);
    const { url } = await freshPicture(job, number, context);
    const buttons = [
      button('post', jobId, number, 'Post here', '📤'),
      button('edit-picture', jobId, number, 'Edit', '🎨'),
      button('enlarge', jobId, number, '4K', '🔎'),
      ...link(url),
    ];
    // An address that is too long for a button still fits behind a title.
    const image = { url, description: altTextOf(job.submission.body.prompt) };
    const embed = { title: `Picture ${number}`, url, image };
    return { kind: 'private', message: { embeds: [embed], components: buttonRows(buttons) } };
  },
};
