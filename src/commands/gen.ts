import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { choicesFor, isPrivateFor, styleOption, suggestStyles } from './requests/choices.ts';
import { defineCommand } from './framework/command.ts';
import type { CommandText } from '../messages/words/words.ts';
import {
  aspectRatioOption,
  hookUrlOption,
  pictureUrl,
  privateOption,
  promptOption,
  spoilerOption,
} from './requests/options.ts';
import { picturesToStartFrom, startFromOption } from './card/start-from.ts';
import { submitOptions } from './requests/typed.ts';

const referenceOption = <const N extends CommandText>(name: N) =>
  ({ type: ApplicationCommandOptionType.Attachment, name, description: name }) as const;

/** `/gen`: one picture from a prompt, from scratch or from reference pictures. */
export const gen = defineCommand(
  {
    name: 'gen',
    description: 'gen',
    options: [
      promptOption,
      aspectRatioOption,
      {
        type: ApplicationCommandOptionType.String,
        name: 'size',
        description: 'size',
        choices: [
          { name: '1K', value: '1K' },
          { name: '4K', value: '4K' },
        ],
      },
      referenceOption('reference'),
      referenceOption('reference_2'),
      referenceOption('reference_3'),
      referenceOption('reference_4'),
      startFromOption,
      styleOption,
      privateOption,
      spoilerOption,
      {
        type: ApplicationCommandOptionType.String,
        name: 'model',
        description: 'model',
        choices: [{ name: 'gen-image-2', value: 'gen-image-2' }],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'output_size',
        description: 'output_size',
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'reference_urls',
        description: 'reference_urls',
      },
      hookUrlOption,
    ],
  },
  isPrivateFor,
  async (values, context) => {
    const { style, defaults, refusal } = await choicesFor(values, context);
    const attached = [values.reference, values.reference_2, values.reference_3, values.reference_4];
    const others = await picturesToStartFrom(values.start_from, context);
    const exact = values.output_size !== undefined;
    const options = {
      prompt: values.prompt,
      style,
      model: values.model,
      // An exact size replaces the ratio and needs 4K, so defaults must not conflict with it.
      aspectRatio: values.aspect_ratio ?? (exact ? undefined : defaults.aspectRatio),
      size: values.size ?? (exact ? undefined : defaults.size),
      outputSize: values.output_size,
      references: [...attached.filter((attachment) => attachment !== undefined).map(pictureUrl), ...others],
      referenceUrls: values.reference_urls,
      hookUrl: values.hook_url,
    };
    const request = { family: 'gen' as const, options };
    const { private: isPrivate = defaults.isPrivate ?? false, spoiler = defaults.spoiler ?? false } = values;
    return submitOptions({ request, isPrivate, spoiler }, context, { defaults, refusal });
  },
  suggestStyles,
);
