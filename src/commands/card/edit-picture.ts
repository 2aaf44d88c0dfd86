import { UserError } from '../../lib/user-error.ts';
import { GALLERY_SIZE } from '../../messages/components.ts';
import { messageLink } from '../../messages/markup.ts';
import { findPictures, visibilityOfJob, type Action } from '../framework/action.ts';
import type { CommandContext, MessageCommand } from '../framework/command.ts';
import { customId } from '../../messages/custom-id.ts';
import type { PixelSize } from '../../services/image-api/output-size.ts';
import type { Job, PicturedJob } from '../../services/jobs/job.ts';
import { privateText } from '../framework/reply.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { choicesFor, isPrivateFor } from '../requests/choices.ts';
import { submit } from '../requests/submit.ts';
import { freshPicture } from './fresh-pictures.ts';
import { pickedPictures, pictureForm, readPictureForm } from './picture-form.ts';
import { refreshReferences, startFrom } from './regenerate.ts';

const measured = ({ width, height }: Partial<PixelSize>): PixelSize | undefined =>
  width === undefined || height === undefined ? undefined : { width, height };

const RATIO = /^(?<width>\d{1,4}):(?<height>\d{1,4})$/;
/** The last one counts. */
const RATIO_FLAG = /^.*--(?:ar|aspect)\s+(?<ratio>\d+:\d+)/s;

/** As far as the shape goes. */
const requestedSize = ({ family, body }: Job['submission']): PixelSize | undefined => {
  const ratio = family === 'gen' ? body.aspect_ratio : RATIO_FLAG.exec(body.prompt)?.groups?.['ratio'];
  const { width, height } = RATIO.exec(ratio ?? '')?.groups ?? {};
  const size = { width: Number(width), height: Number(height) };
  return size.width > 0 && size.height > 0 ? size : undefined;
};

/** The size of a job's pictures, which are all of one size: as the service or Discord measured it, or as requested. */
const sizeOf = (
  { result, submission }: PicturedJob,
  { invocation: { message } }: CommandContext,
): PixelSize | undefined =>
  measured(result) ?? measured(message?.pictures[0] ?? {}) ?? requestedSize(submission);

/** Edits pictures of a job with `/gen` and a description of the change. */
export const editPicture: Action = {
  answers: 'at-once',
  run: async ({ subject: jobId, number }, context) => {
    const job = await findPictures(jobId, context);
    const names = job.result.pictureUrls.slice(0, number === undefined ? GALLERY_SIZE : 1).map(() => '');
    const edited = { names, size: sizeOf(job, context) };
    return {
      kind: 'modal',
      modal: pictureForm(edited, customId('edit-picture', jobId, number), context.words),
    };
  },
  form: {
    answers: visibilityOfJob,
    isPaid: true,
    run: async ({ subject: jobId, number, fields }, context) => {
      const job = await findPictures(jobId, context);
      const numbers = number === undefined ? pickedPictures(fields) : [number];
      const pictures = await Promise.all(numbers.map((one) => freshPicture(job, one, context)));
      const urls = pictures.map(({ url }) => url);
      return startFrom(job, { ...readPictureForm(fields, urls), kind: 'picture-edited' }, context);
    },
  },
};

/** *Edit this picture* in a message's menu: edits pictures of any message, with words for the change. */
export const editThisPicture: MessageCommand = {
  name: 'Edit this picture',
  text: 'edit-this-picture',
  answers: 'at-once',
  run: async ({ id: messageId, channelId, pictures }, { drafts, invocation, words }) => {
    const { personId, guildId } = invocation;
    if (pictures.length === 0) return privateText(words.pictures.noPicture);
    const draftId = await drafts.keep({
      kind: 'pictures',
      personId,
      link: messageLink({ ...(guildId !== undefined && { guildId }), channelId, messageId }),
      pictureUrls: pictures.map(({ url }) => url),
    });
    const edited = { names: pictures.map(({ name }) => name), size: measured(pictures[0] ?? {}) };
    return { kind: 'modal', modal: pictureForm(edited, customId('edit-draft', draftId), words) };
  },
};

/** Handles the form from a message's menu: edits the message's pictures. */
export const editDraft: Action = {
  isPaid: true,
  answers: async (_use, context) => ((await isPrivateFor({}, context)) ? 'privately' : 'publicly'),
  run: async ({ subject: draftId, fields }, context) => {
    const { drafts, invocation, messenger } = context;
    assertMayUseCommands(invocation);
    const draft = await drafts.find('pictures', draftId, invocation.personId);
    if (!draft) throw new UserError('job-not-found');
    const urls = pickedPictures(fields).flatMap((number) => draft.pictureUrls[number - 1] ?? []);
    const { submission, notes } = readPictureForm(fields, urls);
    const { defaults } = await choicesFor({}, context);
    const { link } = draft;
    const request = {
      submission: await refreshReferences(submission, messenger, 'pictures-gone'),
      notes,
      isPrivate: defaults.isPrivate ?? false,
      spoiler: defaults.spoiler ?? false,
      origin: { kind: 'picture-edited' as const, ...(link !== undefined && { link }) },
    };
    return submit(request, context);
  },
};
