import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10';
import type { FieldValue, Attachment } from '../../messages/forms.ts';
import type { OptionValue, TargetMessage } from '../../commands/framework/command.ts';
import { DEFAULT_FILE_LIMIT_BYTES, type Invocation } from '../../commands/framework/invocation.ts';
import {
  parseInteraction,
  type RawAttachment,
  type RawField,
  type RawInteraction,
  type RawMessage,
  type RawOption,
} from './interaction-payload.ts';
import { messageControls } from '../rest/message-controls.ts';
import { messagePictures } from '../rest/message-pictures.ts';
import { isThread } from '../rest/permissions.ts';

const ATTACHMENT: number = ApplicationCommandOptionType.Attachment;
const MESSAGE_COMMAND: number = ApplicationCommandType.Message;
const TYPES: Partial<Record<number, IncomingInteraction['kind']>> = {
  [InteractionType.ApplicationCommand]: 'command',
  [InteractionType.ApplicationCommandAutocomplete]: 'autocomplete',
  [InteractionType.MessageComponent]: 'component',
  [InteractionType.ModalSubmit]: 'modal',
};

/** The fields for answering an interaction. */
export interface InteractionReference {
  interactionId: string;
  token: string;
  applicationId: string;
}

/** An interaction by its kind. */
export type IncomingInteraction = InteractionReference & {
  invocation: Invocation;
} & (
    | { kind: 'command'; path: readonly string[]; values: Record<string, OptionValue> }
    | { kind: 'message-command'; name: string; message: TargetMessage }
    | { kind: 'autocomplete'; path: readonly string[]; option: string; typed: string }
    | { kind: 'component'; customId: string; values: readonly string[] }
    | { kind: 'modal'; customId: string; fields: Record<string, FieldValue> }
    | { kind: 'other' }
  );

const attachmentOf = (raw: RawAttachment): Attachment => ({
  id: raw.id,
  filename: raw.filename,
  url: raw.url,
  ...(raw.content_type !== undefined && { contentType: raw.content_type }),
  sizeBytes: raw.size,
});

/** The names from the command down to the subcommand, and the options of the innermost. */
const descend = (data: NonNullable<RawInteraction['data']>): { path: string[]; options: RawOption[] } => {
  const path = [data.name ?? ''];
  let options: RawOption[] = data.options ?? [];
  for (let [only] = options; only?.options !== undefined; [only] = options) {
    path.push(only.name);
    options = only.options;
  }
  return { path, options };
};

const valuesOf = ({ data }: RawInteraction, options: readonly RawOption[]): Record<string, OptionValue> => {
  const attachments = data?.resolved?.attachments ?? {};
  const values = options.flatMap(({ name, type, value }): [string, OptionValue][] => {
    if (value === undefined) return [];
    if (type !== ATTACHMENT) return [[name, value]];
    const attachment = attachments[String(value)];
    return attachment ? [[name, attachmentOf(attachment)]] : [];
  });
  return Object.fromEntries(values);
};

const fieldsOf = ({ data }: RawInteraction): Record<string, FieldValue> => {
  const attachments = data?.resolved?.attachments ?? {};
  const parts = (data?.components ?? []).flatMap(
    ({ component, components, ...own }): RawField[] => components ?? [component ?? own],
  );
  const fields = parts.flatMap(({ custom_id: name, value, values }): [string, FieldValue][] => {
    if (name === undefined) return [];
    if (values === undefined) return value === undefined || value === null ? [] : [[name, value]];
    const files = values.flatMap((id) => attachments[id] ?? []).map(attachmentOf);
    return [[name, files.length > 0 ? files : values]];
  });
  return Object.fromEntries(fields);
};

const targetMessageOf = (raw: RawMessage): TargetMessage => ({
  id: raw.id,
  channelId: raw.channel_id,
  authorId: raw.author?.id ?? '',
  pictures: messagePictures(raw),
});

const contextOf = ({ context, guild_id: guildId }: RawInteraction): Invocation['context'] => {
  if (context === InteractionContextType.PrivateChannel) return 'private-channel';
  return guildId === undefined ? 'bot-dm' : 'guild';
};

const isEphemeral = ({ flags = 0 }: RawMessage): boolean => (flags & MessageFlags.Ephemeral) !== 0;

