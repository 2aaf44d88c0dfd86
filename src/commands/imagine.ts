import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { choicesFor, isPrivateFor, presetOption, suggestPresets } from './requests/choices.ts';
import { defineCommand } from './framework/command.ts';
import { hookUrlOption, privateOption, promptOption, spoilerOption } from './requests/options.ts';
import { submitOptions } from './requests/submit.ts';

/** `/imagine`: four pictures from a prompt. */
export const imagine = defineCommand(
  {
    name: 'imagine',
    description: 'imagine',
    options: [
      promptOption,
      {
        type: ApplicationCommandOptionType.String,
        name: 'mode',
        description: 'mode',
        choices: [
          { name: 'fast', value: 'fast' },
          { name: 'relaxed', value: 'relaxed' },
        ],
      },
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'timeout',
        description: 'timeout',
      },
      hookUrlOption,
      privateOption,
      spoilerOption,
      presetOption,
    ],
  },
  isPrivateFor,
  async (values, context) => {
    const { prompt, typed, defaults } = await choicesFor(values, context);
    const { mode = defaults.mode, timeout, hook_url: hookUrl } = values;
    const { private: isPrivate = defaults.isPrivate ?? false, spoiler = defaults.spoiler ?? false } = values;
    const request = { family: 'artgen' as const, options: { prompt, mode, timeout, hookUrl } };
    return submitOptions({ request, isPrivate, spoiler }, context, { typed, defaults });
  },
  suggestPresets,
);
