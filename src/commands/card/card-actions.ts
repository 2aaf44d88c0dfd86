import type { Action } from '../framework/action.ts';
import { again } from './again.ts';
import { deleteCard } from './delete.ts';
import { details } from './details.ts';
import { editDraft } from './edit-draft.ts';
import { editPicture } from './edit-picture.ts';
import { editPrompt } from './edit-prompt.ts';
import { enlarge } from './enlarge.ts';
import { pick } from './pick.ts';
import { post } from './post.ts';
import { publish } from './publish.ts';
import { renewReferences } from './renew-references.ts';
import { sendToMe } from './send-to-me.ts';

/** Everything that can be done with pictures that are there. */
export const cardActions: readonly Action[] = [
  pick,
  again,
  editPrompt,
  editPicture,
  editDraft,
  enlarge,
  post,
  publish,
  details,
  deleteCard,
  renewReferences,
  sendToMe,
];
