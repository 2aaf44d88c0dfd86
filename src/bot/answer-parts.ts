import { PermissionFlagsBits, type RepliableInteraction } from 'discord.js';
import { hasPermission, type Invocation } from '../commands/framework/invocation.ts';
import { languageOf } from '../commands/framework/language.ts';
import { wordsIn } from '../messages/language.ts';
import type { CardReply, JobReply, ShownReply } from '../commands/framework/reply.ts';
import { quote } from '../messages/markup.ts';
import { promptOf, type Job, type ReplyTarget } from '../services/jobs/job.ts';
import type { OutgoingMessage } from '../messages/message.ts';

/** Of a button, a menu, or a form that one of them opened. */
export type Click = Extract<RepliableInteraction, { update: unknown }>;

export const isClick = (interaction: RepliableInteraction): interaction is Click =>
  interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());

export type WithCard = JobReply | CardReply;

export const hasCard = (reply: ShownReply): reply is WithCard =>
  reply.kind === 'job' || reply.kind === 'card';

export const targetOf = (reply: WithCard): ReplyTarget =>
  reply.kind === 'job' ? reply.job.target : reply.target;

/** The target of a new card: whether it is ephemeral was settled when the answer was announced. */
export const seenBy = (ephemeral: boolean, { mayReact, ...target }: ReplyTarget): ReplyTarget =>
  ephemeral ? { ...target, ephemeral, channelRoute: false } : { ...target, ephemeral, mayReact };

/** A new card that everybody sees. */
export const isPublicCard = (reply: ShownReply): boolean =>
  reply.kind === 'job' && !reply.job.target.ephemeral && reply.job.target.messageId === undefined;

/**
 * Whether a public answer to a private message is a message of its own. As an answer, it would begin with "Original message was
 * deleted" to others.
 */
export const standsApart = ({
  context,
  botIsHere,
  botPermissions,
  inThread,
  message,
}: Invocation): boolean => {
  const { ViewChannel, EmbedLinks, AttachFiles, SendMessages, SendMessagesInThreads } = PermissionFlagsBits;
  const needed = ViewChannel | EmbedLinks | AttachFiles | (inThread ? SendMessagesInThreads : SendMessages);
  const mayPost = context === 'bot-dm' || (botIsHere && hasPermission(botPermissions, needed));
  return message?.ephemeral === true && mayPost;
};

/** A message as the library takes it. */
export const messageOf = ({ body, files }: OutgoingMessage) => ({
  ...body,
  files: files.map(({ name, data, altText }) => ({ name, attachment: data, description: altText })),
});

const QUOTED_LENGTH = 1_000;

/** What a person reads instead of a message that Discord doesn't accept. */
export const refusedText = (invocation: Invocation, job?: Job): string => {
  const text = wordsIn(languageOf(invocation)).errors['card-refused'](undefined);
  return job && !job.origin ? `${text}\n${quote(promptOf(job), QUOTED_LENGTH)}` : text;
};
