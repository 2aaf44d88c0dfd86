import type { APIEmbed } from 'discord-api-types/v10';
import { clip, duration, literal, quote, relativeTime } from '../../commands/markup.ts';
import type { MessageBody } from '../../commands/reply.ts';
import type { Usual } from '../jobs/estimates.ts';
import type { Failure, Job, RunningJob } from '../jobs/job.ts';
import { cardButtons } from './card-buttons.ts';
import { noteLine } from './card-notes.ts';
import { originLine } from './card-origin.ts';

/** As many typed characters of a prompt as fit a phone's screen beside the picture. */
const PROMPT_LENGTH = 600;
const REASON_LENGTH = 500;
const BAR_STEPS = 10;

/** Colours of the bar at a card's left, chosen to be told apart in Discord's dark and light themes. */
const COLORS = { open: 0x5b8def, good: 0x3ba55d, bad: 0xd83c3e, unsure: 0xf0a020, quiet: 0x80848e };

/** What a card shows beside the job itself. */
export interface CardFacts {
  /** Milliseconds since the epoch. */
  now: number;
  /** A waiting job's place in the queue, from 1. */
  place?: number | undefined;
  /** How long such jobs usually take, if that is known. */
  usual?: Usual | undefined;
}

/** One picture of a card: an uploaded file's `attachment://` address or a web address. */
export interface CardPicture {
  url: string;
  altText: string;
}

/** How much of the usual time has passed, in steps of the bar; the last step is for the end alone. */
export const barStep = (job: RunningJob, { now, usual }: CardFacts): number | undefined => {
  if (!usual) return undefined;
  const share = (now - job.submittedAt) / Math.max(usual.usualMs, 1);
  return Math.min(BAR_STEPS, Math.max(0, Math.floor(share * BAR_STEPS)));
};

const runningLines = (job: RunningJob, facts: CardFacts): string[] => {
  const begun = `**Painting** · submitted ${relativeTime(job.submittedAt)}`;
  const step = barStep(job, facts);
  if (step === undefined || !facts.usual) return [begun];
  const bar = '▰'.repeat(step) + '▱'.repeat(BAR_STEPS - step);
  const about = duration(facts.usual.usualMs);
  return [
    begun,
    step < BAR_STEPS ? `${bar} usually done after ${about}` : `${bar} longer than the usual ${about}`,
  ];
};

const failureLines = (failure: Failure): string[] => {
  switch (failure.kind) {
    case 'task-failed':
      return failure.reason === undefined
        ? ['**No picture**', 'The image service could not paint this, and gave no reason. Try other words.']
        : ['**No picture**: the image service says', quote(failure.reason, REASON_LENGTH)];
    case 'quota':
      return [
        '**The image quota is used up**',
        'Ask whoever set the API key here, a server admin or the person who runs this bot, to top it up.',
      ];
    case 'key-gone':
      return [
        '**The API key is no longer there**',
        'It was taken away or changed before this was submitted. Nothing was spent. Please ask again.',
      ];
    case 'refused-key':
      return [
        '**The image service refuses the API key**',
        'Ask whoever set it, a server admin or the person who runs this bot, to set a valid one.',
      ];
    case 'refused':
      return failure.reason === undefined
        ? ['**The image service turned this down**', 'It gave no reason. Try other words or options.']
        : ['**The image service turned this down**', quote(failure.reason, REASON_LENGTH)];
    case 'unreachable':
      return [
        '**The image service can not be reached**',
        'It took nothing for an hour, so this was given up. Nothing was spent. Please try again later.',
      ];
  }
};

const stateLines = (job: Job, facts: CardFacts): string[] => {
  switch (job.state) {
    case 'waiting':
      return [
        facts.place === undefined || facts.place < 2
          ? '**Waiting** for its turn'
          : `**Waiting** · place ${facts.place} in the queue`,
      ];
    case 'submitting':
      return ['**Submitted** · the image service has not answered yet'];
    case 'running':
      return runningLines(job, facts);
    case 'succeeded':
      return [];
    case 'failed':
      return failureLines(job.failure);
    case 'timed-out':
      return [
        '**Not done in time**',
        'The image service still had no picture when its time was over. Asking once more costs nothing.',
      ];
    case 'unknown':
      return [
        '**Nobody knows whether this was taken**',
        'The connection broke while it was being submitted. It may have been paid for, so it is not sent again by itself. Trying again asks for, and pays for, a new one.',
      ];
    case 'stopped':
      return ['**Stopped** before it was submitted. Nothing was spent.'];
  }
};

const colorOf = ({ state }: Job): number => {
  if (state === 'succeeded') return COLORS.good;
  if (state === 'failed') return COLORS.bad;
  if (state === 'timed-out' || state === 'unknown') return COLORS.unsure;
  return state === 'stopped' ? COLORS.quiet : COLORS.open;
};

const footerOf = (job: Job): string => {
  const { family, body } = job.submission;
  const detail = family === 'artgen' ? (body.mode ?? 'fast') : (body.size ?? '1K');
  const facts = [family === 'artgen' ? '/imagine' : '/gen', detail];
  if (job.state === 'succeeded') {
    const { width, height } = job.result;
    if (width !== undefined && height !== undefined) facts.push(`${width} × ${height}`);
    if (job.submittedAt !== undefined) facts.push(`took ${duration(job.endedAt - job.submittedAt)}`);
  }
  return facts.join(' · ');
};

/** The address that all embeds of one gallery share: the message itself. */
const galleryUrl = ({ target: { guildId, channelId, messageId } }: Job): string =>
  `https://discord.com/channels/${[guildId ?? '@me', channelId, messageId ?? ''].join('/')}`;

/**
 * The message that shows a job.
 *
 * @param pictures those of a job that succeeded, four at most: Discord shows embeds that share a `url` as one gallery, and
 *   only the first one's text.
 */
export const cardOf = (job: Job, facts: CardFacts, pictures: readonly CardPicture[] = []): MessageBody => {
  const waitsForClick = job.target.awaitsClick === true && !('endedAt' in job);
  const lines = waitsForClick
    ? [
        '**Still working** · press the button to see how far it is. Discord lets this message be changed for 15 minutes only.',
      ]
    : stateLines(job, facts);
  const description = [
    ...lines,
    quote(job.submission.body.prompt, PROMPT_LENGTH),
    ...job.notes.map(noteLine),
    ...originLine(job),
  ].join('\n');
  const [first, ...others] = pictures.map(({ url, altText }) => ({ url, description: altText }));
  const url = galleryUrl(job);
  const embed: APIEmbed = {
    color: colorOf(job),
    description,
    footer: { text: footerOf(job) },
    ...(first && { url, image: first }),
  };
  return { embeds: [embed, ...others.map((image) => ({ url, image }))], components: cardButtons(job) };
};

/** A card without anything that Discord could take offence at: the last resort when it refuses the real one. */
export const plainCardOf = (job: Job, pictureUrls: readonly string[]): MessageBody => ({
  content: clip(
    job.state === 'succeeded'
      ? ['The pictures are done:', ...pictureUrls].join('\n')
      : stateLines(job, { now: job.acceptedAt })
          .map((text) => text.replace(/^> /gm, ''))
          .join('\n') || literal(job.state),
    1900,
  ),
  embeds: [],
  components: job.state === 'succeeded' ? [] : cardButtons(job),
});
