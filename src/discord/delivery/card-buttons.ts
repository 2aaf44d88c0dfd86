import type { APIButtonComponent } from 'discord-api-types/v10';
import { customId } from '../../messages/custom-id.ts';
import { originalButton, pictureButtons } from '../../commands/card/picture-buttons.ts';
import { wordsIn, type Words } from '../../commands/framework/language.ts';
import { button, buttonRows, GALLERY_SIZE, phoneRow, type Row } from '../../messages/components.ts';
import {
  isEnded,
  NOTIFICATIONS,
  type EndedJob,
  type Job,
  type Notification,
  type PicturedJob,
} from '../../services/jobs/job.ts';

type Labels = Words['card']['buttons'];

const jobButton = (job: Job, action: string, label: string, emoji?: string): APIButtonComponent =>
  button(customId(action, job.id), label, { emoji });

/**
 * Whether an open job's card can only be edited while an interaction token works. Only Discord knows how long that is, and after
 * its end the card can't change: so the button that helps must be on the card before.
 */
export const isReachedByTokenOnly = (job: Job): boolean => !isEnded(job) && !job.target.channelRoute;

/** The same buttons in the same places, from the queue to the end: the one that goes is the last. */
const openButtons = (job: Job, labels: Labels): APIButtonComponent[] => [
  ...(isReachedByTokenOnly(job) ? [jobButton(job, 'refresh', labels.showResult)] : []),
  ...notifyButtons(job, labels),
  ...stopButtons(job, labels),
];

/** Whether a job's card is in the requester's direct messages, where every new message notifies anyway. */
export const isInDirectMessages = ({ target }: Job): boolean =>
  target.guildId === undefined && target.channelRoute;

/** A button for each way to be told; pressed again, it takes the choice back. */
const notifyButtons = (job: Job, labels: Labels): APIButtonComponent[] => {
  const looks = { mention: [labels.mentionMe, '🔔'], direct: [labels.sendToMe, '✉️'] } as const;
  return NOTIFICATIONS.filter((by) => isOffered(by, job)).map((by) => {
    const isChosen = job.notify?.by === by;
    const [label, emoji] = looks[by];
    const id = customId('notify', job.id, isChosen ? 0 : NOTIFICATIONS.indexOf(by) + 1);
    return button(id, label, { emoji, style: isChosen ? 'success' : 'secondary' });
  });
};

/**
 * A mention is impossible in a channel in which the bot can write no message of its own, and in direct messages there is
 * nothing to send there.
 */
const isOffered = (by: Notification, job: Job): boolean =>
  by === 'mention' ? job.target.channelRoute : !isInDirectMessages(job);

/** The image service can't stop what it has begun. */
const stopButtons = (job: Job, labels: Labels): APIButtonComponent[] => {
  if (job.state === 'running') return [];
  const disabled = job.state === 'submitting';
  return [button(customId('stop', job.id), labels.stop, { ...(disabled && { disabled }) })];
};

/** The button for the pictures that don't fit into one gallery. */
const moreButtons = ({ id, result }: PicturedJob, labels: Labels): APIButtonComponent[] => {
  const left = result.pictureUrls.length - GALLERY_SIZE;
  return left > 0
    ? [button(customId('more-pictures', id, 2), labels.morePictures(left), { emoji: '🖼️' })]
    : [];
};

/**
 * At most three rows on a phone with the row of reactions, which is there where the bot offers 🔄: the reaction does what
 * **Again** does, for which a card with a single picture has no room then.
 */
const finishedRows = (job: PicturedJob, words: Words, offersAgain: boolean): Row[] => {
  const { pictureUrls } = job.result;
  const { buttons: labels } = words.card;
  const again = jobButton(job, 'again', labels.again, '🔄');
  const publish = job.target.ephemeral ? [jobButton(job, 'publish', labels.publish, '📢')] : [];
  const edit = jobButton(job, 'edit-prompt', labels.editPrompt, '✏️');
  const rest = [
    jobButton(job, 'details', labels.details, 'ℹ️'),
    jobButton(job, 'delete', labels.delete, '🗑️'),
  ];
  if (pictureUrls.length === 1) {
    const { changes, post } = pictureButtons(job, 1, words);
    const original = originalButton(pictureUrls[0] ?? '', words);
    return offersAgain
      ? [phoneRow(...changes, ...original), phoneRow(post, edit, ...rest)]
      : [phoneRow(...changes), phoneRow(post, ...original, again), phoneRow(...publish, edit, ...rest)];
  }
  const picks = pictureUrls
    .slice(0, GALLERY_SIZE)
    .map((_url, index) => button(customId('pick', job.id, index + 1), String(index + 1)));
  const more = moreButtons(job, labels);
  return offersAgain
    ? [phoneRow(...picks), ...buttonRows(more), phoneRow(again, edit, ...rest)]
    : [phoneRow(...picks), phoneRow(...more, again, edit), phoneRow(...publish, ...rest)];
};

/** The buttons of a card without pictures. */
const picturelessButtons = (job: EndedJob, labels: Labels): APIButtonComponent[] => [
  ...(job.state === 'timed-out' ? [jobButton(job, 'check-again', labels.checkAgain)] : []),
  jobButton(job, 'edit-prompt', labels.editPrompt, '✏️'),
  jobButton(job, 'try-again', labels.tryAgain, '🔄'),
  jobButton(job, 'details', labels.details, 'ℹ️'),
  jobButton(job, 'delete', labels.delete, '🗑️'),
];

/**
 * The buttons of a job's card, in rows: only actions that are possible now.
 *
 * @param offersAgain whether the bot puts 🔄 under it.
 */
export const cardButtons = (job: Job, offersAgain = false): Row[] => {
  const words = wordsIn(job.language);
  const { buttons: labels } = words.card;
  if (job.target.awaitsClick === true && !isEnded(job))
    return buttonRows([jobButton(job, 'refresh', labels.showResult)]);
  if (job.state === 'succeeded') return finishedRows(job, words, offersAgain);
  return buttonRows(isEnded(job) ? picturelessButtons(job, labels) : openButtons(job, labels));
};
