import type { APIEmbed } from 'discord-api-types/v10';
import type { ActionRow } from './components.ts';
import { parseUrl } from '../lib/url.ts';

/** A message: the fields that Discord's edit and create routes share. */
export interface MessageBody {
  content?: string;
  embeds?: APIEmbed[];
  components?: ActionRow[];
}

/** A file that goes with a message. */
export interface MessageFile {
  name: string;
  data: Buffer;
  /** Read out to people who can't see it. */
  altText: string;
}

/** A message with its files. */
export interface OutgoingMessage {
  body: MessageBody;
  files: readonly MessageFile[];
  /** The only person that a mention in it notifies. */
  mentions?: string;
  /** Sends no notification. */
  isSilent?: boolean;
}

/** A message with the files that go with it. */
export interface FullMessage {
  message: MessageBody;
  files: readonly MessageFile[];
  /** Frees the memory of the files. Called once the message was sent or can't be sent. */
  release: () => void;
}

/** A picture that a message shows. */
export interface MessagePicture {
  /** An address at which it can be fetched now. */
  url: string;
  /** The file's name; may be empty. */
  name: string;
  /** The message hides it until it is clicked. */
  isSpoiler?: true | undefined;
  /** In pixels, where Discord knows them. */
  width?: number | undefined;
  height?: number | undefined;
}

/** In a file's name, what tells a smaller copy of a picture from the picture itself. */
export const SMALLER_COPY = '-smaller';

/** Whether the file in Discord is a smaller copy that the bot made. */
export const isSmallerCopy = ({ url }: MessagePicture): boolean =>
  parseUrl(url)?.pathname.includes(`${SMALLER_COPY}.`) ?? false;

/** Discord's default upload limit: https://docs.discord.com/developers/reference#uploading-files */
export const DEFAULT_FILE_LIMIT_BYTES = 10 * 1_048_576;

/** The facts in a message that actions need. */
export interface MessageControls {
  /** Whose interaction it answers; absent for messages that answer none. */
  askedBy?: string | undefined;
  /** Those of its buttons and menus. */
  customIds: readonly string[];
}
