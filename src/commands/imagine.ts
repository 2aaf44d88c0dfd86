import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { asksPrivately, MAX_WITHOUT_LENGTH } from '../services/requests/prompt.ts';
import { choicesFor, answersFor, styleOption, suggestStyles } from './requests/choices.ts';
import { defineCommand } from './framework/command.ts';
import {
  aspectRatioOption,
  hookUrlOption,
  privateOption,
  promptOption,
  spoilerOption,
} from './requests/options.ts';
import { requested } from './requests/request.ts';

/** `/imagine`: four pictures from a prompt. */
export const imagine = defineCommand({
  name: 'imagine',
  options: [
    promptOption,
    aspectRatioOption,
    {
      type: ApplicationCommandOptionType.String,
      name: 'mode',
      choices: ['fast', 'relaxed'],
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'without',
      max_length: MAX_WITHOUT_LENGTH,
    },
    styleOption,
    privateOption,
    spoilerOption,
    {
      type: ApplicationCommandOptionType.Integer,
      name: 'timeout',
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
    const request = { family: 'artgen' as const, options };
    return requested({ request, isPrivate, spoiler, notify: defaults }, context, refusal);
  },
  suggest: suggestStyles,
});