/** Other channels have a parent too: their category. */
const threadOf = ({ channel }: RawInteraction): Pick<Invocation, 'inThread' | 'parentId'> => {
  if (!isThread({ type: channel?.type ?? ChannelType.GuildText })) return { inThread: false };
  return { inThread: true, ...(channel?.parent_id && { parentId: channel.parent_id }) };
};

const invocationOf = (raw: RawInteraction, receivedAt: number): Invocation => {
  const { guild_id: guildId, message, member, authorizing_integration_owners: owners } = raw;
  return {
    interaction: { id: raw.id, token: raw.token },
    applicationId: raw.application_id,
    receivedAt,
    personId: (member?.user ?? raw.user)?.id ?? '',
    personPermissions: member?.permissions ?? '0',
    roleIds: member?.roles ?? [],
    locale: raw.locale ?? 'en-US',
    ...(guildId !== undefined && { guildId }),
    channelId: raw.channel_id,
    context: contextOf(raw),
    botIsHere: guildId !== undefined && owners?.[ApplicationIntegrationType.GuildInstall] !== undefined,
    botPermissions: raw.app_permissions ?? '0',
    attachmentLimitBytes: raw.attachment_size_limit ?? DEFAULT_FILE_LIMIT_BYTES,
    ...threadOf(raw),
    ...(message && {
      message: {
        id: message.id,
        ephemeral: isEphemeral(message),
        pictures: messagePictures(message),
        ...messageControls(message),
      },
    }),
  };
};

const commandOf = (raw: RawInteraction, data: NonNullable<RawInteraction['data']>) => {
  if (data.type === MESSAGE_COMMAND) {
    const message = data.resolved?.messages?.[data.target_id ?? ''];
    if (message)
      return { kind: 'message-command' as const, name: data.name ?? '', message: targetMessageOf(message) };
  }
  const { path, options } = descend(data);
  return { kind: 'command' as const, path, values: valuesOf(raw, options) };
};

const suggestionOf = (data: NonNullable<RawInteraction['data']>) => {
  const { path, options } = descend(data);
  const focused = options.find((option) => option.focused === true);
  return {
    kind: 'autocomplete' as const,
    path,
    option: focused?.name ?? '',
    typed: String(focused?.value ?? ''),
  };
};

const partOf = (raw: RawInteraction) => {
  const { data } = raw;
  const kind = TYPES[raw.type];
  if (data && kind === 'command') return commandOf(raw, data);
  if (data && kind === 'autocomplete') return suggestionOf(data);
  const customId = data?.custom_id;
  if (customId !== undefined && kind === 'component') return { kind, customId, values: data?.values ?? [] };
  if (customId !== undefined && kind === 'modal') return { kind, customId, fields: fieldsOf(raw) };
  return { kind: 'other' as const };
};

/**
 * Reads an INTERACTION_CREATE event.
 *
 * @param receivedAt by Easel's clock, in milliseconds since the epoch.
 * @throws when the event is invalid.
 */
export const readInteraction = (event: unknown, receivedAt: number): IncomingInteraction => {
  const raw = parseInteraction(event);
  return {
    interactionId: raw.id,
    token: raw.token,
    applicationId: raw.application_id,
    invocation: invocationOf(raw, receivedAt),
    ...partOf(raw),
  };
};

/** The prompt that a person has just typed into a command or a form. */
export const typedPrompt = (incoming: IncomingInteraction): string | undefined => {
  const typed: Record<string, OptionValue | FieldValue> = {
    ...(incoming.kind === 'command' && incoming.values),
    ...(incoming.kind === 'modal' && incoming.fields),
  };
  const { prompt } = typed;
  return typeof prompt === 'string' ? prompt : undefined;
};

/** An interaction that needs an answer. */
export interface PendingInteraction extends InteractionReference {
  receivedAt: number;
  /** Whether a component or modal was used, rather than a command typed. */
  isClick: boolean;
}

/** What is needed to answer it. */
export const pendingOf = ({
  kind,
  interactionId,
  token,
  applicationId,
  invocation: { receivedAt },
}: IncomingInteraction): PendingInteraction => ({
  interactionId,
  token,
  applicationId,
  receivedAt,
  isClick: kind === 'component' || kind === 'modal',
});
