import {
  ApplicationCommandOptionType,
  ApplicationIntegrationType,
  InteractionContextType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10';
import { SnowflakeUtil } from 'discord.js';
import { z } from 'zod';
import type { OptionValue } from '../../commands/command.ts';
import type { Attachment, Invocation } from '../../commands/invocation.ts';

/** What everybody may attach where nothing else is said: https://docs.discord.com/developers/reference#uploading-files */
const DEFAULT_ATTACHMENT_LIMIT_BYTES = 10 * 1_048_576;

const ATTACHMENT: number = ApplicationCommandOptionType.Attachment;
const COMMAND: number = InteractionType.ApplicationCommand;
const COMPONENT: number = InteractionType.MessageComponent;

const userSchema = z.object({ id: z.string() });
const attachmentSchema = z.object({
  id: z.string(),
  filename: z.string(),
  url: z.string(),
  content_type: z.string().optional(),
  size: z.number(),
});
const optionSchema = z.object({
  name: z.string(),
  type: z.number(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

const interactionSchema = z.object({
  id: z.string(),
  application_id: z.string(),
  type: z.number(),
  token: z.string(),
  guild_id: z.string().optional(),
  channel_id: z.string(),
  context: z.number().optional(),
  member: z.object({ user: userSchema, permissions: z.string() }).optional(),
  user: userSchema.optional(),
  app_permissions: z.string().optional(),
  attachment_size_limit: z.number().optional(),
  authorizing_integration_owners: z.record(z.string(), z.string()).optional(),
  message: z.object({ id: z.string(), flags: z.number().optional() }).optional(),
  data: z
    .object({
      name: z.string().optional(),
      custom_id: z.string().optional(),
      options: z.array(optionSchema).optional(),
      resolved: z.object({ attachments: z.record(z.string(), attachmentSchema).optional() }).optional(),
    })
    .optional(),
});
type RawInteraction = z.infer<typeof interactionSchema>;

/** Something a person did, sorted by what it was. */
export type Occurrence = { invocation: Invocation } & (
  | { kind: 'command'; name: string; values: Record<string, OptionValue> }
  | { kind: 'component'; customId: string }
  | { kind: 'other'; type: number }
);

const attachmentOf = (raw: z.infer<typeof attachmentSchema>): Attachment => ({
  id: raw.id,
  filename: raw.filename,
  url: raw.url,
  ...(raw.content_type !== undefined && { contentType: raw.content_type }),
  sizeBytes: raw.size,
});

const valuesOf = ({ data }: RawInteraction): Record<string, OptionValue> => {
  const attachments = data?.resolved?.attachments ?? {};
  const values = (data?.options ?? []).flatMap(({ name, type, value }): [string, OptionValue][] => {
    if (value === undefined) return [];
    if (type !== ATTACHMENT) return [[name, value]];
    const attachment = attachments[String(value)];
    return attachment ? [[name, attachmentOf(attachment)]] : [];
  });
  return Object.fromEntries(values);
};

const contextOf = ({ context, guild_id: guildId }: RawInteraction): Invocation['context'] => {
  if (context === InteractionContextType.PrivateChannel) return 'private-channel';
  return guildId === undefined ? 'bot-dm' : 'guild';
};

const invocationOf = (raw: RawInteraction, receivedAt: number): Invocation => {
  const { guild_id: guildId, message, authorizing_integration_owners: owners = {} } = raw;
  return {
    interactionId: raw.id,
    token: raw.token,
    applicationId: raw.application_id,
    createdAt: SnowflakeUtil.timestampFrom(raw.id),
    receivedAt,
    personId: (raw.member?.user ?? raw.user)?.id ?? '',
    personPermissions: raw.member?.permissions ?? '0',
    ...(guildId !== undefined && { guildId }),
    channelId: raw.channel_id,
    context: contextOf(raw),
    botIsHere: guildId !== undefined && String(ApplicationIntegrationType.GuildInstall) in owners,
    botPermissions: raw.app_permissions ?? '0',
    attachmentLimitBytes: raw.attachment_size_limit ?? DEFAULT_ATTACHMENT_LIMIT_BYTES,
    ...(message && {
      message: { id: message.id, ephemeral: ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0 },
    }),
  };
};

/**
 * Reads an INTERACTION_CREATE event.
 *
 * @param receivedAt by Easel's clock, in milliseconds since the epoch.
 * @throws when it is none.
 */
export const readInteraction = (event: unknown, receivedAt: number): Occurrence => {
  const raw = interactionSchema.parse(event);
  const invocation = invocationOf(raw, receivedAt);
  if (raw.type === COMMAND && raw.data?.name !== undefined)
    return { kind: 'command', invocation, name: raw.data.name, values: valuesOf(raw) };
  if (raw.type === COMPONENT && raw.data?.custom_id !== undefined)
    return { kind: 'component', invocation, customId: raw.data.custom_id };
  return { kind: 'other', invocation, type: raw.type };
};
