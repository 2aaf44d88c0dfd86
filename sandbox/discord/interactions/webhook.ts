import { fault } from '../errors.ts';
import type { Draft } from '../messages/content.ts';
import { CallbackType, MessageFlag, MessageType } from '../numbers.ts';
import type { Core, Interaction, StoredMessage } from '../state/state.ts';
import { editByToken, insertByToken } from './answer.ts';
import { isTokenDead } from './open.ts';

// docs.discord.com/developers/interactions/receiving-and-responding#create-followup-message
const FOLLOW_UPS_OF_USER_INSTALL = 5;

/**
 * Finds the interaction whose token is used like a webhook's.
 * @throws DiscordFault 50027 expired or never issued, 10015 not answered yet or of another application
 */
export const findByToken = (core: Core, applicationId: string, token: string): Interaction => {
  const interaction = core.state.interactionsByToken.get(token);
  if (applicationId !== core.state.applicationId) throw fault('unknownWebhook');
  if (!interaction || isTokenDead(core, interaction)) throw fault('invalidWebhookToken');
  if (interaction.answer === null) throw fault('unknownWebhook');
  return interaction;
};

/** @throws DiscordFault 10008 */
export const messageOfToken = (core: Core, interaction: Interaction, messageId: string): StoredMessage => {
  const id = messageId === '@original' ? interaction.answer?.messageId : messageId;
  const message = core.state.messages.get(id ?? '');
  const isOwn = message?.interactionId === interaction.id || message?.id === interaction.answer?.messageId;
  if (!message || !isOwn) throw fault('unknownMessage');
  return message;
};

const isLoading = (message: StoredMessage | undefined): boolean =>
  message !== undefined && (message.flags & MessageFlag.Loading) !== 0;

/**
 * A further message. The first one after type 5 takes the place of the loading message.
 * @throws DiscordFault 40094 from the sixth on where the app is there by a user install only
 */
export const followUp = (core: Core, interaction: Interaction, draft: Draft): StoredMessage => {
  const { answer, metadata, owners } = interaction;
  const original = core.state.messages.get(answer?.messageId ?? '');
  if (answer?.type === CallbackType.DeferredChannelMessageWithSource && original && isLoading(original)) {
    const flags = (draft.body.flags ?? 0) & ~MessageFlag.Ephemeral;
    return editByToken(core, interaction, original, { ...draft, body: { ...draft.body, flags } });
  }
  if (!('0' in owners) && interaction.followUps >= FOLLOW_UPS_OF_USER_INSTALL)
    throw fault('tooManyFollowUps');
  const replyTo = original?.id ?? null;
  const message = insertByToken(core, interaction, draft, {
    type: replyTo === null ? interaction.answerMessageType : MessageType.Reply,
    metadata: { ...metadata, ...(replyTo !== null && { original_response_message_id: replyTo }) },
    replyTo,
  });
  interaction.followUps += 1;
  return message;
};
