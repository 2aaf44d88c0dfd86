import type { APIButtonComponent } from 'discord-api-types/v10';
import { customId } from '../../../commands/framework/custom-id.ts';
import { wordsIn } from '../../../commands/framework/language.ts';
import type { ActionName } from '../../../commands/framework/rights-table.ts';
import { button, buttonRows, GALLERY_SIZE, type Row } from '../../../messages/components.ts';
import type { Job, PicturedJob } from '../../jobs/job.ts';

const jobButton = (job: Job, action: ActionName, label: string, emoji?: string): APIButtonComponent =>
  button(customId(action, job.id), label, { ...(emoji !== undefined && { emoji }) });

const labels = ({ language }: Job) => wordsIn(language).card.buttons;

const again = (job: Job) => jobButton(job, 'again', labels(job).again, '🔄');
const editPrompt = (job: Job) => jobButton(job, 'edit-prompt', labels(job).editPrompt, '✏️');
const editPicture = (job: Job) => jobButton(job, 'edit-picture', labels(job).editPicture, '🎨');
const details = (job: Job) => jobButton(job, 'details', labels(job).details, 'ℹ️');
const deletion = (job: Job) => jobButton(job, 'delete', labels(job).delete, '🗑️');
const publication = (job: Job) => jobButton(job, 'publish', labels(job).publish, '📢');

const picks = (job: PicturedJob): APIButtonComponent[] =>
  job.submission.family === 'artgen'
    ? job.result.pictureUrls
        .slice(0, GALLERY_SIZE)
        .map((_url, index) => button(customId('pick', job.id, index + 1), String(index + 1)))
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
    ? buttonRows([jobButton(job, 'use-corrected', labels(job).useCorrected, '✅')])
    : [];

/** The buttons of a job's card, in rows: what can be done next, and nothing that can't. */
export const cardButtons = (job: Job): Row[] => [...stateButtons(job), ...correction(job)];

const stateButtons = (job: Job): Row[] => {
  if (job.target.awaitsClick === true && !('endedAt' in job))
    return buttonRows([jobButton(job, 'show', labels(job).showResult)]);
  if (job.state === 'waiting') return buttonRows([jobButton(job, 'stop', labels(job).stop)]);
  if (job.state === 'timed-out') return buttonRows([jobButton(job, 'ask-again', labels(job).askOnceMore)]);
  if (job.state === 'unknown') return buttonRows([jobButton(job, 'try-again', labels(job).tryAgain)]);
  return job.state === 'succeeded' ? finishedRows(job) : [];
};
