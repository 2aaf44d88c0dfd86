import type { APIButtonComponent } from 'discord-api-types/v10';
import { compact } from '../lib/lists.ts';
import type { ActionName } from '../messages/action-names.ts';
import { customId } from '../messages/custom-id.ts';
import { changeButtons, deleteButton } from './picture-buttons.ts';
import { wordsIn } from '../messages/language.ts';
import type { Words } from '../messages/words/words.ts';
import { button, buttonRows, GALLERY_SIZE, phoneRows, type ActionRow } from '../messages/components.ts';
import {
  isEnded,
  isInDirectMessages,
  reasonIn,
  type EndedJob,
  type Job,
  type PicturedJob,
} from '../services/jobs/job.ts';
import { NOTIFICATIONS, type Notification } from '../services/requests/ask.ts';

type Labels = Words['card']['buttons'];

const jobButton = (job: Job, action: ActionName, label: string): APIButtonComponent =>
  button(customId(action, job.id), label);

/**
 * Whether an open job's card can only be edited while an interaction token works. Only Discord knows how long that is, and after
 * its end the card can't change: so the button that helps must be on the card before.
 */
export const isReachedByTokenOnly = (job: Job): boolean => !isEnded(job) && !job.target.channelRoute;

/** The buttons keep their places from the queue to the end. **Stop** is the last one, since it disappears. */
const openButtons = (job: Job, labels: Labels): APIButtonComponent[] =>
  compact([
    isReachedByTokenOnly(job) && jobButton(job, 'refresh', labels.showResult),
    ...notifyButtons(job, labels),
    ...stopButtons(job, labels),
  ]);

/** A button for each way to be told, which says whether it is chosen. Its number says what a press makes of it. */
const notifyButtons = (job: Job, labels: Labels): APIButtonComponent[] =>
  NOTIFICATIONS.filter((by) => isOffered(by, job)).map((by) => {
    const isChosen = job.notify?.[by] === true;
    const id = customId('notify', job.id, 2 * NOTIFICATIONS.indexOf(by) + (isChosen ? 0 : 1));
    return button(id, labels[by](isChosen), { style: isChosen ? 'success' : 'secondary' });
  });

/**
 * A mention is impossible in a channel in which the bot can write no message of its own, and in direct messages there is
 * nothing to send there.
 */
const isOffered = (by: Notification, job: Job): boolean =>
  by === 'mention' ? job.target.channelRoute : !isInDirectMessages(job);

/** The image service can't stop what it has begun. */
const stopButtons = (job: Job, labels: Labels): APIButtonComponent[] => {
  if (job.state === 'running') return [];
  return [button(customId('stop', job.id), labels.stop, { disabled: job.state === 'submitting' })];
};

/** The button for the pictures that don't fit into one gallery. */
const moreButtons = ({ id, result }: PicturedJob, labels: Labels): APIButtonComponent[] => {
  const left = result.pictureUrls.length - GALLERY_SIZE;
  return left > 0 ? [button(customId('more-pictures', id, 2), labels.morePictures(left))] : [];
};

/** What can be done with a picture or, where there are several, the way to each. */
const pictureRows = (job: PicturedJob, words: Words): ActionRow[] => {
  const { pictureUrls } = job.result;
  if (pictureUrls.length === 1) return phoneRows(changeButtons(job, 1, words));
  const picks = pictureUrls
    .slice(0, GALLERY_SIZE)
    .map((_url, index) => button(customId('pick', job.id, index + 1), String(index + 1)));
  const more = moreButtons(job, words.card.buttons);
  // Four numbers are short.
  return more.length > 0 ? phoneRows([...picks, ...more]) : buttonRows(picks);
};

/** First what is about the pictures, then what is about the request. Where the bot offers 🔄, the reaction does what **Again** does. */
const finishedRows = (job: PicturedJob, words: Words, offersAgain: boolean): ActionRow[] => {
  const { buttons: labels } = words.card;
  return [
    ...pictureRows(job, words),
    ...phoneRows([
      job.target.ephemeral && jobButton(job, 'publish', labels.publish),
      !offersAgain && jobButton(job, 'again', labels.again),
      jobButton(job, 'edit-prompt', labels.editPrompt),
      deleteButton(job),
    ]),
  ];
};

/** Whether the service declined the prompt, so that only another prompt can help. */
const isDeclined = (job: EndedJob): boolean => job.state === 'failed' && reasonIn(job.failure) !== undefined;

/**
 * After a used-up quota, one job of a list makes all of it again. A declined request would be declined again, and a deleted
 * picture can't be used.
 */
const isTriedAgain = (job: EndedJob): boolean =>
  job.state !== 'failed' || !['list-ended', 'refused', 'source-deleted'].includes(job.failure.kind);

/** The buttons of a card without pictures. */
const picturelessButtons = (job: EndedJob, labels: Labels): APIButtonComponent[] => {
  const edit = customId('edit-prompt', job.id);
  const tries = isTriedAgain(job) ? [jobButton(job, 'try-again', labels.tryAgain)] : [];
  return compact([
    job.state === 'timed-out' && jobButton(job, 'check-again', labels.checkAgain),
    ...(isDeclined(job)
      ? [button(edit, labels.editPrompt, { style: 'primary' }), ...tries]
      : [...tries, button(edit, labels.editPrompt)]),
    deleteButton(job),
  ]);
};

/**
 * The buttons of a job's card, in rows: only actions that are possible now.
 *
 * @param offersAgain whether the bot puts 🔄 under it.
 */
export const cardButtons = (job: Job, offersAgain = false): ActionRow[] => {
  const words = wordsIn(job.target.language);
  const { buttons: labels } = words.card;
  if (job.target.awaitsClick === true && !isEnded(job))
    return phoneRows([jobButton(job, 'refresh', labels.showResult)]);
  if (job.state === 'succeeded') return finishedRows(job, words, offersAgain);
  return phoneRows(isEnded(job) ? picturelessButtons(job, labels) : openButtons(job, labels));
};
