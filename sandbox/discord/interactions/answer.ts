import { fault, invalidField } from '../errors.ts';
import { applyBody, type Content, type ContentBody, type Draft, emptyContent } from '../messages/content.ts';
import type { UploadedFile } from '../messages/files.ts';
import { insertMessage, type MentionSetting, referenceTo, replaceContent } from '../messages/store.ts';
import type { Channel } from '../model.ts';
import { CallbackType, MessageFlag, MessageType, Permission } from '../numbers.ts';
import { completeComponents } from '../rules/component-layout.ts';
import type { CallbackBody } from '../rules/interactions.ts';
import { applicationPermissionsIn, has } from '../state/permissions.ts';
import type { Core, Interaction, StoredMessage } from '../state/state.ts';
import { failInteraction, isLate, settleInteraction } from './open.ts';

/** @throws DiscordFault 10003 once the channel is gone */
const channelOf = (core: Core, interaction: Interaction): Channel => {
  const channel = core.state.channels.get(interaction.channelId);
  if (!channel) throw fault('unknownChannel');
  return channel;
};

/** Interactions mention users only, unless told otherwise. */
const mentionSetting = (core: Core, interaction: Interaction, body: ContentBody): MentionSetting => {
  const permissions = applicationPermissionsIn(core.state, channelOf(core, interaction));
  return {
    allowed: body.allowed_mentions,
    defaults: 'users',
    mayMentionEveryone: has(permissions, Permission.MentionEveryone),
    repliedUserId: undefined,
  };
};

/** Where a message by interaction token comes from. */
export interface AnswerOrigin {
  type: MessageType;
  metadata: Record<string, unknown>;
  /** The message that it stands under, if any. */
  replyTo: string | null;
}

const insertAnswer = (
  core: Core,
  interaction: Interaction,
  content: Content,
  body: ContentBody,
  { type, metadata, replyTo }: AnswerOrigin,
): StoredMessage => {
  const channel = channelOf(core, interaction);
  const ephemeral = interaction.forcedEphemeral || ((body.flags ?? 0) & MessageFlag.Ephemeral) !== 0;
  const flags = content.flags | (ephemeral ? MessageFlag.Ephemeral : 0);
  const origin = {
    channel,
    authorId: core.state.applicationId,
    type,
    mentions: mentionSetting(core, interaction, body),
    ephemeralTo: ephemeral ? interaction.userId : null,
    interactionId: interaction.id,
    metadata,
    ...(replyTo !== null && { reference: referenceTo(channel, replyTo) }),
  };
  return insertMessage(core, { ...content, flags }, origin);
};

/** A new message by interaction token. */
export const insertByToken = (core: Core, interaction: Interaction, draft: Draft, origin: AnswerOrigin) => {
  const rules = { channelId: interaction.channelId, limitBytes: interaction.attachmentLimitBytes };
  const content = applyBody(core, emptyContent(), draft, rules);
  return insertAnswer(core, interaction, content, draft.body, origin);
};

/** New content for a message, by interaction token. */
export const editByToken = (core: Core, interaction: Interaction, message: StoredMessage, draft: Draft) => {
  if (channelOf(core, interaction).archived) throw fault('threadArchived');
  const rules = { channelId: message.channel_id, limitBytes: interaction.attachmentLimitBytes };
  const content = applyBody(core, message, draft, rules);
  return replaceContent(core, message, content, mentionSetting(core, interaction, draft.body));
};

const sourceOf = (core: Core, interaction: Interaction): StoredMessage => {
  const message = core.state.messages.get(interaction.sourceMessageId ?? '');
  if (!message) throw fault('unknownMessage');
  return message;
};

/** Which answers which interactions take: docs.discord.com/developers/interactions/receiving-and-responding */
const checkType = (interaction: Interaction, type: CallbackType): void => {
  const allowed =
    interaction.kind === 'autocomplete'
      ? [CallbackType.ApplicationCommandAutocompleteResult]
      : [
          CallbackType.ChannelMessageWithSource,
          CallbackType.DeferredChannelMessageWithSource,
          ...(interaction.sourceMessageId === null
            ? []
            : [CallbackType.DeferredMessageUpdate, CallbackType.UpdateMessage]),
          ...(interaction.kind === 'modal' ? [] : [CallbackType.Modal]),
        ];
  if (allowed.includes(type)) return;
  throw invalidField(['type'], 'BASE_TYPE_CHOICES', `Value must be one of (${allowed.join(', ')}).`);
};

/**
 * Finds the interaction that a callback answers.
 * @throws DiscordFault 10062 unknown or too late, 50027 wrong token, 40060 answered before
 */
export const findAnswerable = (core: Core, interactionId: string, token: string): Interaction => {
  const interaction = core.state.interactions.get(interactionId);
  if (!interaction) throw fault('unknownInteraction');
  if (interaction.token !== token) throw fault('invalidWebhookToken');
  if (interaction.state === 'answered') throw fault('alreadyAcknowledged');
  if (isLate(core, interaction)) {
    failInteraction(core, interaction);
    throw fault('unknownInteraction');
  }
  return interaction;
};

interface Answered {
  message: StoredMessage | null;
  extra?: Pick<Interaction, 'modal' | 'choices'>;
}

const carryOut = (
  core: Core,
  interaction: Interaction,
  answer: CallbackBody,
  uploads: readonly UploadedFile[],
): Answered => {
  const { id: interactionId, answerMessageType: type, metadata, sourceMessageId } = interaction;
  const origin = { type, metadata, replyTo: type === MessageType.Reply ? sourceMessageId : null };
  switch (answer.type) {
    case CallbackType.ChannelMessageWithSource:
      return { message: insertByToken(core, interaction, { body: answer.data, uploads }, origin) };
    case CallbackType.DeferredChannelMessageWithSource: {
      const loading = emptyContent(MessageFlag.Loading);
      return { message: insertAnswer(core, interaction, loading, answer.data ?? {}, origin) };
    }
    case CallbackType.DeferredMessageUpdate:
      return { message: sourceOf(core, interaction) };
    case CallbackType.UpdateMessage: {
      const draft = { body: answer.data ?? {}, uploads };
      return { message: editByToken(core, interaction, sourceOf(core, interaction), draft) };
    }
    case CallbackType.ApplicationCommandAutocompleteResult:
      return { message: null, extra: { choices: answer.data.choices } };
    case CallbackType.Modal: {
      const { custom_id: customId, title } = answer.data;
      const components = completeComponents(answer.data.components);
      return { message: null, extra: { modal: { interactionId, customId, title, components } } };
    }
  }
};

/** The first answer. A body that is declined leaves the interaction unanswered. */
export const answerInteraction = (
  core: Core,
  interaction: Interaction,
  body: CallbackBody,
  uploads: readonly UploadedFile[],
): StoredMessage | null => {
  checkType(interaction, body.type);
  const { message, extra } = carryOut(core, interaction, body, uploads);
  const ephemeral = message !== null && message.ephemeralTo !== null;
  settleInteraction(core, interaction, { type: body.type, ephemeral, messageId: message?.id ?? null }, extra);
  return message;
};
