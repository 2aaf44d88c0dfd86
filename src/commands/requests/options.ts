import type { Attachment } from '../../messages/forms.ts';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import { isPictureFile, isSpoilerFile } from '../../messages/picture-files.ts';
import type { Reference } from '../../services/requests/ask.ts';

/** As many characters as Discord lets anybody type into an option, and the service takes them all. */
const MAX_TEXT_LENGTH = 6_000;

export const promptOption = {
  type: ApplicationCommandOptionType.String,
  name: 'prompt',
  required: true,
  max_length: MAX_TEXT_LENGTH,
} as const;

export const aspectRatioOption = {
  type: ApplicationCommandOptionType.String,
  name: 'aspect_ratio',
  choices: ['1:1', '16:9', '9:16', '4:3', '3:4', '2:1', '1:2'],
} as const;

export const hookUrlOption = {
  type: ApplicationCommandOptionType.String,
  name: 'hook_url',
} as const;

export const privateOption = {
  type: ApplicationCommandOptionType.Boolean,
  name: 'private',
} as const;

export const spoilerOption = {
  type: ApplicationCommandOptionType.Boolean,
  name: 'spoiler',
} as const;

/**
 * A picture that a person attached.
 *
 * @throws UserError not-a-picture
 */
export const attachedPicture = (file: Attachment): Reference => {
  if (!isPictureFile(file)) throw new UserError('not-a-picture', { filename: file.filename });
  const { url, width, height } = file;
  return {
    url,
    isSpoiler: isSpoilerFile(file) ? true : undefined,
    ...(width !== undefined && height !== undefined && { width, height }),
  };
};
