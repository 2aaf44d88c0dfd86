import type { Message } from '../../discord/model.ts';

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
