import { spokenOf, type Language } from '../../messages/language.ts';
import { languageIn, type Settings } from '../../services/guilds/settings.ts';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { MessageControls, MessagePicture } from '../../messages/message.ts';
import type { Owner } from '../../services/accounts/api-key-rows.ts';
import type { OpenedForm } from '../../services/jobs/form-job.ts';

/** A person's action and its place, as plain data: all that is left of an event behind the router. */
export interface Invocation {
  /** The fields for an answer; absent for a reaction, which can only be answered with a message. */
  interaction?: { id: string; token: string };
  /** The submitted form, where that costs money. */
  form?: OpenedForm;
  applicationId: string;
  /** When Easel saw it, in milliseconds by the clock that can't be set. */
  receivedAt: number;
  personId: string;
  /** The person's permissions in this channel, as Discord's bits. */
  personPermissions: bigint;
  /** The person's roles in the server. */
  roleIds: readonly string[];
  /** The person's language, as Discord names it. */
  locale: string;
  /** The server's language, as Discord names it; absent in direct messages, and where it wasn't told. */
  serverLocale?: string | undefined;
  guildId?: string | undefined;
  channelId: string;
  /** `private-channel`: a direct message or group between people, to which the bot does not belong. */
  context: 'guild' | 'bot-dm' | 'private-channel';
  /** Whether the bot itself is a member here, as far as can be told. */
  botIsHere: boolean;
  /** The bot's permissions in this channel. */
  botPermissions: bigint;
  /** The largest file, in bytes, that an answer may carry. */
  attachmentLimitBytes: number;
  /** Whether the channel is a thread, where other permissions count. */
  inThread: boolean;
  /** The channel that the thread belongs to, such as its forum. */
  parentId?: string | undefined;
  /** The message whose component was used, or that was reacted to, with the pictures it shows, as far as they are known. */
  message?:
    | ({ id: string; ephemeral: boolean; pictures: readonly MessagePicture[] } & Partial<MessageControls>)
    | undefined;
}

/** Whether permission bits hold a permission. Administrators hold all of them. */
export const hasPermission = (held: bigint, permission: bigint): boolean =>
  (held & PermissionFlagsBits.Administrator) !== 0n || (held & permission) === permission;

/** Whether a person may manage the server in which they act. */
export const managesServer = ({ context, personPermissions }: Invocation): boolean =>
  context === 'guild' && hasPermission(personPermissions, PermissionFlagsBits.ManageGuild);

/**
 * The server whose rules apply: none in direct messages, and none where a person brought Easel along into a server that
 * has not got it.
 */
export const serverOf = ({ guildId, botIsHere }: Invocation): string | undefined =>
  botIsHere ? guildId : undefined;

/** Whose key and limits apply: the server's, or where no server's rules do, those of the acting person. */
export const ownerHere = (invocation: Invocation): Owner => ({
  personId: invocation.personId,
  guildId: serverOf(invocation),
});

/** The language for what a person alone reads: their own if Easel speaks it, else English. */
export const languageOf = ({ locale }: Invocation): Language => spokenOf(locale);

/** The language of cards: the server's, or in direct messages the person's own. */
export const languageFor = (invocation: Invocation, settings: Settings): Language =>
  serverOf(invocation) === undefined ? languageOf(invocation) : spokenOf(languageIn(settings));
