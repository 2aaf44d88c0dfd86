import type { Attachment } from '../../messages/forms.ts';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';

/** As many characters as Discord lets anybody type into an option, and the service takes them all. */
const MAX_TEXT_LENGTH = 6_000;

export const promptOption = {
  type: ApplicationCommandOptionType.String,
  name: 'prompt',
  description: 'prompt',
  required: true,
  max_length: MAX_TEXT_LENGTH,
} as const;

export const hookUrlOption = {
  type: ApplicationCommandOptionType.String,
  name: 'hook_url',
  description: 'hook_url',
} as const;

export const privateOption = {
  type: ApplicationCommandOptionType.Boolean,
  name: 'private',
  description: 'private',
} as const;

export const spoilerOption = {
  type: ApplicationCommandOptionType.Boolean,
  name: 'spoiler',
  description: 'spoiler',
} as const;

/**
 * The address of a picture that a person attached.
 *
 * @throws UserError not-a-picture
 */
export const pictureUrl = ({ filename, contentType, url }: Attachment): string => {
  // A drawing of vectors is a document, which the service does not read.
  const isPicture = contentType?.startsWith('image/') === true && !contentType.startsWith('image/svg');
  if (!isPicture) throw new UserError('not-a-picture', { filename });
  return url;
};
