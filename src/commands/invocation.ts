/** A file that a person attached to a command. */
export interface Attachment {
  id: string;
  filename: string;
  url: string;
  contentType?: string;
  sizeBytes: number;
}

/** Who did something, and where, as plain data: all that is left of an interaction behind the router. */
export interface Invocation {
  interactionId: string;
  token: string;
  applicationId: string;
  /** When Discord made the interaction, in milliseconds since the epoch by Discord's clock. */
  createdAt: number;
  /** When Easel saw it, by Easel's clock. */
  receivedAt: number;
  personId: string;
  /** What the person may do in this channel: Discord's permission bits, as a decimal number. */
  personPermissions: string;
  guildId?: string;
  channelId: string;
  /** `private-channel`: a direct message or group between people, to which the bot does not belong. */
  context: 'guild' | 'bot-dm' | 'private-channel';
  /** Whether the bot itself is a member here, as far as can be told. */
  botIsHere: boolean;
  /** What the bot may do in this channel. */
  botPermissions: string;
  /** The largest file, in bytes, that an answer to this interaction may carry. */
  attachmentLimitBytes: number;
  /** The message whose button was pressed. */
  message?: { id: string; ephemeral: boolean };
}

/** Whether permission bits hold a permission. Administrators hold all of them. */
export const hasPermission = (bits: string, permission: bigint): boolean => {
  const ADMINISTRATOR = 1n << 3n;
  const held = BigInt(bits);
  return (held & ADMINISTRATOR) !== 0n || (held & permission) === permission;
};
