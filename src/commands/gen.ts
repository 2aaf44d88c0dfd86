import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { isUserError, type UserError } from '../lib/user-error.ts';
import type { Attachment } from '../messages/forms.ts';
import type { Reference } from '../services/requests/ask.ts';
import { MODELS, SIZES } from '../services/requests/values.ts';
import { asksPrivately } from '../services/requests/prompt.ts';
import { nearestRatio } from '../services/requests/output-size.ts';
import { choicesFor, answersFor, styleOption, suggestStyles } from './requests/choices.ts';
import { defineCommand } from './framework/command.ts';
import type { CommandContext } from './framework/context.ts';
import {
  aspectRatioOption,
  hookUrlOption,
  attachedPicture,
  privateOption,
  promptOption,
  spoilerOption,
} from './requests/options.ts';
import { measured } from '../cards/picture-size.ts';
import { picturesToStartFrom, startFromOption } from './card/start-from-option.ts';
import { requested } from './requests/request.ts';

const referenceOption = <const N extends `reference${string}`>(name: N) =>
  ({ type: ApplicationCommandOptionType.Attachment, name }) as const;

/** The pictures from which a `/gen` starts, and why others can't be used: its request is kept with those that can. */
const picturesOf = async (
  files: readonly Attachment[],
  choice: Parameters<typeof picturesToStartFrom>[0],
  context: CommandContext,
): Promise<{ references: Reference[]; refusal: UserError | undefined }> => {
  const references: Reference[] = [];
  let refusal: UserError | undefined;
  const take = async (pictures: () => Reference[] | Promise<Reference[]>) => {
    try {
      references.push(...(await pictures()));
    } catch (error) {
      if (!isUserError(error)) throw error;
      refusal = error;
    }
  };
  for (const file of files) await take(() => [attachedPicture(file)]);
  await take(() => picturesToStartFrom(choice, context));
  return { references, refusal };
};

/** `/gen`: one picture from a prompt, from scratch or from reference pictures. */
export const gen = defineCommand({
  name: 'gen',
  options: [
    promptOption,
    aspectRatioOption,
    {
      type: ApplicationCommandOptionType.String,
      name: 'size',
      choices: SIZES,
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
      choices: MODELS,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'output_size',
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'reference_urls',
    },
    hookUrlOption,
  ],
  answers: answersFor,
  run: async (values, context) => {
    const { style, ratio, defaults, refusal: styleRefusal } = await choicesFor(values, context);
    const attached = [values.reference, values.reference_2, values.reference_3, values.reference_4];
    const files = attached.filter((file) => file !== undefined);
    const { references, refusal = styleRefusal } = await picturesOf(files, values.start_from, context);
    const exact = values.output_size !== undefined;
    const [only, another] = references;
    const isOnly = another === undefined && values.reference_urls === undefined;
    const shape = only && isOnly ? measured(only) : undefined;
    const options = {
      prompt: values.prompt,
      style,
      model: values.model,
      // An exact size replaces the ratio and needs 4K, so defaults must not conflict with it.
      aspectRatio: values.aspect_ratio,
      usualRatio: exact ? undefined : (ratio ?? (shape ? undefined : defaults.aspectRatio)),
      pictureRatio: shape && nearestRatio(shape),
      size: values.size ?? (exact ? undefined : defaults.size),
      outputSize: values.output_size,
      references: references.map(({ url }) => url),
      referenceUrls: values.reference_urls,
      hookUrl: values.hook_url,
    };
    const request = { family: 'gen' as const, options };
    const { private: isChosen = defaults.isPrivate ?? false, spoiler: chosen = defaults.spoiler } = values;
    const isPrivate = isChosen || asksPrivately(values.prompt);
    const spoiler = chosen === true || references.some(({ isSpoiler }) => isSpoiler === true);
    const sources = references.flatMap(({ source }) => source ?? []);
    return requested({ request, isPrivate, spoiler, sources, notify: defaults }, context, refusal);
  },
  suggest: suggestStyles,
});
