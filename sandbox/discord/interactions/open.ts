import { randomBytes } from 'node:crypto';
import type { Channel, Message } from '../model.ts';
import { guildUploadLimit } from '../messages/files.ts';
import { wireMessage, wireUserById } from '../messages/view.ts';
import { interactionChannel, wireMember } from '../state/channel-view.ts';
import { applicationPermissionsIn, has, Permission, permissionsIn } from '../state/permissions.ts';
import type { Core, Interaction, InteractionKind, StoredMessage } from '../state/state.ts';
import { announceInteraction } from './lifecycle.ts';

/** docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-interaction-type */
const INTERACTION_TYPES = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const satisfies Record<
  InteractionKind,
  number
>;

/** What a person started. */
export interface Opening {
  kind: InteractionKind;
  userId: string;
  channel: Channel;
  /** The `data` of the payload. */
  data: Record<string, unknown>;
  owners: Record<string, string>;
  answerMessageType: number;
  /** Added to `interaction_metadata` of the answer. */
  metadata?: Record<string, unknown>;
  sourceMessage?: StoredMessage | undefined;
  openedFromModal?: boolean;
}

const contextOf = (core: Core, channel: Channel): 0 | 1 | 2 => {
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
  const { channel, userId, sourceMessage } = opening;
  const guild = channel.guildId === null ? undefined : core.state.guilds.get(channel.guildId);
  const member = guild?.members.get(userId);
  const user = core.state.users.get(userId);
  return {
    id: interaction.id,
    application_id: core.state.applicationId,
    type: INTERACTION_TYPES[opening.kind],
    data: opening.data,
    token: interaction.token,
    version: 1,
    channel: interactionChannel(core, channel, userId),
    channel_id: channel.id,
    ...(guild && {
      guild_id: guild.id,
      guild: { id: guild.id, locale: guild.locale, features: [] },
      guild_locale: guild.locale,
    }),
    ...(member
      ? {
          member: {
            ...wireMember(core, member),
            permissions: permissionsIn(core.state, channel, userId).toString(),
          },
        }
      : { user: wireUserById(core, userId) }),
    ...(sourceMessage && { message: wireMessage(core, sourceMessage) }),
    locale: user?.locale ?? 'en-US',
    app_permissions: applicationPermissionsIn(core.state, channel).toString(),
    entitlements: [],
    authorizing_integration_owners: opening.owners,
    context: interaction.context,
    attachment_size_limit: interaction.attachmentLimitBytes,
  };
};

type PayloadFacts = Pick<Interaction, 'id' | 'token' | 'context' | 'attachmentLimitBytes'>;

/** Makes an interaction of what a person did and sends it to the bot. */
export const openInteraction = (core: Core, opening: Opening): Interaction => {
  const id = core.ids.next();
  const facts: PayloadFacts = {
    id,
    token: tokenOf(id),
    context: contextOf(core, opening.channel),
    attachmentLimitBytes: uploadLimit(core, opening),
  };
  const draft: Omit<Interaction, 'settled' | 'settle'> = {
    ...facts,
    kind: opening.kind,
    createdAt: core.options.now(),
    userId: opening.userId,
    channelId: opening.channel.id,
    guildId: opening.channel.guildId,
    owners: opening.owners,
    metadata: {
      id,
      type: INTERACTION_TYPES[opening.kind],
      user: wireUserById(core, opening.userId),
      authorizing_integration_owners: opening.owners,
      ...opening.metadata,
    },
    answerMessageType: opening.answerMessageType,
    sourceMessageId: opening.sourceMessage?.id ?? null,
    openedFromModal: opening.openedFromModal ?? false,
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
