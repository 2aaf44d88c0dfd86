import { type Job, isEnded } from '../../services/jobs/job.ts';
import type { Step } from '../framework/action.ts';
import { again } from './again.ts';
import { deleteCard } from './delete.ts';
import type { ActionName } from '../framework/rights-table.ts';
import { sendToMe } from './send-to-me.ts';

/** What a reaction to a card does. */
export interface ReactionAction {
  name: ActionName;
  /** Without the marks that choose between an emoji's coloured and plain look. */
  emojis: readonly string[];
  appliesTo: (job: Job) => boolean;
  run: Step['run'];
  /** Whether whoever may not do it is told nothing at all. */
  silent: boolean;
}

const hasPictures = ({ state }: Job): boolean => state === 'succeeded';

/** Everything that people can do to a card by reacting to it: the same that a button does. */
export const reactionActions: readonly ReactionAction[] = [
  { name: again.name, emojis: ['🔄', '🔁'], appliesTo: hasPictures, run: again.run, silent: false },
  {
    name: deleteCard.name,
    emojis: ['❌'],
    // While the task runs, its card is where the pictures will come to.
    appliesTo: (job) => isEnded(job) && job.delivery === 'done',
    run: () => deleteCard.form.run(),
    silent: true,
  },
  { name: sendToMe.name, emojis: ['✉'], appliesTo: hasPictures, run: sendToMe.run, silent: true },
];
