import type { APIEmbed } from 'discord-api-types/v10';
import {
  clip,
  commandOf,
  duration,
  fitting,
  messageLink,
  quote,
  relativeTime,
} from '../../messages/markup.ts';
import type { MessageBody } from '../../commands/framework/reply.ts';
import { wordsIn, type Words } from '../../commands/framework/language.ts';
import { WHEN_ABSENT } from '../../services/image-api/wire.ts';
import type { DurationEstimate } from '../../services/jobs/estimates.ts';
import {
  type Failure,
  type Job,
  type LostAnswer,
  type RunningJob,
  promptOf,
} from '../../services/jobs/job.ts';
import type { Wait } from '../../services/jobs/line.ts';
import { cardButtons, isReachedByTokenOnly } from './card-buttons.ts';
import { noteLine, originLine, startsFromLine, styleLine } from './card-notes.ts';

type CardWords = Words['card'];

/** As many typed characters of a prompt as fit a phone's screen beside the picture. */
const PROMPT_LENGTH = 600;
const REASON_LENGTH = 500;
/** How many steps a card's bar has. */
const BAR_STEPS = 10;
/** Safely under the 2,000 that Discord takes: https://docs.discord.com/developers/resources/message#create-message */
const PLAIN_LENGTH = 1_900;

/** Colours of the bar at a card's left, chosen to be told apart in Discord's dark and light themes. */
const COLORS = { open: 0x5b8def, good: 0x3ba55d, bad: 0xd83c3e, unsure: 0xf0a020, quiet: 0x80848e };

/** What a card shows besides the job. */
export interface CardFacts {
  /** Milliseconds since the epoch. */
  now: number;
  /** Why a waiting job waits, and its position. */
  wait?: Wait | undefined;
  /** How long such jobs usually take, if that is known. */
  usual?: DurationEstimate | undefined;
  /** Whether 🔄 is put under the card once its pictures are there. */
  offersAgain?: boolean;
}

/** One picture of a card: an uploaded file's `attachment://` address or a web address. */
export interface CardPicture {
  url: string;
  altText: string;
}

/** Where a picture is in its full size, and which it is, from 1. */
export interface FullSize {
  url: string;
  number: number;
}

/** In characters: links of services that sign them are long, and more of them would not fit beside the rest of a card. */
const FULL_SIZE_LENGTH = 1_500;

/** Says where pictures are that were made smaller to fit into a message; no line where none were. */
export const fullSizeLine = (originals: readonly FullSize[], words: CardWords): string[] => {
  const links = originals.map(({ url, number }) => `[${number}](<${url}>)`);
  return originals.length === 0 ? [] : [words.fullSize(fitting(links, ' · ', FULL_SIZE_LENGTH))];
};

/**
 * How much of the usual time has passed, in steps of the bar. A full one says that this takes longer than usual, which a
 * handful of earlier tasks can't tell.
 */
export const barStep = (job: RunningJob, { now, usual }: CardFacts): number | undefined => {
  if (!usual) return undefined;
  const share = (now - job.submittedAt) / Math.max(usual.usualMs, 1);
  const last = usual.isHint ? BAR_STEPS - 1 : BAR_STEPS;
  return Math.min(last, Math.max(0, Math.floor(share * BAR_STEPS)));
};

const runningLines = (job: RunningJob, facts: CardFacts, words: CardWords): string[] => {
  const begun = words.painting(relativeTime(job.submittedAt));
  const step = barStep(job, facts);
  if (step === undefined || !facts.usual) return [begun];
  const bar = '▰'.repeat(step) + '▱'.repeat(BAR_STEPS - step);
  const about = duration(facts.usual.usualMs);
  return [begun, `${bar} ${step < BAR_STEPS ? words.usuallyDone(about) : words.longerThan(about)}`];
};

const explained = ([title, advice]: readonly [string, string]): string[] => [`**${title}**`, advice];

const reasonIn = (failure: Failure): string | undefined => ('reason' in failure ? failure.reason : undefined);

const failureLines = (failure: Failure, words: CardWords): string[] => {
  const [title, advice] = words.failures[failure.kind];
  const reason = reasonIn(failure);
  if (reason === undefined) return explained([title, advice]);
  const rest = reason.trim().length > REASON_LENGTH ? [words.wholeReason] : [];
  return [`**${words.declined}**`, quote(reason, REASON_LENGTH), ...rest];
};

const unknownLines = ({ lostAnswer }: Extract<Job, { state: 'unknown' }>, words: CardWords): string[] => {
  const [title, advice] = words.unknown;
  if (lostAnswer === undefined) return explained(words.unknown);
  return [`**${title}**`, `${lostAnswerText(lostAnswer, words)} ${advice}`];
};

const lostAnswerText = (answer: LostAnswer, { lostAnswers }: CardWords): string => {
  if (answer.kind !== 'status') return lostAnswers[answer.kind];
  const { status } = answer;
  return status >= 200 && status < 400 ? lostAnswers.unreadable(status) : lostAnswers.error(status);
};

