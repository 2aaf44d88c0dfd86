import type { Attachment } from '../../messages/forms.ts';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import { isPictureFile, isSpoilerFile } from '../../messages/picture-files.ts';
import type { Reference } from '../../services/jobs/drafts.ts';

/** As many characters as Discord lets anybody type into an option, and the service takes them all. */
const MAX_TEXT_LENGTH = 6_000;

export const promptOption = {
  type: ApplicationCommandOptionType.String,
  name: 'prompt',
  description: { en: 'What the picture should show', de: 'Was auf dem Bild zu sehen sein soll' },
  required: true,
  max_length: MAX_TEXT_LENGTH,
} as const;

export const aspectRatioOption = {
  type: ApplicationCommandOptionType.String,
  name: 'aspect_ratio',
  description: {
    en: 'The shape of the picture. By default the image service chooses',
    de: 'Die Form des Bildes. Standardmäßig wählt der Bilderdienst',
  },
  choices: [
    { name: { en: '1:1 square', de: '1:1 quadratisch' }, value: '1:1' },
    { name: { en: '16:9 wide', de: '16:9 breit' }, value: '16:9' },
    { name: { en: '9:16 tall', de: '9:16 hoch' }, value: '9:16' },
    { name: '4:3', value: '4:3' },
    { name: '3:4', value: '3:4' },
    { name: '2:1', value: '2:1' },
    { name: '1:2', value: '1:2' },
  ],
} as const;

export const hookUrlOption = {
  type: ApplicationCommandOptionType.String,
  name: 'hook_url',
  description: {
    en: 'Your own URL for the image service to call when the picture is done',
    de: 'Deine eigene URL, die der Bilderdienst aufruft, wenn das Bild fertig ist',
  },
} as const;

export const privateOption = {
  type: ApplicationCommandOptionType.Boolean,
  name: 'private',
  description: { en: 'Only you can see the pictures', de: 'Nur du siehst die Bilder' },
} as const;

export const spoilerOption = {
  type: ApplicationCommandOptionType.Boolean,
  name: 'spoiler',
  description: { en: 'Mark the pictures as spoilers', de: 'Die Bilder als Spoiler markieren' },
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
    ...(isSpoilerFile(file) && { isSpoiler: true }),
    ...(width !== undefined && height !== undefined && { width, height }),
  };
};
