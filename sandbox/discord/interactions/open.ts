import { randomBytes } from 'node:crypto';
import { guildUploadLimit } from '../messages/files.ts';
import { messageView, wireMessage, wireUserById } from '../messages/view.ts';
import type { Channel, Message } from '../model.ts';
import { InteractionType, type MessageType, Permission } from '../numbers.ts';
import type { InteractionResult } from '../people/types.ts';
import { interactionChannel, wireMember } from '../state/channel-view.ts';
import { applicationPermissionsIn, has, permissionsIn } from '../state/permissions.ts';
import {
  type Core,
  emitChange,
  type Interaction,
  type InteractionAnswer,
  type InteractionKind,
  type StoredMessage,
} from '../state/state.ts';

/** Whether the first answer would come too late. */
export const isLate = (core: Core, interaction: Interaction): boolean =>
  interaction.state === 'failed' || core.options.now() - interaction.createdAt > core.options.answerWithinMs;

/** docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback */
const TOKEN_LIFETIME_MS = 15 * 60_000;

/** Whether the token no longer edits anything. */
export const isTokenDead = (core: Core, interaction: Interaction): boolean =>
  interaction.tokenExpired || core.options.now() - interaction.createdAt >= TOKEN_LIFETIME_MS;

/** The application did not respond. */
export const failInteraction = (core: Core, interaction: Interaction): void => {
  if (interaction.state !== 'waiting') return;
  interaction.state = 'failed';
  interaction.settle();
  emitChange(core, { kind: 'interaction-changed', interaction });
};

/** The first answer has arrived. */
export const settleInteraction = (
  core: Core,
  interaction: Interaction,
  answer: InteractionAnswer,
  extra: Pick<Interaction, 'modal' | 'choices'> = {},
): void => {
  Object.assign(interaction, { state: 'answered', answer, ...extra });
  interaction.settle();
  emitChange(core, { kind: 'interaction-changed', interaction });
};

/** Puts a new interaction in front of the bot and starts its clock. */
const announceInteraction = (
  core: Core,
  draft: Omit<Interaction, 'settled' | 'settle'>,
  payload: Record<string, unknown>,
): Interaction => {
  let resolve: () => void = () => undefined;
  const settled = new Promise<void>((done) => {
    resolve = done;
  });
  // People wait in real time, not by the injected clock.
  const timer = setTimeout(() => failInteraction(core, interaction), core.options.answerWithinMs);
  const interaction: Interaction = {
    ...draft,
    settled,
    settle: () => {
      clearTimeout(timer);
      resolve();
    },
  };
  core.state.interactions.set(interaction.id, interaction);
  core.state.interactionsByToken.set(interaction.token, interaction);
  emitChange(core, { kind: 'interaction-created', interaction, payload });
  return interaction;
};

/** How long a person waits for a message that the bot posts after a press on a private message. */
const OWN_MESSAGE_MS = 1_500;
const LOOK_MS = 20;

const ownMessageOf = (core: Core, { id }: Interaction): StoredMessage | undefined =>
  [...core.state.messages.values()].find(({ nonce }) => nonce === id);

/** Whether the bot has posted something in the channel since, for everybody. */
const hasPosted = ({ state }: Core, { id, channelId }: Interaction): boolean =>
  [...state.messages.values()].some(
    (message) =>
      message.channel_id === channelId &&
      message.authorId === state.applicationId &&
      message.ephemeralTo === null &&
      BigInt(message.id) > BigInt(id),
  );

const resultOf = (core: Core, interaction: Interaction): InteractionResult => {
  const { answer, modal, choices } = interaction;
  const stored = ownMessageOf(core, interaction) ?? core.state.messages.get(answer?.messageId ?? '');
  return {
    interactionId: interaction.id,
    token: interaction.token,
    answered: interaction.state === 'answered',
    deferred: answer?.type === 5 || answer?.type === 6,
    ...(answer && { type: answer.type }),
    ...(stored && { message: messageView(core, stored) }),
    ...(modal && { modal }),
    ...(choices && { choices }),
  };
};

