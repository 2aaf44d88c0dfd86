import { isUserError } from '../../lib/user-error.ts';
import { button, buttonRows } from '../../messages/components.ts';
import { fileField, filesIn, modal } from '../../messages/forms.ts';
import { FAMILIES, factsOf, withReferences } from '../../services/requests/families/index.ts';
import { asTheJob, ended, jobAction } from '../framework/job-action.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Reply } from '../framework/reply.ts';
import { attachedPicture } from '../requests/options.ts';
import { requested } from '../requests/request.ts';
import { askFrom } from './regenerate.ts';
import { FOR_ALL } from '../framework/may.ts';

const FIELD = 'references';

type Missing = 'references-gone' | 'references-not-yours' | 'source-deleted';

const askForReferences = (jobId: string, why: Missing, { errors, forms }: Words): Reply => ({
  kind: 'private',
  message: {
    content: errors[why](undefined),
    components: buttonRows([
      button(customId('renew-references', jobId), forms.addPictures, { style: 'primary' }),
    ]),
  },
});

/** If a job's reference pictures are missing or belong to another person, says so and offers to add others. */
export const offeringReferences = async (
  jobId: string,
  work: () => Reply | Promise<Reply>,
  words: Words,
): Promise<Reply> => {
  const instead = (error: unknown): Reply | undefined =>
    isUserError(error, 'references-gone') ||
    isUserError(error, 'references-not-yours') ||
    isUserError(error, 'source-deleted')
      ? askForReferences(jobId, error.code, words)
      : undefined;
  try {
    const reply = await work();
    // Pictures of a prompt are changed there.
    const takesPictures = reply.kind === 'refused' && FAMILIES[reply.ask.request.family].mostReferences > 0;
    return (takesPictures ? instead(reply.error) : undefined) ?? reply;
  } catch (error) {
    const reply = instead(error);
    if (reply) return reply;
    throw error;
  }
};

/** Asks for new reference pictures and repeats the job with them. */
export const renewReferences = jobAction({
  name: 'renew-references',
  may: FOR_ALL,
  needs: ended,
  answers: 'at-once',
  run: (job, _use, context) => {
    const { submission } = job;
    const { forms } = context.words;
    const { mostReferences } = FAMILIES[submission.family];
    const max = Math.min(Math.max(factsOf(submission).references.length, 1), mostReferences);
    const files = fileField(FIELD, {
      label: max === 1 ? forms.reference : forms.references(max),
      max,
    });
    return {
      kind: 'modal',
      modal: modal(customId('renew-references', job.id), forms.addPictures, [files]),
    };
  },
  form: {
    answers: asTheJob,
    isPaid: true,
    run: async (job, { fields }, context) => {
      const { submission, notes, shownPrompt, style } = job;
      const added = filesIn(fields, FIELD).map(attachedPicture);
      if (FAMILIES[submission.family].mostReferences === 0 || added.length === 0)
        return askForReferences(job.id, 'references-gone', context.words);
      const renewed = withReferences(
        submission,
        added.map(({ url }) => url),
      );
      const spoiler = added.some(({ isSpoiler }) => isSpoiler === true);
      const built = { submission: renewed, notes, shownPrompt, style };
      const ask = await askFrom(job, { kind: 'again', built, spoiler, sources: [] }, context);
      return requested(ask, context);
    },
  },
});
