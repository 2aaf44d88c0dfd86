import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { buildGenRequest } from '../services/image-api/request-rules.ts';
import { choicesFor, isPrivateFor, presetOption, suggestPresets } from './requests/choices.ts';
import { defineCommand } from './framework/command.ts';
import { hookUrlOption, pictureUrl, privateOption, promptOption, spoilerOption } from './requests/options.ts';
import { submit } from './requests/submit.ts';

const referenceOption = <const N extends string>(name: N, description: string) =>
  ({ type: ApplicationCommandOptionType.Attachment, name, description }) as const;

/** `/gen`: one picture from a prompt, from scratch or from reference pictures. */
export const gen = defineCommand(
  {
    name: 'gen',
    description: 'Make or edit a picture from a prompt and your own pictures',
    options: [
      promptOption,
      {
        type: ApplicationCommandOptionType.String,
        name: 'model',
        description: 'Model. Default: Auto',
        choices: [{ name: 'gen-image-2', value: 'gen-image-2' }],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'aspect_ratio',
        description: 'Aspect ratio. Default: Auto',
        choices: [
          { name: '1:1 square', value: '1:1' },
          { name: '16:9 wide', value: '16:9' },
          { name: '9:16 tall', value: '9:16' },
          { name: '4:3', value: '4:3' },
          { name: '3:4', value: '3:4' },
          { name: '2:1', value: '2:1' },
          { name: '1:2', value: '1:2' },
        ],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'size',
        description: 'Size. Default: 1K. 4K keeps unedited parts of a picture better',
        choices: [
          { name: '1K', value: '1K' },
          { name: '4K', value: '4K' },
        ],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'output_size',
        description: 'Exact size in pixels, such as 1920x1080, instead of an aspect ratio. Needs size 4K',
      },
      referenceOption('reference', 'A picture to start from'),
      referenceOption('reference_2', 'A second picture'),
      referenceOption('reference_3', 'A third picture'),
      referenceOption('reference_4', 'A fourth picture'),
      {
        type: ApplicationCommandOptionType.String,
        name: 'reference_urls',
        description: 'Links to pictures to start from, separated by spaces or commas',
      },
      hookUrlOption,
      privateOption,
      spoilerOption,
      presetOption,
    ],
  },
  isPrivateFor,
  async (values, context) => {
    const { prompt, defaults } = await choicesFor(values, context);
    const attached = [values.reference, values.reference_2, values.reference_3, values.reference_4];
    const exact = values.output_size !== undefined;
    const { body, notes } = buildGenRequest({
      prompt,
      model: values.model,
      // Exact pixels stand instead of a ratio and need a size of their own: no default may speak against them.
      aspectRatio: values.aspect_ratio ?? (exact ? undefined : defaults.aspectRatio),
      size: values.size ?? (exact ? undefined : defaults.size),
      outputSize: values.output_size,
      references: attached.filter((attachment) => attachment !== undefined).map(pictureUrl),
      referenceUrls: values.reference_urls,
      hookUrl: values.hook_url,
    });
    const submission = { family: 'gen' as const, body };
    const { private: isPrivate = defaults.isPrivate ?? false, spoiler = defaults.spoiler ?? false } = values;
    return submit({ submission, notes, isPrivate, spoiler, defaults }, context);
  },
  suggestPresets,
);
