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

export const aspectRatioOption = {
  type: ApplicationCommandOptionType.String,
  name: 'aspect_ratio',
  description: 'aspect_ratio',
  choices: [
    { name: '1:1 square', value: '1:1', text: 'square' },
    { name: '16:9 wide', value: '16:9', text: 'wide' },
    { name: '9:16 tall', value: '9:16', text: 'tall' },
    { name: '4:3', value: '4:3' },
    { name: '3:4', value: '3:4' },
    { name: '2:1', value: '2:1' },
    { name: '1:2', value: '1:2' },
  ],
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
