import { compact } from '../../lib/lists.ts';
import { UserError } from '../../lib/user-error.ts';
import { button, GALLERY_SIZE, isTaken, phoneRows, type ActionRow } from '../../messages/components.ts';
import { altTextOf, quote, linkTo } from '../../messages/markup.ts';
import { isInDirectMessages, type PicturedJob, promptOf } from '../../services/jobs/job.ts';
import { once } from '../framework/action.ts';
import { here, jobAction, pictured } from '../framework/job-action.ts';
import type { CommandContext } from '../framework/context.ts';
import { customId } from '../../messages/custom-id.ts';
import { wordsIn } from '../../messages/language.ts';
import type { Words } from '../../messages/words/words.ts';
import { languageFor } from '../framework/invocation.ts';
import { newTarget } from '../framework/reply-targets.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { freshPicture, freshPictures, type NumberedPicture } from './fresh-pictures.ts';
import { changeButtons, deleteButton, originalButton } from '../../cards/picture-buttons.ts';
import { POSTED_PROMPT_LENGTH } from '../../discord/gallery.ts';
import { assertMayPost } from './posting-rights.ts';
import { FOR_ALL, FOR_OWNER } from '../framework/may.ts';
import type { MessageBody } from '../../messages/message.ts';

/** A private message with one picture in full size and its actions. */
export const largePicture = (
  job: PicturedJob,
  { url, number }: NumberedPicture,
  { words, invocation }: Pick<CommandContext, 'words' | 'invocation'>,
): MessageBody => {
  const description = altTextOf(promptOf(job));
  // An address that is too long for a button may still fit behind a title.
  const embed = {
    title: words.pictures.numbered(number),
    ...(isTaken(url)
      ? { url, image: { url, description } }
      : { description: words.card.unshowable(`[${number}](<${url}>)`) }),
  };
  // In the person's direct messages with the bot, the card shows it already.
  const post = isInDirectMessages(job)
    ? []
    : [button(customId('post', job.id, number), words.pictures.postHere)];
  // Where the bot can't see the card, its pictures are for its person alone.
  const isUsable = job.target.channelRoute || job.personId === invocation.personId;
  const uses = isUsable ? [...changeButtons(job, number, words), ...post] : [];
  const buttons = [...uses, ...originalButton(url, words)];
  return { embeds: [embed], components: phoneRows(buttons) };
};

/** Shows one of a job's pictures in full size. */
export const pick = jobAction({
  name: 'pick',
  may: FOR_ALL,
  needs: pictured,
  answers: 'privately',
  run: async (job, { number = 1 }, context) => {
    const picture = { ...(await freshPicture(job, number, context)), number };
    return { kind: 'private', message: largePicture(job, picture, context) };
  },
});

const postedRows = (job: PicturedJob, number: number, posterId: string, words: Words): ActionRow[] => {
  // Only its owner can act on a private job, so there are no buttons for everybody.
  const changes = job.target.ephemeral ? [] : changeButtons(job, number, words);
  return phoneRows([...changes, deleteButton(job, posterId)]);
};

const describe = (job: PicturedJob, number: number, personId: string, { pictures }: Words): string => {
  const link = linkTo(job.target);
  const which = job.result.pictureUrls.length > 1 ? pictures.numbered(number) : pictures.thePicture;
  const heading = link === undefined ? [] : [pictures.ofCard(which, link)];
  const prompt = quote(promptOf(job), POSTED_PROMPT_LENGTH);
  return [...heading, prompt, pictures.postedBy(`<@${personId}>`)].join('\n');
};

/**
 * Notes a picture before it is posted. Where the bot isn't, it can't take the message away again.
 *
 * @returns what remembers it afterwards.
 * @throws UserError pictures-gone
 */
const noted = async ({ id }: PicturedJob, { invocation, deletions }: CommandContext) => {
  const { guildId, channelId, botIsHere, context, interaction } = invocation;
  if (!interaction || !(botIsHere || context === 'bot-dm')) return {};
  const planned = { guildId, channelId, messageId: interaction.id };
  if (!(await deletions.planCopy(id, planned))) throw new UserError('pictures-gone');
  return { posted: (messageId: string) => deletions.addCopy(id, { ...planned, messageId }, planned) };
};

/** Posts one of a job's pictures to the channel, for everybody, if the person may write there. */
export const post = jobAction({
  name: 'post',
  may: FOR_ALL,
  needs: pictured,
  answers: 'publicly',
  run: async (job, { number = 1 }, context) => {
    const { invocation, messages } = context;
    const words = wordsIn(languageFor(invocation, await context.settings()));
    await assertMayPost(job, context);
    const posted = async (): Promise<Reply> => {
      const picture = { ...(await freshPicture(job, number, context)), number };
      const { url } = picture;
      const remembered = await noted(job, context);
      const { file, isSmaller, release } = await messages.fileOf(job, url, invocation.attachmentLimitBytes);
      const isHidden = job.spoiler === true;
      const isShown = file !== undefined || isTaken(url);
      const description = altTextOf(promptOf(job));
      const image = { url: file ? `attachment://${file.name}` : url, description };
      const message = {
        embeds: [
          {
            description: compact([
              describe(job, number, invocation.personId, words),
              !isShown && words.card.unshowable(`[${number}](<${url}>)`),
              isSmaller && words.card.fullSize(`[${number}](<${url}>)`),
            ]).join('\n'),
            ...(!isHidden && isShown && { image }),
          },
        ],
        components: postedRows(job, number, invocation.personId, words),
        ...(isHidden && !file && { content: `||${url}||` }),
      };
      return {
        kind: 'public',
        message,
        files: file ? [file] : [],
        release,
        ...remembered,
      };
    };
    return once(`post ${job.id} ${number} ${invocation.personId}`, posted, context);
  },
});

const publishJob = async (job: PicturedJob, context: CommandContext): Promise<Reply> => {
  const { invocation, messages, deletions } = context;
  const language = languageFor(invocation, await context.settings());
  const { token, ...target } = { ...newTarget(invocation, false), language, isPublished: true as const };
  const urls = (await freshPictures(job, context)).slice(0, GALLERY_SIZE).map(({ url }) => url);
  const card = await messages.cardOf({ ...job, target }, urls, target.attachmentLimitBytes);
  // Pressed again after a crash, it is the same message.
  const nonce = job.publishing?.nonce ?? token?.interactionId;
  if (nonce !== undefined) await deletions.planCard(job.id, { target, nonce });
  const posted = async (messageId: string) => {
    const published = { ...target, messageId };
    await deletions.recordCard(job.id, published);
    // Waits in the channel's line, in which the pictures would stay in memory.
    void messages.offerAgain(published);
  };
  return { kind: 'public', ...card, posted, nonce };
};

/** Posts a private result to the channel. From then on it is everybody's, like any other card. */
export const publish = jobAction({
  name: 'publish',
  may: FOR_OWNER,
  needs: (job, context) => here(pictured(job, context), context),
  answers: 'publicly',
  run: async (job, _use, context) => {
    const { words } = context;
    if (!job.target.ephemeral) return privateText(words.pictures.published(linkTo(job.target) ?? ''));
    await assertMayPost(job, context);
    return once(`publish ${job.id}`, () => publishJob(job, context), context);
  },
});
