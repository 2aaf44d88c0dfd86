import { JobNotFoundError } from '../../services/jobs/errors.ts';
import { pickedPictures, readPictureForm } from '../forms/picture-form.ts';
import { withLivingReferences } from '../living-references.ts';
import { mayUseCommands } from '../rights.ts';
import { submit } from '../submit.ts';
import type { Action } from './action.ts';

/** Starts the edit of somebody's pictures for which the form was opened in a message's menu. */
export const editDraft: Action = {
  name: 'edit-draft',
  answers: 'publicly',
  run: async ({ subject: draftId, fields }, context) => {
    const { drafts, invocation, messenger } = context;
    mayUseCommands(invocation);
    const draft = await drafts.find(draftId, invocation.personId);
    if (!draft) throw new JobNotFoundError(draftId);
    const urls = pickedPictures(fields).flatMap((number) => draft.pictureUrls[number - 1] ?? []);
    const { submission, notes } = readPictureForm(fields, urls);
    const { link } = draft;
    return submit(
      {
        submission: await withLivingReferences(submission, draftId, messenger),
        notes,
        isPrivate: false,
        origin: { kind: 'picture-edited', ...(link !== undefined && { link }) },
      },
      context,
    );
  },
};