/** The position that a card names: none for the next to go. */
export const shownPosition = ({ wait }: CardFacts): number | undefined =>
  wait && 'position' in wait && wait.position > 1 ? wait.position : undefined;

const waitingLines = (facts: CardFacts, words: CardWords): string[] => {
  const { wait } = facts;
  if (wait && 'held' in wait) return [words.waitsFor[wait.held.by](wait.held.ahead)];
  const position = shownPosition(facts);
  const reason = wait?.reason;
  return [
    position === undefined ? words.waiting : words.waitingAt(position),
    ...(reason ? [words.waitsBecause[reason]] : []),
  ];
};

const stateLines = (job: Job, facts: CardFacts, words: CardWords): string[] => {
  switch (job.state) {
    case 'waiting':
      return waitingLines(facts, words);
    case 'submitting':
      return [words.submitted];
    case 'running':
      return runningLines(job, facts, words);
    case 'succeeded':
      return [];
    case 'failed':
      return failureLines(job.failure, words);
    case 'timed-out':
      return explained(words.timedOut);
    case 'unknown':
      return unknownLines(job, words);
    case 'stopped':
      return [words.stopped];
  }
};

const promptLines = (job: Job, words: CardWords): string[] => {
  const prompt = quote(promptOf(job), PROMPT_LENGTH);
  const isBelowReason = job.state === 'failed' && reasonIn(job.failure) !== undefined;
  // Without words between them, two quotes look like one.
  return isBelowReason ? ['', words.prompt, prompt] : [prompt];
};

const colorOf = ({ state }: Job): number => {
  if (state === 'succeeded') return COLORS.good;
  if (state === 'failed') return COLORS.bad;
  if (state === 'timed-out' || state === 'unknown') return COLORS.unsure;
  return state === 'stopped' ? COLORS.quiet : COLORS.open;
};

const footerOf = (job: Job, words: CardWords): string => {
  const { family, body } = job.submission;
  const detail = family === 'artgen' ? (body.mode ?? WHEN_ABSENT.mode) : (body.size ?? WHEN_ABSENT.size);
  const facts: string[] = [commandOf(family), detail];
  if (job.state === 'succeeded') {
    const { width, height } = job.result;
    if (width !== undefined && height !== undefined) facts.push(`${width} × ${height}`);
    if (job.submittedAt !== undefined) facts.push(words.took(duration(job.endedAt - job.submittedAt)));
  }
  if (job.left !== undefined) facts.push(words.left(job.left, job.leftOfMonth === true));
  return facts.join(' · ');
};

/**
 * The message that shows a job.
 *
 * @param pictures those of a job that succeeded, four at most: Discord shows embeds that share a `url` as one gallery, and
 *   only the first one's text.
 */
export const cardOf = (
  job: Job,
  facts: CardFacts,
  pictures: readonly CardPicture[] = [],
  originals: readonly FullSize[] = [],
): MessageBody => {
  const waitsForClick = job.target.awaitsClick === true && !('endedAt' in job);
  const words = wordsIn(job.language).card;
  const lines = waitsForClick ? [words.stillWorking] : stateLines(job, facts, words);
  const description = [
    ...lines,
    ...promptLines(job, words),
    ...styleLine(job, words),
    ...job.notes.map((note) => noteLine(note, words)),
    ...startsFromLine(job, words),
    ...originLine(job, words),
    ...fullSizeLine(originals, words),
    ...(facts.offersAgain === true && job.state === 'succeeded' ? [words.offersAgain] : []),
    ...(isReachedByTokenOnly(job) && !waitsForClick ? [words.whenItStops] : []),
  ].join('\n');
  const [first, ...others] = pictures.map(({ url, altText }) => ({ url, description: altText }));
  // All embeds of a gallery share one URL: the message's.
  const url = messageLink({ ...job.target, messageId: job.target.messageId ?? '' });
  const embed: APIEmbed = {
    color: colorOf(job),
    description,
    footer: { text: footerOf(job, words) },
    ...(first && { url, image: first }),
  };
  return {
    embeds: [embed, ...others.map((image) => ({ url, image }))],
    components: cardButtons(job, facts.offersAgain),
  };
};

/** A card without anything that Discord could take offence at: the last resort when it refuses the real one. */
export const plainCardOf = (job: Job, pictureUrls: readonly string[]): MessageBody => {
  const words = wordsIn(job.language).card;
  const lines =
    job.state === 'succeeded'
      ? [words.picturesDone, ...pictureUrls.map((url) => (job.spoiler === true ? `||${url}||` : url))]
      : stateLines(job, { now: job.acceptedAt }, words).map((text) => text.replace(/^> /gm, ''));
  return {
    content: clip(lines.join('\n'), PLAIN_LENGTH),
    embeds: [],
    components: job.state === 'succeeded' ? [] : cardButtons(job),
  };
};
