import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows, linkButton, MAX_LINK_LENGTH } from '../../messages/components.ts';
import { altTextOf, quote } from '../../messages/markup.ts';
import { type PicturedJob, promptOf } from '../../services/jobs/job.ts';
import { findPictures, type Action } from '../framework/action.ts';
import type { CommandContext } from '../framework/command.ts';
import { customId } from '../../messages/custom-id.ts';
import { DEFAULT_FILE_LIMIT_BYTES } from '../framework/invocation.ts';
import type { Words } from '../framework/language.ts';
import { linkTo, newTarget } from '../framework/reply-targets.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { maySpeak } from '../framework/rights.ts';
import { freshPicture, freshPictures } from './fresh-pictures.ts';

/** Shows one of a job's pictures large, to whoever asks, with what can be done with it. */
export const pick: Action = {
  answers: 'privately',
  run: async ({ subject: jobId, number = 1 }, context) => {
    const job = await findPictures(jobId, context);
    const { url } = await freshPicture(job, number, context);
    const { pictures: texts } = context.words;
    const buttons = [
      button(customId('post', jobId, number), texts.postHere, { emoji: '📤' }),
      button(customId('edit-picture', jobId, number), texts.edit, { emoji: '🎨' }),
      button(customId('enlarge', jobId, number), texts.enlarge, { emoji: '🔎' }),
      ...(url.length > MAX_LINK_LENGTH ? [] : [linkButton(url, texts.openOriginal)]),
    ];
    // An address that is too long for a button still fits behind a title.
    const image = { url, description: altTextOf(promptOf(job)) };
    const embed = { title: texts.numbered(number), url, image };
    return { kind: 'private', message: { embeds: [embed], components: buttonRows(buttons) } };
  },
};

const PROMPT_LENGTH = 300;

const buttonsOf = (job: PicturedJob, number: number, { card, pictures }: Words): APIButtonComponent[] =>
  // Nobody but its owner can do anything with a private job, so there is nothing to offer to everybody.
  job.target.ephemeral
    ? []
    : [
        button(customId('edit-picture', job.id, number), pictures.edit, { emoji: '🎨' }),
        button(customId('enlarge', job.id, number), pictures.enlarge, { emoji: '🔎' }),
        button(customId('details', job.id, number), card.buttons.details, { emoji: 'ℹ️' }),
      ];

const describe = (job: PicturedJob, number: number, { pictures }: Words): string => {
  const link = linkTo(job.target);
  const which = job.result.pictureUrls.length > 1 ? pictures.numbered(number) : pictures.thePicture;
  const heading = link === undefined ? [] : [pictures.ofCard(which, link)];
  return [...heading, quote(promptOf(job), PROMPT_LENGTH)].join('\n');
};

/** Posts one of a job's pictures to the channel, for everybody, if the person may write there. */
export const post: Action = {
  answers: 'publicly',
  run: async ({ subject: jobId, number = 1 }, context) => {
    const { invocation, messenger, once, words } = context;
    const job = await findPictures(jobId, context);
    maySpeak(invocation);
    const reply = await once.run(`post ${jobId} ${number} ${invocation.personId}`, async () => {
      const { url } = await freshPicture(job, number, context);
      const { file, release } = await messenger.fileOf(job, url, invocation.attachmentLimitBytes);
      const isHidden = job.spoiler === true;
      const description = altTextOf(promptOf(job));
      const image = { url: file ? `attachment://${file.name}` : url, description };
      const message = {
        embeds: [{ description: describe(job, number, words), ...(!isHidden && { image }) }],
        components: buttonRows(buttonsOf(job, number, words)),
        ...(isHidden && !file && { content: `||${url}||` }),
      };
      return { kind: 'public' as const, message, files: file ? [file] : [], release };
    });
    return reply ?? { kind: 'silent' };
  },
};

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
    const { invocation, once, words } = context;
    const job = await findPictures(jobId, context);
    if (!job.target.ephemeral) return privateText(words.pictures.published(linkTo(job.target) ?? ''));
    maySpeak(invocation);
    const reply = await once.run(`publish ${jobId}`, () => publishJob(job, context));
    return reply ?? { kind: 'silent' };
  },
};

/** Sends a job's pictures to the direct messages of whoever wants them. If those are closed, nothing happens. */
export const sendToMe: Action = {
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const { messenger, invocation, words } = context;
    const job = await findPictures(jobId, context);
    const pictures = await freshPictures(job, context);
    const urls = pictures.map(({ url }) => url);
    const { message, files, release } = await messenger.cardOf(job, urls, DEFAULT_FILE_LIMIT_BYTES);
    const link = linkTo(job.target);
    const content = [...(link === undefined ? [] : [words.pictures.from(link)]), message.content ?? '']
      .join('\n')
      .trim();
    const copy = { ...message, components: [], ...(content !== '' && { content }) };
    await messenger.sendDirectly(invocation.personId, { message: copy, files, release });
    return { kind: 'silent' };
  },
};
