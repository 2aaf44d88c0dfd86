import type { Message } from '../../discord/model.ts';
import { dayOf } from '../markdown/time.ts';

/** docs.discord.com/developers/resources/message#message-object-message-flags */
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const COMPONENTS_V2 = 1 << 15;
/** docs.discord.com/developers/resources/message#attachment-object-attachment-flags */
const IS_SPOILER = 1 << 3;

const has = (flags: number, flag: number): boolean => (flags & flag) !== 0;

export const isEphemeral = ({ flags, ephemeralTo }: Message): boolean =>
  has(flags, EPHEMERAL) || ephemeralTo !== null;
export const isLoading = ({ flags }: Message): boolean => has(flags, LOADING);
export const hasLayout = ({ flags }: Message): boolean => has(flags, COMPONENTS_V2);

/** Whether a file is hidden until it is pressed. */
export const isSpoilerFile = ({ flags = 0, filename }: { flags?: number; filename: string }): boolean =>
  has(flags, IS_SPOILER) || filename.startsWith('SPOILER_');

/** Discord shows the writer again after this time. */
const SAME_BREATH_MS = 7 * 60_000;

/** A message with how it stands to the one before it. */
export interface PlacedMessage {
  message: Message;
  /** Written by the same person in the same breath: without picture and name. */
  continues: boolean;
  /** The day that begins with it, if one does. */
  day: string | null;
}

const timeOf = ({ timestamp }: Message): number => Date.parse(timestamp);
const isPlain = ({ type, message_reference, interaction_metadata }: Message): boolean =>
  type === 0 && !message_reference && !interaction_metadata;

const place = (message: Message, before: Message | undefined): PlacedMessage => {
  const day = dayOf(timeOf(message));
  const isNewDay = !before || dayOf(timeOf(before)) !== day;
  const continues =
    !isNewDay &&
    isPlain(message) &&
    before.author.id === message.author.id &&
    timeOf(message) - timeOf(before) < SAME_BREATH_MS;
  return { message, continues, day: isNewDay ? day : null };
};

/** How the messages of a channel stand to each other, oldest first. */
export const placed = (messages: readonly Message[]): PlacedMessage[] =>
  messages.map((message, index) => place(message, messages[index - 1]));
