import { compact } from '../../lib/lists.ts';
import { isUserError } from '../../lib/user-error.ts';
import { within } from '../../lib/clock.ts';
import { cardButtons } from '../../cards/card-buttons.ts';
import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows } from '../../messages/components.ts';
import { customId, isId, parseCustomId, type CustomId } from '../../messages/custom-id.ts';
import { chosenIn, modal, textField, type FieldValues } from '../../messages/forms.ts';
import { literal, oneLine } from '../../messages/markup.ts';
import { REASON_LENGTH } from '../../services/guilds/blocklist/blocklists.ts';
import { hasPictures, isDeleted, isEnded, promptOf, type Job } from '../../services/jobs/job.ts';
import { unpublished } from '../../services/jobs/transitions.ts';
import type { Action } from '../framework/action.ts';
import { anyJob, ended, jobAction, onJob } from '../framework/job-action.ts';
import type { CommandContext } from '../framework/context.ts';
import { serverOf, type Invocation } from '../framework/invocation.ts';
import type { Words } from '../../messages/words/words.ts';
import { recordChange } from '../framework/record-change.ts';
import { clickedTarget } from '../framework/reply-targets.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { runAction } from '../framework/run-action.ts';
import { FOR_ONESELF_ON_PANEL, ofJob } from '../framework/may.ts';

/** Whether a message is the job's own, rather than a copy of what stays elsewhere. */
const isOwnMessage = ({ target }: Job, message: Invocation['message']): boolean =>
  message === undefined || message.id === target.messageId || (message.ephemeral && target.ephemeral);

/** Whether the person who published the card deletes it, which only takes the publication back. */
const isTakenBack = ({ target, personId }: Job, invocation: Invocation): boolean =>
  target.isPublished === true && personId === invocation.personId;

/** The name of what is deleted with a job's own message. */
const goingWith = (job: Job, invocation: Invocation): keyof Words['deleting'] => {
  if (isTakenBack(job, invocation)) return 'copy';
  return hasPictures(job) ? 'pictures' : 'message';
};

const redButton = (id: CustomId, what: keyof Words['deleting'], { deleting }: Words) =>
  button(id, deleting[what].button, { style: 'danger' });

const ask = (
  id: CustomId,
  what: keyof Words['deleting'],
  words: Words,
  more: readonly APIButtonComponent[] = [],
): Reply => ({
  kind: 'private',
  message: {
    content: words.deleting[what].question,
    components: buttonRows([redButton(id, what, words), ...more]),
  },
});

/** Asks before a job's card is deleted; of another person's, a moderator may say why. */
const askForCard = (job: Job, context: CommandContext): Reply => {
  const { invocation, words } = context;
  const withReason = button(customId('delete-reason', job.id), words.deletingWithReason.button);
  const isOthers = invocation.personId !== job.personId && isEnded(job);
  const what = goingWith(job, invocation);
  return ask(customId('delete-card', job.id), what, words, isOthers ? [withReason] : []);
};

/**
 * Follows the deletion of a job's message: its own takes the pictures with it, and the log channel tells of a moderator's.
 *
 * @param message that is deleted; absent: the job's own.
 */
const afterDeletion = async (
  job: Job,
  message: Invocation['message'],
  context: CommandContext,
): Promise<void> => {
  const { invocation, deletions } = context;
  const { personId } = invocation;
  if (isOwnMessage(job, message))
    await (isTakenBack(job, invocation)
      ? deletions.recordCard(job.id, unpublished(job.target))
      : deletions.forgetPictures(job.id, { by: personId }));
  else if (message) await deletions.forgetCopy(job.id, message.id);
  tellOfDeletion(job, message, context);
};

/** The log channel tells of what a moderator deleted. */
const tellOfDeletion = (
  job: Job,
  message: Invocation['message'],
  context: CommandContext,
  reason?: string,
): void => {
  const { invocation } = context;
  const { personId } = invocation;
  const guildId = serverOf(invocation);
  if (guildId === undefined || personId === job.personId || personId === message?.askedBy) return;
  const channelId = message ? invocation.channelId : job.target.channelId;
  const prompt = job.target.ephemeral ? [] : [oneLine(promptOf(job), LOGGED_LENGTH)];
  const typed = compact([...prompt, reason]).map((text) => `· ${literal(text)}`);
  recordChange(
    context,
    guildId,
    ({ log }) => log.changes.deletedMessage(`<@${job.personId}>`, `<#${channelId}>`),
    { typed: typed.length > 0 ? typed.join(' ') : undefined },
  );
};

/** In characters: as much of a prompt as a line of the log channel holds. */
const LOGGED_LENGTH = 80;
/** A person waits this long for Discord's word that everything is gone. */
const CONFIRM_WITHIN_MS = 3_000;

/**
 * Deletes a job's card and all that shows its pictures: it is decided in one write, and tried until Discord confirms it. For a
 * job in progress, the card is deleted now, and the pictures when they come. A waiting job is stopped and not paid for.
 *
 * @param reason why, as its person reads it.
 * @returns what is said then.
 */
