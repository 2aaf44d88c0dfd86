import { UserError } from '../../lib/user-error.ts';
import { customId, type CustomId } from '../../messages/custom-id.ts';
import {
  chosenIn,
  MAX_FIELD_LENGTH,
  modal,
  textField,
  textOf,
  type FieldValues,
  type Modal,
} from '../../messages/forms.ts';
import { asTheJob, ended, jobAction } from '../framework/job-action.ts';
import type { Words } from '../../messages/words/words.ts';
import {
  edited,
  formOf,
  linksOf,
  optionsOf,
  type RequestOptions,
} from '../../services/requests/families/index.ts';
import type { Job } from '../../services/jobs/job.ts';
import type { CommandContext } from '../framework/context.ts';
import { FOR_ALL } from '../framework/may.ts';
import type { Reply } from '../framework/reply.ts';
import { editField } from '../requests/fields.ts';
import { requested } from '../requests/request.ts';
import { askFrom, withoutPersonalParts } from './regenerate.ts';
import { offeringReferences } from './renew-references.ts';

/**
 * The form in which a prompt and its options are changed.
 *
 * @throws UserError prompt-too-long-to-edit
 */
export const promptForm = (request: RequestOptions, id: CustomId, words: Words): Modal => {
  const { options, card } = words;
  const { prompt, fields } = formOf(request, MAX_FIELD_LENGTH);
  const { style } = request.options;
  if (prompt.length > MAX_FIELD_LENGTH)
    throw new UserError('prompt-too-long-to-edit', { length: prompt.length, limit: MAX_FIELD_LENGTH });
  const field = {
    label: options.prompt,
    description: style && options.inStyle(style.name),
    isLong: true,
    maxLength: MAX_FIELD_LENGTH,
    value: prompt,
  };
  const shown = fields.map((one) => editField(one, words));
  return modal(id, card.buttons.editPrompt, [textField('prompt', field), ...shown]);
};

/** A request's options with the changes from its form. What isn't in the form doesn't change. */
export const readPromptForm = (request: RequestOptions, fields: FieldValues): RequestOptions =>
  edited(request, {
    prompt: textOf(fields, 'prompt'),
    aspectRatio: chosenIn(fields, 'aspectRatio'),
    without: chosenIn(fields, 'without'),
    mode: chosenIn(fields, 'mode'),
    model: chosenIn(fields, 'model'),
    size: chosenIn(fields, 'size'),
    outputSize: chosenIn(fields, 'outputSize'),
    references: fields['references'] === undefined ? undefined : textOf(fields, 'references'),
  });

/** Whether a request still starts from a picture of the earlier one. */
export const keepsPicture = (before: RequestOptions, after: RequestOptions): boolean => {
  const known = linksOf(before);
  return linksOf(after).some((link) => known.includes(link));
};

/** @throws UserError references-not-yours */
const optionsOfJob = (job: Job, { invocation }: CommandContext): RequestOptions => {
  const submission = withoutPersonalParts(job.submission, job, invocation.personId);
  return optionsOf({ ...job, submission });
};

/** Changes the prompt and the options of a job in a modal, and asks for that as a new job. */
export const editPrompt = jobAction({
  name: 'edit-prompt',
  may: FOR_ALL,
  needs: ended,
  answers: 'at-once',
  run: (job, _use, context) => {
    const open = (): Reply => {
      // Checks before the person types whether they can use the pictures.
      const request = optionsOfJob(job, context);
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
        const before = optionsOfJob(job, context);
        const request = readPromptForm(before, fields);
        const sources = keepsPicture(before, request) ? (job.sources ?? []) : [];
        return requested(await askFrom(job, { request, kind: 'prompt-edited', sources }, context), context);
      };
      return offeringReferences(job.id, start, context.words);
    },
  },
});
