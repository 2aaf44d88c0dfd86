import type { Job } from '../../services/jobs/job.ts';
import type { Action } from '../framework/action.ts';
import { again, tryAgain } from './again.ts';
import { copyForSupport } from './copy-for-support.ts';
import { deleteCard, deleteHere, deleteMessage, deletePost, deleteWithReason, logDelete } from './delete.ts';
import { details } from './details.ts';
import { editDraft, editPicture } from './edit-picture.ts';
import { editPrompt } from './edit-prompt.ts';
import { download } from './download.ts';
import { enlarge } from './enlarge.ts';
import { checkAgain, notify, refresh, showHere, stop } from './open-job.ts';
import { editRefused, tryRefused } from './refused.ts';
import { dropDraft, makeSeveral, sendAsWritten, useMeant } from './several.ts';
import { renewReferences } from './renew-references.ts';
import { openRequest, repeat } from './open-request.ts';
import { trayActions } from './tray.ts';
import { morePictures } from './more-pictures.ts';
import { vary } from './vary.ts';
import { pick, post, publish } from './share.ts';

/** Everything that people can do to a card. A new one is a file and a line here. */
export const cardActions: readonly Action[] = [
  pick,
  morePictures,
  openRequest,
  repeat,
  again,
  editPrompt,
  editPicture,
  editDraft,
  editRefused,
  tryRefused,
  makeSeveral,
  sendAsWritten,
  useMeant,
  dropDraft,
  ...trayActions,
  vary,
  enlarge,
  post,
  publish,
  details,
  download,
  copyForSupport,
  renewReferences,
  checkAgain,
  tryAgain,
  showHere,
  refresh,
  stop,
  notify,
  deleteMessage,
  deleteHere,
  deleteCard,
  deleteWithReason,
  deletePost,
  logDelete,
];

/** A reaction to a card that does the same as a button. */
export interface ReactionAction {
  action: Action;
  /** Without the marks that choose between an emoji's coloured and plain look. */
  emoji: string;
  appliesTo: (job: Job) => boolean;
}

export const reactionActions: readonly ReactionAction[] = [
  { action: again, emoji: '🔄', appliesTo: ({ state }) => state === 'succeeded' },
];