export const deleteAll = async (job: Job, context: CommandContext, reason?: string): Promise<string> => {
  const { invocation, jobs, deletions, messages, takedowns, rights, clock, words } = context;
  const { guildId, channelId, messageId } = job.target;
  if (job.state === 'waiting')
    await jobs.stop(job.id).catch((error: unknown) => {
      // It has left meanwhile.
      if (!isUserError(error)) throw error;
    });
  const card = messageId === undefined ? undefined : { guildId, channelId, messageId };
  const forget = () => deletions.forgetPictures(job.id, { by: invocation.personId, reason, card });
  const after = await forget();
  if (card && after && !isDeleted(after)) {
    await messages.deleteMessage(channelId, card.messageId);
    // It may have ended meanwhile.
    await forget();
  }
  tellOfDeletion(job, undefined, context, reason);
  const isDone = await within(
    CONFIRM_WITHIN_MS,
    takedowns.done(job.id).then(() => true),
    clock,
  );
  const isSeen =
    guildId === undefined || isDone === true || (await rights.ofBot(guildId, channelId)) !== undefined;
  const { deleted, deletedSoon } = words.pictures;
  if (isDone) return deleted;
  return isSeen ? deletedSoon : `${deletedSoon}\n${words.errors['bot-cannot-see'](undefined)}`;
};

const saying = (content: string): Reply => ({ kind: 'update', message: { content, components: [] } });

/**
 * Asks before a card or a posted picture is deleted. Where only a click's token reaches the message, the question is its own
 * button, which turns red.
 */
export const deleteMessage = jobAction({
  name: 'delete',
  may: ofJob(['owner', 'moderator', 'poster'], { message: 'card-or-post' }),
  needs: anyJob,
  answers: (_job, { invocation }) => (clickedTarget(invocation).channelRoute ? 'privately' : 'in-place'),
  run: (job, _use, context) => {
    const { invocation, words } = context;
    const { message } = invocation;
    const isOwn = isOwnMessage(job, message);
    const what = isOwn ? goingWith(job, invocation) : 'copy';
    if (clickedTarget(invocation).channelRoute)
      return isOwn ? askForCard(job, context) : ask(customId('delete-post', message?.id ?? ''), what, words);
    const red = redButton(customId('delete-here', job.id), what, words);
    if (message?.customIds?.includes(customId('edit-prompt', job.id)) !== true)
      return { kind: 'update', message: { components: buttonRows([red]) } };
    const id = customId('delete', job.id);
    const rows = cardButtons(job).map(({ components, ...row }) => ({
      ...row,
      components: components.map((one) => ('custom_id' in one && one.custom_id === id ? red : one)),
    }));
    return { kind: 'update', message: { components: rows } };
  },
});

/** Deletes the message whose red button was pressed. */
export const deleteHere = jobAction({
  name: 'delete-here',
  may: ofJob(['owner', 'moderator', 'poster'], { message: 'card-or-post' }),
  needs: anyJob,
  answers: 'in-place',
  run: async (job, _use, context) => {
    await afterDeletion(job, context.invocation.message, context);
    return { kind: 'delete' };
  },
});

/** Deletes the card of a job, from the question about it. */
export const deleteCard = jobAction({
  name: 'delete-card',
  may: ofJob(['owner', 'moderator', 'admin'], { message: 'panel' }),
  needs: anyJob,
  answers: 'in-place',
  run: async (job, _use, context) => {
    if (!isTakenBack(job, context.invocation)) return saying(await deleteAll(job, context));
    const { channelId, messageId } = job.target;
    if (messageId !== undefined) await context.messages.deleteMessage(channelId, messageId);
    await afterDeletion(job, undefined, context);
    return saying(context.words.pictures.deleted);
  },
});

const REASON = 'reason';

/** A moderator's reason, as a form asks for it. */
export const reasonField = ({ deletingWithReason: { label, description } }: Words) =>
  textField(REASON, { label, description, isOptional: true, maxLength: REASON_LENGTH });

/** What was typed into {@link reasonField}. */
export const reasonIn = (fields: FieldValues): string | undefined => {
  const reason = oneLine(chosenIn(fields, REASON) ?? '', REASON_LENGTH);
  return reason === '' ? undefined : reason;
};

/** Deletes the card of another person's job with a reason, from the question about it. */
export const deleteWithReason = jobAction({
  name: 'delete-reason',
  may: ofJob(['moderator', 'admin'], { whenPrivate: [], message: 'panel' }),
  needs: ended,
  answers: 'at-once',
  run: (job, _use, { words }) => ({
    kind: 'modal',
    modal: modal(customId('delete-reason', job.id), words.deletingWithReason.title, [reasonField(words)]),
  }),
  form: {
    answers: 'in-place',
    run: async (job, { fields }, context) => {
      return saying(await deleteAll(job, context, reasonIn(fields)));
    },
  },
});

/** Deletes a posted picture, from the question about it. */
export const deletePost: Action = {
  name: 'delete-post',
  may: FOR_ONESELF_ON_PANEL,
  answers: 'in-place',
  run: async ({ subject: messageId }, context) => {
    const { invocation, messages, words } = context;
    const { channelId } = invocation;
    const controls = isId(messageId) ? await messages.controlsOf(channelId, messageId) : undefined;
    if (!controls) return saying(words.pictures.deleted);
    const own = controls.customIds.map(parseCustomId).find((id) => id?.action === 'delete');
    const message = { id: messageId, ephemeral: false, pictures: [], ...controls };
    const run = onJob(anyJob, async (job, _use, there) => {
      await messages.deleteMessage(channelId, messageId);
      await afterDeletion(job, message, there);
      return saying(words.pictures.deleted);
    });
    const use = { subject: own?.subject ?? '', values: [], fields: {} };
    return runAction(deleteMessage, { run }, use, { ...context, invocation: { ...invocation, message } });
  },
};

/** Asks before the card of a job of this server is deleted, from a line of its log channel. */
export const logDelete = jobAction({
  name: 'log-delete',
  may: ofJob(['admin'], { whenPrivate: [] }),
  needs: anyJob,
  answers: 'privately',
  run: (job, _use, context) =>
    isDeleted(job) ? privateText(context.words.pictures.alreadyDeleted) : askForCard(job, context),
});
