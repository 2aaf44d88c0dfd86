import type { ActionName } from '../../messages/custom-id.ts';
import type { Job } from '../../services/jobs/job.ts';
import type { Actions, Step } from '../framework/action.ts';
import { again, tryAgain } from './again.ts';
import { copyForSupport } from './copy-for-support.ts';
import { deleteCard, deleteHere, deleteMessage, deletePost, logDelete } from './delete.ts';
import { details } from './details.ts';
import { editDraft, editPicture } from './edit-picture.ts';
import { editPrompt } from './edit-prompt.ts';
import { download } from './download.ts';
import { enlarge } from './enlarge.ts';
import { askAgain, fetch, notify, show, stop } from './open-job.ts';
import { editRefused, tryRefused } from './refused.ts';
import { renewReferences } from './renew-references.ts';
import { morePictures } from './more-pictures.ts';
import { vary } from './vary.ts';
import { pick, post, publish } from './share.ts';

/** Everything that people can do to a card. A new one is a file, a row of the table of rights and a line here. */
export const cardActions = {
  pick,
  'more-pictures': morePictures,
  again,
  'edit-prompt': editPrompt,
  'edit-picture': editPicture,
  'edit-draft': editDraft,
  'edit-refused': editRefused,
  'try-refused': tryRefused,
  vary,
  enlarge,
  post,
  publish,
  details,
  download,
  'copy-for-support': copyForSupport,
  'renew-references': renewReferences,
  'ask-again': askAgain,
  'try-again': tryAgain,
  fetch,
  show,
  stop,
  notify,
  delete: deleteMessage,
  'delete-here': deleteHere,
  'delete-card': deleteCard,
  'delete-post': deletePost,
  'log-delete': logDelete,
} satisfies Actions;

/** The actions of reactions. */
export interface ReactionAction {
  name: ActionName;
  /** Without the marks that choose between an emoji's coloured and plain look. */
  emojis: readonly string[];
  appliesTo: (job: Job) => boolean;
  run: Step['run'];
}

const hasPictures = ({ state }: Job): boolean => state === 'succeeded';

/** Everything that people can do to a card by reacting to it: the same that a button does. */
export const reactionActions: readonly ReactionAction[] = [
  { name: 'again', emojis: ['🔄', '🔁'], appliesTo: hasPictures, run: again.run },
];
