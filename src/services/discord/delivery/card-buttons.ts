import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';
import { customId } from '../../../commands/framework/custom-id.ts';
import { buttonRows } from '../../../commands/framework/reply.ts';
import { wordsIn } from '../../../commands/framework/language.ts';
import type { Job, PicturedJob } from '../../jobs/job.ts';

/** Discord merges as many pictures into one gallery, and each has a button. */
const GALLERY_SIZE = 4;

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

interface Look {
  label: string;
  emoji?: string;
  number?: number;
}

const button = (
  job: Job,
  action: string,
  { label, emoji, number }: Look,
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label,
  ...(emoji !== undefined && { emoji: { name: emoji } }),
  custom_id: customId({ action, subject: job.id, ...(number !== undefined && { number }) }),
});

const labels = ({ language }: Job) => wordsIn(language).card.buttons;

const again = (job: Job) => button(job, 'again', { label: labels(job).again, emoji: '🔄' });
const editPrompt = (job: Job) => button(job, 'edit-prompt', { label: labels(job).editPrompt, emoji: '✏️' });
const editPicture = (job: Job) =>
  button(job, 'edit-picture', { label: labels(job).editPicture, emoji: '🎨' });
const details = (job: Job) => button(job, 'details', { label: labels(job).details, emoji: 'ℹ️' });
const deletion = (job: Job) => button(job, 'delete', { label: labels(job).delete, emoji: '🗑️' });
const publication = (job: Job) => button(job, 'publish', { label: labels(job).publish, emoji: '📢' });

const picks = (job: PicturedJob): APIButtonComponentWithCustomId[] =>
  job.submission.family === 'artgen'
    ? job.result.pictureUrls
        .slice(0, GALLERY_SIZE)
        .map((_url, index) => button(job, 'pick', { label: String(index + 1), number: index + 1 }))
    : [];

const finishedRows = (job: PicturedJob): Row[] => [
  ...buttonRows([...picks(job), again(job)]),
  ...buttonRows([
    editPrompt(job),
    editPicture(job),
    details(job),
    deletion(job),
    ...(job.target.ephemeral ? [publication(job)] : []),
  ]),
];

const correction = (job: Job): Row[] =>
  job.notes.some((note) => note.kind === 'prompt-faults' && note.corrected !== undefined)
    ? buttonRows([button(job, 'use-corrected', { label: labels(job).useCorrected, emoji: '✅' })])
    : [];

/** The buttons of a job's card, in rows: what can be done next, and nothing that can't. */
export const cardButtons = (job: Job): Row[] => [...stateButtons(job), ...correction(job)];

const stateButtons = (job: Job): Row[] => {
  if (job.target.awaitsClick === true && !('endedAt' in job))
    return buttonRows([button(job, 'show', { label: labels(job).showResult })]);
  if (job.state === 'waiting') return buttonRows([button(job, 'stop', { label: labels(job).stop })]);
  if (job.state === 'timed-out')
    return buttonRows([button(job, 'ask-again', { label: labels(job).askOnceMore })]);
  if (job.state === 'unknown') return buttonRows([button(job, 'try-again', { label: labels(job).tryAgain })]);
  return job.state === 'succeeded' ? finishedRows(job) : [];
};
