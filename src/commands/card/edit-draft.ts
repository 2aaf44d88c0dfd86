import { UserError } from '../../lib/user-error.ts';
import { choicesFor, isPrivateFor } from '../requests/choices.ts';
import { pickedPictures, readPictureForm } from './picture-form.ts';
import { refreshReferences } from './refresh-references.ts';
import { mayUseCommands } from '../framework/rights.ts';
import { submit } from '../requests/submit.ts';
import type { Action } from '../framework/action.ts';

/** Starts the edit of somebody's pictures for which the form was opened in a message's menu. */
export const editDraft: Action = {
  name: 'edit-draft',
  answers: async (_use, context) => ((await isPrivateFor({}, context)) ? 'privately' : 'publicly'),
  run: async ({ subject: draftId, fields }, context) => {
    const { drafts, invocation, messenger } = context;
    mayUseCommands(invocation);
    const draft = await drafts.find(draftId, invocation.personId);
    if (!draft) throw new UserError('job-not-found');
    const urls = pickedPictures(fields).flatMap((number) => draft.pictureUrls[number - 1] ?? []);
    const { submission, notes } = readPictureForm(fields, urls);
    const { defaults } = await choicesFor({ prompt: submission.body.prompt }, context);
    const { link } = draft;
    const request = {
      submission: await refreshReferences(submission, messenger),
      notes,
      isPrivate: defaults.isPrivate ?? false,
      spoiler: defaults.spoiler ?? false,
      origin: { kind: 'picture-edited' as const, ...(link !== undefined && { link }) },
    };
    return submit(request, context);
  },
};
