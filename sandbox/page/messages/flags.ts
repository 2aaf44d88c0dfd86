import type { Message } from '../../discord/model.ts';
import { AttachmentFlags, MessageFlag, MessageType } from '../../discord/numbers.ts';
import { dayOf } from '../markdown/time.ts';

const has = (flags: number, flag: number): boolean => (flags & flag) !== 0;

export const isEphemeral = ({ flags, ephemeralTo }: Message): boolean =>
  has(flags, MessageFlag.Ephemeral) || ephemeralTo !== null;
export const isLoading = ({ flags }: Message): boolean => has(flags, MessageFlag.Loading);

/** Whether a file is hidden until it is pressed. */
export const isSpoilerFile = ({ flags = 0, filename }: { flags?: number; filename: string }): boolean =>
  has(flags, AttachmentFlags.IsSpoiler) || filename.startsWith('SPOILER_');

/** Discord shows the writer again after this time. */
const GROUP_WINDOW_MS = 7 * 60_000;

/** A message with how it stands to the one before it. */
export interface PlacedMessage {
  message: Message;
  /** Written by the same person shortly after: without picture and name. */
  continues: boolean;
  /** The day that begins with it, if one does. */
  day: string | null;
}

const timeOf = ({ timestamp }: Message): number => Date.parse(timestamp);
const isPlain = ({ type, message_reference, interaction_metadata }: Message): boolean =>
  type === MessageType.Default && !message_reference && !interaction_metadata;

const place = (message: Message, before: Message | undefined): PlacedMessage => {
  const day = dayOf(timeOf(message));
  const isNewDay = !before || dayOf(timeOf(before)) !== day;
  const continues =
    !isNewDay &&
    isPlain(message) &&
    before.author.id === message.author.id &&
    timeOf(message) - timeOf(before) < GROUP_WINDOW_MS;
  return { message, continues, day: isNewDay ? day : null };
};

/** How the messages of a channel stand to each other, oldest first. */
export const placed = (messages: readonly Message[]): PlacedMessage[] =>
  messages.map((message, index) => place(message, messages[index - 1]));
