import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { asksPrivately, MAX_WITHOUT_LENGTH } from '../services/image-api/prompt.ts';
import { choicesFor, answersFor, styleOption, suggestStyles } from './requests/choices.ts';
import { defineCommand } from './framework/command.ts';
import {
  aspectRatioOption,
  hookUrlOption,
  privateOption,
  promptOption,
  spoilerOption,
} from './requests/options.ts';
import { submitOptions } from './requests/typed.ts';

/** `/imagine`: four pictures from a prompt. */
export const imagine = defineCommand({
  name: 'imagine',
  description: { en: 'Make four pictures from a prompt', de: 'Vier Bilder aus einem Prompt erstellen' },
  options: [
    promptOption,
    aspectRatioOption,
    {
      type: ApplicationCommandOptionType.String,
      name: 'mode',
      description: {
        en: 'How soon it is made: fast (default), or relaxed, which can take longer',
        de: 'Wie bald es gemacht wird: fast (Standard) oder relaxed, was länger dauern kann',
      },
      choices: [
        { name: 'fast', value: 'fast' },
        { name: 'relaxed', value: 'relaxed' },
      ],
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'without',
      description: {
        en: 'What the pictures must not show, such as: text, people',
        de: 'Was auf den Bildern nicht zu sehen sein darf, etwa: Text, Menschen',
      },
      max_length: MAX_WITHOUT_LENGTH,
    },
    styleOption,
    privateOption,
    spoilerOption,
    {
      type: ApplicationCommandOptionType.Integer,
      name: 'timeout',
      description: {
        en: 'How long to wait for the pictures, in seconds, from 300 to 1,200. Default: 600',
        de: 'Wie lange auf die Bilder gewartet wird, in Sekunden, von 300 bis 1.200. Standard: 600',
      },
    },
    hookUrlOption,
  ],
  answers: answersFor,
  run: async (values, context) => {
    const { style, defaults, refusal } = await choicesFor(values, context);
    const { prompt, aspect_ratio: aspectRatio, without, mode = defaults.mode, timeout } = values;
    const { private: chosen = defaults.isPrivate ?? false, spoiler = defaults.spoiler ?? false } = values;
    const isPrivate = chosen || asksPrivately(prompt);
    const written = { prompt, style, aspectRatio, without, defaults };
    const options = { ...written, mode, timeout, hookUrl: values.hook_url };
    return submitOptions({ request: { family: 'artgen', options }, isPrivate, spoiler }, context, {
      defaults,
      refusal,
    });
  },
  suggest: suggestStyles,
});
