import {
  ApplicationCommandType,
  ComponentType,
  Constants,
  InteractionContextType,
  InteractionType,
  MessageFlags,
  type APIInteraction,
  type APIMessage,
  type Attachment as LibraryAttachment,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  type Interaction,
  type ModalSubmitInteraction,
  type RepliableInteraction,
} from 'discord.js';
import type { OptionValue, TargetMessage } from '../commands/framework/command.ts';
import type { Invocation } from '../commands/framework/invocation.ts';
import type { Attachment, FieldValue } from '../messages/forms.ts';
import { controlsOf, messagePictures } from '../discord/message-contents.ts';

/** The thread that an interaction came from, if any. The library tells nothing of channels that it does not keep. */
const threadOf = ({ channel }: APIInteraction): Pick<Invocation, 'inThread' | 'parentId'> => {
  const inThread = Constants.ThreadChannelTypes.some((type) => type === channel?.type);
  const parentId = channel !== undefined && 'parent_id' in channel ? channel.parent_id : undefined;
  // Other channels have a parent too: their category.
  return { inThread, parentId: inThread ? (parentId ?? undefined) : undefined };
};

const CONTEXTS = {
  [InteractionContextType.Guild]: 'guild',
  [InteractionContextType.BotDM]: 'bot-dm',
  [InteractionContextType.PrivateChannel]: 'private-channel',
} as const;

const usedMessageOf = (message: APIMessage) => ({
  id: message.id,
  ephemeral: ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0,
  pictures: messagePictures(message),
  ...controlsOf(message),
});

/**
 * An interaction as plain data.
 *
 * @param event the interaction as Discord sent it.
 */
export const invocationOf = (
  interaction: Interaction,
  event: APIInteraction,
  receivedAt: number,
): Invocation => {
  const { guildId, memberPermissions, appPermissions, authorizingIntegrationOwners: owners } = interaction;
  return {
    interaction: { id: interaction.id, token: interaction.token },
    applicationId: interaction.applicationId,
    receivedAt,
    personId: interaction.user.id,
    personPermissions: memberPermissions?.bitfield ?? 0n,
    // The library's own member has none while it still holds the server, just after a login.
    roleIds: event.member?.roles ?? [],
    locale: interaction.locale,
    serverLocale: interaction.guildLocale ?? undefined,
    guildId: guildId ?? undefined,
    channelId: interaction.channelId ?? '',
    context: CONTEXTS[interaction.context ?? InteractionContextType.Guild],
    botIsHere: guildId !== null && owners.guildId !== null,
    botPermissions: appPermissions.bitfield,
    attachmentLimitBytes: interaction.attachmentSizeLimit,
    ...threadOf(event),
    message: event.message && usedMessageOf(event.message),
  };
};

const attachmentOf = (file: LibraryAttachment): Attachment => {
  const { id, name, url, contentType, size, width, height, flags } = file;
  return {
    id,
    filename: name,
    url,
    // Discord leaves out what it doesn't know, and the library then may, too.
    contentType: contentType ?? undefined,
    sizeBytes: size,
    ...(width && height && { width, height }),
    flags: flags.bitfield,
  };
};

const valuesIn = (options: readonly CommandInteractionOption[]): [string, OptionValue][] =>
  options.flatMap(({ name, value, attachment, options: inner }) => {
    if (inner) return valuesIn(inner);
    if (attachment) return [[name, attachmentOf(attachment)]];
    return value === undefined ? [] : [[name, value]];
  });

/** The values of a command's options. */
export const valuesOf = ({ options }: ChatInputCommandInteraction): Record<string, OptionValue> =>
  Object.fromEntries(valuesIn(options.data));

/** The values of a form's fields. */
export const fieldsOf = ({ fields }: ModalSubmitInteraction): Record<string, FieldValue> =>
  Object.fromEntries(
    [...fields.fields].flatMap(([name, field]): [string, FieldValue][] => {
      if (field.type === ComponentType.FileUpload && 'attachments' in field)
        return [[name, field.attachments.map((attachment) => attachmentOf(attachment))]];
      if ('values' in field) return [[name, field.values]];
      return 'value' in field && field.value !== null ? [[name, field.value]] : [];
    }),
  );

/** The message on whose context menu a command was chosen. */
export const targetMessageOf = (event: APIInteraction): TargetMessage | undefined => {
  if (event.type !== InteractionType.ApplicationCommand) return undefined;
  if (event.data.type !== ApplicationCommandType.Message) return undefined;
  const message = event.data.resolved.messages[event.data.target_id];
  if (!message) return undefined;
  const asker = message.interaction_metadata?.user;
  return {
    ...usedMessageOf(message),
    channelId: message.channel_id,
    authorId: message.author.id,
    asker: asker && { id: asker.id, name: asker.global_name ?? asker.username },
  };
};

/** The prompt that a person has just typed into a command or a form, or the text of a style. */
export const typedPrompt = (interaction: RepliableInteraction): string | undefined => {
  const typed: Record<string, OptionValue | FieldValue> = {
    ...(interaction.isChatInputCommand() && valuesOf(interaction)),
    ...(interaction.isModalSubmit() && fieldsOf(interaction)),
  };
  const { prompt, text } = typed;
  const long = prompt ?? text;
  return typeof long === 'string' ? long : undefined;
};