/** Waits for the bot's first answer, or the end of its time. */
export const untilSettled = async (core: Core, interaction: Interaction): Promise<InteractionResult> => {
  await interaction.settled;
  const source = core.state.messages.get(interaction.sourceMessageId ?? '');
  const isQuiet = interaction.answer?.type === 6 && typeof source?.ephemeralTo === 'string';
  for (let waitedMs = 0; isQuiet && waitedMs < OWN_MESSAGE_MS; waitedMs += LOOK_MS) {
    if (hasPosted(core, interaction)) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return resultOf(core, interaction);
};

/** Discord's number for each kind. */
export const INTERACTION_TYPES: Readonly<Record<InteractionKind, InteractionType>> = {
  command: InteractionType.ApplicationCommand,
  component: InteractionType.MessageComponent,
  autocomplete: InteractionType.ApplicationCommandAutocomplete,
  modal: InteractionType.ModalSubmit,
};

/** What a person started. */
export interface Opening {
  kind: InteractionKind;
  userId: string;
  channel: Channel;
  /** The `data` of the payload. */
  data: Record<string, unknown>;
  owners: Record<string, string>;
  answerMessageType: MessageType;
  /** Added to `interaction_metadata` of the answer. */
  metadata?: Record<string, unknown>;
  sourceMessage?: StoredMessage | undefined;
}

/** In a server, with the bot alone, or in another private place. */
export const contextOf = (core: Core, channel: Channel): 0 | 1 | 2 => {
  if (channel.guildId !== null) return 0;
  return channel.recipientIds.includes(core.state.applicationId) ? 1 : 2;
};

const tokenOf = (id: string): string =>
  // Real tokens are this shape and length; proxies tell them from webhook tokens by it.
  Buffer.from(`interaction:${id}:${randomBytes(108).toString('base64url')}`).toString('base64url');

const uploadLimit = (core: Core, { channel, userId }: Opening): number =>
  Math.max(guildUploadLimit(core, channel.guildId), core.state.users.get(userId)?.uploadLimitBytes ?? 0);

/** Where an app that the server has not got may not speak, its answers are for the person only. */
const isForcedEphemeral = (core: Core, { channel, userId, owners }: Opening): boolean => {
  if (channel.guildId === null || '0' in owners) return false;
  return !has(permissionsIn(core.state, channel, userId), Permission.UseExternalApps);
};

const payloadOf = (core: Core, opening: Opening, interaction: PayloadFacts): Record<string, unknown> => {
  const { channel, userId, sourceMessage, data, owners } = opening;
  const guild = core.state.guilds.get(channel.guildId ?? '');
  const member = guild?.members.get(userId);
  const permissions = permissionsIn(core.state, channel, userId).toString();
  const { id, token, context } = interaction;
  return {
    id,
    application_id: core.state.applicationId,
    type: INTERACTION_TYPES[opening.kind],
    data,
    token,
    version: 1,
    channel: interactionChannel(core, channel, userId),
    channel_id: channel.id,
    ...(guild && {
      guild_id: guild.id,
      guild: { id: guild.id, locale: guild.locale, features: [] },
      guild_locale: guild.locale,
    }),
    ...(member
      ? { member: { ...wireMember(core, member), permissions } }
      : { user: wireUserById(core, userId) }),
    ...(sourceMessage && { message: wireMessage(core, sourceMessage) }),
    locale: core.state.users.get(userId)?.locale ?? 'en-US',
    app_permissions: applicationPermissionsIn(core.state, channel).toString(),
    entitlements: [],
    authorizing_integration_owners: owners,
    context,
    attachment_size_limit: interaction.attachmentLimitBytes,
  };
};

type PayloadFacts = Pick<Interaction, 'id' | 'token' | 'context' | 'attachmentLimitBytes'>;

/** Makes an interaction of what a person did and sends it to the bot. */
export const openInteraction = (core: Core, opening: Opening): Interaction => {
  const { kind, userId, channel, owners, answerMessageType, sourceMessage } = opening;
  const id = core.ids.next();
  const facts: PayloadFacts = {
    id,
    token: tokenOf(id),
    context: contextOf(core, channel),
    attachmentLimitBytes: uploadLimit(core, opening),
  };
  const type = INTERACTION_TYPES[kind];
  const user = wireUserById(core, userId);
  const draft: Omit<Interaction, 'settled' | 'settle'> = {
    ...facts,
    kind,
    createdAt: core.options.now(),
    userId,
    channelId: channel.id,
    guildId: channel.guildId,
    owners,
    metadata: { id, type, user, authorizing_integration_owners: owners, ...opening.metadata },
    answerMessageType,
    sourceMessageId: sourceMessage?.id ?? null,
    forcedEphemeral: isForcedEphemeral(core, opening),
    tokenExpired: false,
    state: 'waiting',
    answer: null,
    followUps: 0,
  };
  return announceInteraction(core, draft, payloadOf(core, opening, facts));
};

/** Through whom the app may act on a message: as its interaction, or by being in the place. */
export const ownersOfMessage = (message: Pick<Message, 'interaction_metadata' | 'guildId'>) => {
  const owners = message.interaction_metadata?.['authorizing_integration_owners'];
  if (typeof owners === 'object' && owners !== null)
    return Object.fromEntries(Object.entries(owners).map(([key, value]) => [key, String(value)]));
  return { '0': message.guildId ?? '0' };
};
