import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../lib/user-error.ts';
import {
  chosenIn,
  MAX_FIELD_LENGTH,
  modal,
  textField,
  textOf,
  type FieldValues,
  type Modal,
} from '../../messages/forms.ts';
import { addressesIn } from '../../services/image-api/addresses.ts';
import { splitPrompt, type SplitPrompt } from '../../services/image-api/prompt.ts';
import {
  buildSubmission,
  optionsOf,
  type ArtgenOptions,
  type GenOptions,
  type RequestOptions,
} from '../../services/image-api/request-rules.ts';
import { ASPECT_RATIOS } from '../../services/image-api/wire.ts';
import { customId, type CustomId } from '../../messages/custom-id.ts';
import { asTheJob, ended, jobAction } from '../framework/job-action.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Reply } from '../framework/reply.ts';
import { optionField, withoutField } from '../requests/fields.ts';
import { keepingRequest } from '../requests/refusal.ts';
import { refusePublic } from '../requests/typed.ts';
import { asIn, startFrom, withoutPersonalParts } from './regenerate.ts';
import { offeringReferences } from './renew-references.ts';
import { FOR_ALL } from '../framework/may.ts';

const MAX_OUTPUT_SIZE_LENGTH = 40;

/** The prompt in the form. Its flags for the shape, and for what is not wanted, have fields of their own. */
const shownOf = ({ prompt, defaults = {}, ...options }: ArtgenOptions): SplitPrompt => {
  const split = splitPrompt(prompt);
  return {
    prompt: split.prompt,
    aspectRatio: split.aspectRatio ?? options.aspectRatio ?? defaults.aspectRatio,
    without: split.without ?? options.without ?? defaults.without,
  };
};

const artgenFields = ({ aspectRatio, without }: SplitPrompt, mode: ArtgenOptions['mode'], words: Words) => {
  const choices = [...new Set([...ASPECT_RATIOS, ...(aspectRatio === undefined ? [] : [aspectRatio])])];
  return [
    optionField('aspectRatio', aspectRatio, words, { choices }),
    withoutField(without, words),
    optionField('mode', mode, words),
  ];
};

/** The addresses of the pictures from which a request starts, one a line. */
const linksOf = ({ references = [], referenceUrls = '' }: GenOptions): string =>
  [...references, ...addressesIn(referenceUrls)].join('\n');

/** A form has five fields: where there are pictures, their addresses stand for the model. */
const linksOrModel = (options: GenOptions, words: Words) => {
  const links = linksOf(options);
  return links === '' || links.length > MAX_FIELD_LENGTH
    ? optionField('model', options.model, words)
    : textField('references', {
        label: words.options.references,
        isLong: true,
        isOptional: true,
        maxLength: MAX_FIELD_LENGTH,
        value: links,
      });
};

const genFields = ({ aspectRatio, size, outputSize, ...options }: GenOptions, words: Words) => [
  linksOrModel(options, words),
  optionField('aspectRatio', aspectRatio, words),
  optionField('size', size, words),
  textField('outputSize', {
    label: words.options.outputSize,
    isOptional: true,
    maxLength: MAX_OUTPUT_SIZE_LENGTH,
    value: outputSize,
    placeholder: '2560x1440',
  }),
];

/**
 * The form in which a prompt and its options are changed.
 *
 * @throws UserError prompt-too-long-to-edit
 */
export const promptForm = (request: RequestOptions, id: CustomId, words: Words): Modal => {
  const { options, card } = words;
  const shown: SplitPrompt = request.family === 'artgen' ? shownOf(request.options) : request.options;
  const { prompt } = shown;
  const { style } = request.options;
  if (prompt.length > MAX_FIELD_LENGTH)
    throw new UserError('prompt-too-long-to-edit', { length: prompt.length, limit: MAX_FIELD_LENGTH });
  const fields =
    request.family === 'artgen'
      ? artgenFields(shown, request.options.mode, words)
      : genFields(request.options, words);
  const field = {
    label: options.prompt,
    ...(style && { description: options.inStyle(style.name) }),
    isLong: true,
    maxLength: MAX_FIELD_LENGTH,
    value: prompt,
  };
  return modal(id, card.buttons.editPrompt, [textField('prompt', field), ...fields]);
};

const changedArtgen = (before: ArtgenOptions, fields: FieldValues): ArtgenOptions => {
  const typed = {
    prompt: textOf(fields, 'prompt'),
    aspectRatio: chosenIn(fields, 'aspectRatio'),
    without: chosenIn(fields, 'without'),
  };
  // The order of the flags stays where nothing was changed.
  const isSame = isDeepStrictEqual(typed, shownOf(before));
  const mode = chosenIn(fields, 'mode');
  return { ...before, ...(!isSame && { ...typed, defaults: undefined }), mode };
};

/** The pictures of the form, where it has them. */
const changedLinks = (before: GenOptions, fields: FieldValues): Partial<GenOptions> => {
  if (fields['references'] === undefined) return { model: chosenIn(fields, 'model') };
  const links = textOf(fields, 'references');
  return links === linksOf(before) ? {} : { references: [], referenceUrls: links, pictureRatio: undefined };
};

const changedGen = (before: GenOptions, fields: FieldValues): GenOptions => ({
  ...before,
  ...changedLinks(before, fields),
  prompt: textOf(fields, 'prompt'),
  aspectRatio: chosenIn(fields, 'aspectRatio'),
  size: chosenIn(fields, 'size'),
  outputSize: chosenIn(fields, 'outputSize'),
});

/** A request's options with the changes from its form. What isn't in the form doesn't change. */
export const readPromptForm = ({ family, options }: RequestOptions, fields: FieldValues): RequestOptions =>
  family === 'artgen'
    ? { family, options: changedArtgen(options, fields) }
    : { family, options: changedGen(options, fields) };

/** Whether a request still starts from a picture of the earlier one. */
export const keepsPicture = (before: RequestOptions, after: RequestOptions): boolean =>
  before.family === 'gen' &&
  after.family === 'gen' &&
  linksOf(after.options)
    .split('\n')
    .some((link) => linksOf(before.options).split('\n').includes(link));

/** Changes the prompt and the options of a job in a modal, and asks for that as a new job. */
export const editPrompt = jobAction({
  name: 'edit-prompt',
  may: FOR_ALL,
  needs: ended,
  answers: 'at-once',
  run: (job, _use, context) => {
    const open = (): Reply => {
      // Checks before the person types whether they can use the pictures.
      const submission = withoutPersonalParts(job.submission, job, context.invocation.personId);
      const request = optionsOf({ ...job, submission });
      const modal = promptForm(request, customId('edit-prompt', job.id), context.words);
      return { kind: 'modal', modal };
    };
    return offeringReferences(job.id, open, context.words);
  },
  form: {
    answers: asTheJob,
    isPaid: true,
    run: async (job, { fields }, context) => {
      const start = async (): Promise<Reply> => {
        const submission = withoutPersonalParts(job.submission, job, context.invocation.personId);
        const before = optionsOf({ ...job, submission });
        const request = readPromptForm(before, fields);
        const sources = keepsPicture(before, request) ? (job.sources ?? []) : [];
        const refused = { request, ...asIn(job, 'prompt-edited'), sources };
        const built = await keepingRequest(refused, () => {
          refusePublic(request, refused.isPrivate);
          return buildSubmission(request);
        });
        return startFrom(job, { ...built, kind: 'prompt-edited', sources }, context);
      };
      return offeringReferences(job.id, start, context.words);
    },
  },
});
