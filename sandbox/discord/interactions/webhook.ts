import { invalidWebhookToken, tooManyFollowUps, unknownMessage, unknownWebhook } from '../errors.ts';
import type { ContentBody } from '../messages/content.ts';
import type { UploadedFile } from '../messages/files.ts';
import { removeMessage } from '../messages/store.ts';
import { CallbackType } from '../rules/interactions.ts';
import { MessageFlag } from '../rules/messages.ts';
import type { Core, Interaction, StoredMessage } from '../state/state.ts';
import { editByToken, insertByToken } from './answer.ts';
import { isTokenDead } from './lifecycle.ts';

// docs.discord.com/developers/interactions/receiving-and-responding#create-followup-message
const FOLLOW_UPS_OF_USER_INSTALL = 5;
const REPLY = 19;

/**
 * Finds the interaction whose token is used like a webhook's.
 * @throws DiscordFault 50027 expired or never issued, 10015 not answered yet or of another application
 */
export const findByToken = (core: Core, applicationId: string, token: string): Interaction => {
  const interaction = core.state.interactionsByToken.get(token);
  if (applicationId !== core.state.applicationId) throw unknownWebhook();
  if (!interaction) throw invalidWebhookToken();
  if (isTokenDead(core, interaction)) throw invalidWebhookToken();
  if (interaction.answer === null) throw unknownWebhook();
  return interaction;
};

/** @throws DiscordFault 10008 */
export const messageOfToken = (core: Core, interaction: Interaction, messageId: string): StoredMessage => {
  const id = messageId === '@original' ? interaction.answer?.messageId : messageId;
  const message = core.state.messages.get(id ?? '');
  const isOwn = message?.interactionId === interaction.id || message?.id === interaction.answer?.messageId;
  if (!message || !isOwn) throw unknownMessage();
  return message;
};

export const editWebhookMessage = (
  core: Core,
  interaction: Interaction,
  messageId: string,
  body: ContentBody,
  uploads: readonly UploadedFile[],
): StoredMessage =>
  editByToken(core, interaction, messageOfToken(core, interaction, messageId), body, uploads);

export const deleteWebhookMessage = (core: Core, interaction: Interaction, messageId: string): void =>
  removeMessage(core, messageOfToken(core, interaction, messageId));

const isLoading = (message: StoredMessage | undefined): boolean =>
  message !== undefined && (message.flags & MessageFlag.Loading) !== 0;

/**
 * A further message. The first one after type 5 takes the place of the loading message.
 * @throws DiscordFault 40094 from the sixth on where the app is there by a user install only
 */
export const followUp = (
  core: Core,
  interaction: Interaction,
  body: ContentBody,
  uploads: readonly UploadedFile[],
): StoredMessage => {
  const { answer, metadata, owners } = interaction;
  const original = core.state.messages.get(answer?.messageId ?? '');
  if (answer?.type === CallbackType.DeferredMessage && original && isLoading(original)) {
    const { flags, ...rest } = body;
    return editByToken(
      core,
      interaction,
      original,
      { ...rest, flags: (flags ?? 0) & ~MessageFlag.Ephemeral },
      uploads,
    );
  }
  if (!('0' in owners) && interaction.followUps >= FOLLOW_UPS_OF_USER_INSTALL) throw tooManyFollowUps();
  const replyTo = original?.id ?? null;
  const message = insertByToken(core, interaction, body, uploads, {
    type: replyTo === null ? interaction.answerMessageType : REPLY,
    metadata: { ...metadata, ...(replyTo !== null && { original_response_message_id: replyTo }) },
    replyTo,
  });
  interaction.followUps += 1;
  return message;
};
