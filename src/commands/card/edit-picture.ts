import { UserError } from '../../lib/user-error.ts';
import { messageLink } from '../../messages/markup.ts';
import type { Action } from '../framework/action.ts';
import { asTheJob, jobAction, pictured } from '../framework/job-action.ts';
import type { MessageCommand } from '../framework/command.ts';
import { customId } from '../../messages/custom-id.ts';
import { privateText } from '../framework/reply.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { choicesFor, answersFor } from '../requests/choices.ts';
import { replyTo, request as ask, requested } from '../requests/request.ts';
import { freshPicture } from './fresh-pictures.ts';
import { pickedPictures, pictureForm, readPictureForm } from './picture-form.ts';
import { staysAgeRestricted } from './posting-rights.ts';
import { measured, sizeOf } from '../../cards/picture-size.ts';
import { sourceOf } from '../requests/references.ts';
import { forgetMade } from './refused.ts';
import { askFrom } from './regenerate.ts';
import { trayId } from './tray.ts';
import { FOR_ALL, FOR_ONESELF } from '../framework/may.ts';

/** Edits a picture of a job with `/gen` and a description of the change. */
export const editPicture = jobAction({
  name: 'edit-picture',
  may: FOR_ALL,
  needs: pictured,
  answers: 'at-once',
  run: (job, { number = 1 }, context) => {
    const edited = { names: [], size: sizeOf(job, context.invocation.message?.pictures) };
    return {
      kind: 'modal',
      modal: pictureForm(edited, customId('edit-picture', job.id, number), context.words),
    };
  },
  form: {
    answers: asTheJob,
    isPaid: true,
    run: async (job, { number = 1, fields }, context) => {
      const { url } = await freshPicture(job, number, context);
      const request = readPictureForm(fields, [url]);
      return requested(await askFrom(job, { request, kind: 'picture-edited' }, context), context);
    },
  },
});

/** *Edit this picture* in a message's menu: edits pictures of any message, with words for the change. */
export const editThisPicture: MessageCommand = {
  name: 'edit',
  answers: 'at-once',
  run: async (message, context) => {
    const { drafts, invocation, words } = context;
    const { personId, guildId } = invocation;
    const { id: messageId, channelId, pictures } = message;
    if (pictures.length === 0) return privateText(words.pictures.noPicture);
    const source = await sourceOf(message, context);
    const draftId = await drafts.keep({
      kind: 'pictures',
      personId,
      link: messageLink({ guildId, channelId, messageId }),
      pictures: pictures.map(({ url, isSpoiler }) => ({ url, source, isSpoiler })),
    });
    const edited = { names: pictures.map(({ name }) => name), size: measured(pictures[0] ?? {}) };
    return { kind: 'modal', modal: pictureForm(edited, customId('edit-draft', draftId), words) };
  },
};

/** Handles the form from a message's menu: edits the message's pictures. */
export const editDraft: Action = {
  name: 'edit-draft',
  may: FOR_ONESELF,
  isPaid: true,
  answers: (_use, context) => answersFor({}, context),
  run: async ({ subject: draftId, fields }, context) => {
    const { drafts, invocation } = context;
    assertMayUseCommands(invocation);
    const draft = await drafts.find('pictures', draftId, invocation.personId);
    if (!draft) throw new UserError('job-not-found');
    await staysAgeRestricted(draft, context);
    const picked = pickedPictures(fields).flatMap((number) => draft.pictures[number - 1] ?? []);
    const request = readPictureForm(
      fields,
      picked.map(({ url }) => url),
    );
    const { defaults } = await choicesFor({}, context);
    const asked = {
      request,
      isPrivate: defaults.isPrivate ?? false,
      spoiler: defaults.spoiler === true || picked.some(({ isSpoiler }) => isSpoiler === true),
      origin: { kind: 'picture-edited' as const, link: draft.link },
      sources: picked.flatMap(({ source }) => source ?? []),
    };
    const outcome = await ask(asked, context);
    // What was combined was used; another message's pictures can be edited once more.
    if (draftId === trayId(context) && outcome.kind === 'accepted')
      await forgetMade(draftId, outcome, context);
    return replyTo(outcome, context);
  },
};
