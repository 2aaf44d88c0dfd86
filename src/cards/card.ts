import { factsOf, commandOf } from '../services/requests/families/index.ts';
import type { APIEmbed } from 'discord-api-types/v10';
import { USUAL_KINDS } from '../services/requests/values.ts';
import {
  clip,
  duration,
  excerpt,
  fitting,
  literal,
  oneLine,
  quote,
  relativeTime,
} from '../messages/markup.ts';
import { compact } from '../lib/lists.ts';
import type { Clock } from '../lib/clock.ts';
import { wordsIn } from '../messages/language.ts';
import { isShared } from '../services/accounts/account.ts';
import { countsTowardLimits, doesCount } from '../services/usage/tally.ts';
import type { Note } from '../services/requests/families/notes.ts';
import type { DurationEstimate, Estimates } from '../services/jobs/estimates.ts';
import {
  isEnded,
  privateAddressesOf,
  promptOf,
  reasonIn,
  restOf,
  type EndedJob,
  type Failure,
  type Job,
  type LostAnswer,
  type RunningJob,
} from '../services/jobs/job.ts';
import type { Wait } from '../services/jobs/line.ts';
import {
  filesOf,
  hiddenBeside,
  imagesOf,
  originalsLines,
  wordless,
  type CardWords,
  type Picture,
} from './card-pictures.ts';
import { cardButtons, isReachedByTokenOnly } from './card-buttons.ts';
import type { MessageBody, OutgoingMessage } from '../messages/message.ts';

/** In typed characters: three lines on a phone. */
const CARD_PROMPT_LENGTH = 120;
/** They take the room of two. */
const WIDE_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const REASON_LENGTH = 500;
/** How many steps a card's bar has. */
const BAR_STEPS = 10;
/** https://docs.discord.com/developers/resources/message#create-message */
const CONTENT_LENGTH = 2_000;
const PLAIN_LENGTH = CONTENT_LENGTH - 100;
/** In characters: as much of a typed text as a line holds. */
const TYPED_LENGTH = 200;
/** In characters: as much of a flag as a line about it holds. */
const FLAG_LENGTH = 40;
/** In characters: addresses that are signed are long, and more of them would not fit beside the rest of a card. */
const REFERENCES_LENGTH = 800;

/** Colours of the bar at a card's left, chosen to be told apart in Discord's dark and light themes. */
const OPEN = 0x5b8def;
const UNSURE = 0xf0a020;
const COLORS: Readonly<Record<Job['state'], number>> = {
  waiting: OPEN,
  submitting: OPEN,
  running: OPEN,
  succeeded: 0x3ba55d,
  failed: 0xd83c3e,
  'timed-out': UNSURE,
  unknown: UNSURE,
  stopped: 0x80848e,
};

/** Facts that a card shows besides the job. */
export interface CardFacts {
  /** Milliseconds since the epoch. */
  now: number;
  /** Why a waiting job waits, and its position. */
  wait?: Wait | undefined;
  /** How long such jobs usually take, if that is known. */
  estimate?: DurationEstimate | undefined;
  /** The service gives no answer about its task, while it does about others. */
  isCulprit?: boolean;
  /** Whether 🔄 is put under the card once its pictures are there. */
  offersAgain?: boolean;
  /** Without anything that a person typed. */
  isWordless?: boolean;
}

/** One line about something in the request that the person may not have meant. */
export const noteLine = (note: Note, words: CardWords): string => {
  switch (note.kind) {
    case 'size-set-to-4k':
      return words.sizeSetTo4k;
    case 'ratio-overridden':
      return words.ratioOverridden(note.ratio);
    case 'output-size-corrected':
      return words.sizeCorrected(note.requested.replace('x', ' × '), `${note.width} × ${note.height}`);
    case 'option-overridden':
      return words.optionOverridden(note.flag, excerpt(note.value, TYPED_LENGTH));
    case 'ratio-of-picture':
      return `-# ${words.asThePicture(note.ratio)}`;
    case 'ratio-replaced':
      return words.ratioReplaced(note.typed, note.ratio);
    case 'idle-flags':
      return `-# ${words.idleFlags(note.flags.map((flag) => excerpt(flag, TYPED_LENGTH)).join(', '), note.flags.length)}`;
    case 'prompt-corrected':
      return note.fixes
        .map(({ typed, read }) => words.readAs(excerpt(typed, FLAG_LENGTH), excerpt(read, FLAG_LENGTH)))
        .map((text) => `-# ${text}`)
        .join('\n');
  }
};

/** The pictures from which the request starts; addresses that are a secret of its person have no link. */
const startsFromLine = (job: Job, words: CardWords): string[] => {
  const { submission, origin } = job;
  const urls = factsOf(submission).references;
  // The line about its origin leads there.
  if (urls.length === 0 || (urls.length === 1 && origin?.link !== undefined && origin.kind !== 'again'))
    return [];
  const hidden = new Set(privateAddressesOf(job));
  const links = urls.flatMap((url, index) => (hidden.has(url) ? [] : [`[${index + 1}](<${url}>)`]));
  const shown = fitting(links, ' · ', REFERENCES_LENGTH);
  return [words.startsFrom(urls.length, shown === '' ? undefined : shown)];
};

/**
 * The person who requested it, where others see it; for a picture that was made out of an earlier one with a link back. In an
 * embed a mention shows the name and sends no notification:
 * https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
const originLine = ({ origin, personId, target, submission }: Job, words: CardWords): string[] => {
  if (!origin) return target.ephemeral ? [] : [`-# ${words.by(`<@${personId}>`)}`];
  const { did, back } = words.origins[origin.kind];
  const link = origin.link === undefined ? '' : ` · [${back}](${origin.link})`;
  const isCombined = factsOf(submission).references.length > 1;
  return [`${did(`<@${personId}>`, isCombined)}${link}`];
};

/**
 * How much of the usual time has passed, in steps of the bar. A full one says that this takes longer than usual, which a
 * handful of earlier tasks can't tell.
 */
export const barStep = (job: RunningJob, { now, estimate }: CardFacts): number | undefined => {
  if (!estimate) return undefined;
  const share = (now - job.submittedAt) / Math.max(estimate.usualMs, 1);
  const last = estimate.isHint ? BAR_STEPS - 1 : BAR_STEPS;
  return Math.min(last, Math.max(0, Math.floor(share * BAR_STEPS)));
};

const runningLines = (job: RunningJob, facts: CardFacts, words: CardWords): string[] => {
  const begun = words.painting(relativeTime(job.submittedAt));
  if (facts.isCulprit === true) return [begun, words.hasProblems];
  const step = barStep(job, facts);
  if (step === undefined || !facts.estimate) return [begun];
  const bar = '▰'.repeat(step) + '▱'.repeat(BAR_STEPS - step);
  const about = duration(facts.estimate.usualMs);
  return [begun, `${bar} ${step < BAR_STEPS ? words.usuallyDone(about) : words.longerThan(about)}`];
};

const explained = ({ title, advice }: { title: string; advice: string }): string[] => [
  `**${title}**`,
  advice,
];

/** Who can put right what is wrong with the key of a job. */
const keeperOf = ({ account, guildId }: Job): 'operator' | 'server' | 'person' => {
  if (isShared(account)) return 'operator';
  return guildId === undefined ? 'person' : 'server';
};

const failureLines = (job: Job, failure: Failure, words: CardWords): string[] => {
  const reason = reasonIn(failure);
  if (reason === undefined) {
    const isAboutKey = failure.kind === 'quota' || failure.kind === 'refused-key';
    return compact([
      ...explained(words.failures[failure.kind]),
      restOf(job).length > 0 && words.withRest,
      isAboutKey && words.askForKey[keeperOf(job)],
    ]);
  }
  const rest = reason.trim().length > REASON_LENGTH ? [words.wholeReason] : [];
  const title = failure.kind === 'task-failed' ? words.couldNotMake : words.declined;
  return [`**${title}**`, quote(reason, REASON_LENGTH), ...rest];
};

const unknownLines = ({ lostAnswer }: Extract<Job, { state: 'unknown' }>, words: CardWords): string[] => {
  const { title, advice } = words.unknown;
  return explained({ title, advice: lostAnswer ? `${lostAnswerText(lostAnswer, words)} ${advice}` : advice });
};

const lostAnswerText = (answer: LostAnswer, { lostAnswers }: CardWords): string => {
  if (answer.kind !== 'status') return lostAnswers[answer.kind];
  const { status } = answer;
  return status >= 200 && status < 400 ? lostAnswers.unreadable(status) : lostAnswers.error(status);
};

/** The position that a card names: none for the next to go. */
export const shownPosition = ({ wait }: Pick<CardFacts, 'wait'>): number | undefined =>
  wait && 'position' in wait && wait.position > 1 ? wait.position : undefined;

/** How a waiting job stands, and why it waits. */
export const waitingLines = (wait: Wait | undefined, words: CardWords): string[] => {
  if (wait && 'held' in wait) return [words.waitsFor[wait.held.by](wait.held.ahead)];
  const position = shownPosition({ wait });
  const reason = wait?.reason;
  return compact([
    position === undefined ? words.waiting : words.waitingAt(position),
    reason && words.waitsBecause[reason],
  ]);
};

const stateLines = (job: Job, facts: CardFacts, words: CardWords): string[] => {
  switch (job.state) {
    case 'waiting':
      return waitingLines(facts.wait, words);
    case 'submitting':
      return [words.submitted];
    case 'running':
      return runningLines(job, facts, words);
    case 'succeeded':
      return [];
    case 'failed':
      return failureLines(job, job.failure, words);
    case 'timed-out':
      return job.key
        ? [...explained(words.keyTrouble[job.key]), words.askForKey[keeperOf(job)]]
        : explained(words.timedOut);
    case 'unknown':
      return unknownLines(job, words);
    case 'stopped':
      return [words.stopped];
  }
};

/** The beginning of a prompt. All of it is in the details. */
const cardPrompt = (prompt: string): string => {
  const wide = prompt.slice(0, CARD_PROMPT_LENGTH).match(WIDE_LETTERS)?.length ?? 0;
  return quote(oneLine(prompt, CARD_PROMPT_LENGTH - Math.floor(wide / 2)), CARD_PROMPT_LENGTH);
};

const promptLines = (job: Job, words: CardWords): string[] => {
  const prompt = cardPrompt(promptOf(job));
  const isBelowReason = job.state === 'failed' && reasonIn(job.failure) !== undefined;
  // Without words between them, two quotes look like one.
  return isBelowReason ? ['', words.prompt, prompt] : [prompt];
};

const footerOf = (job: Job, words: CardWords): string => {
  const { submission } = job;
  const { kind, ratio } = factsOf(submission);
  const facts = compact<string>([commandOf(submission.family), !USUAL_KINDS.includes(kind) && kind]);
  if (job.state === 'succeeded') {
    const { width, height } = job.result;
    if (width !== undefined && height !== undefined) facts.push(`${width} × ${height}`);
  } else if (ratio !== undefined) facts.push(ratio);
  if (job.left !== undefined && doesCount(job, countsTowardLimits))
    facts.push(words.left(job.left.count, job.left.period));
  return facts.join(' · ');
};

/**
 * The message that shows a job.
 *
 * @param pictures those of a job that succeeded, four at most.
 */
export const cardOf = (job: Job, facts: CardFacts, pictures: readonly Picture[] = []): MessageBody => {
  const waitsForClick = job.target.awaitsClick === true && !isEnded(job);
  const words = wordsIn(job.target.language).card;
  const lines = waitsForClick ? [words.stillWorking] : stateLines(job, facts, words);
  const description = compact([
    ...lines,
    ...(facts.isWordless === true
      ? []
      : [
          ...promptLines(job, words),
          job.style && words.style(literal(job.style.name)),
          ...job.notes.map((note) => noteLine(note, words)),
          ...startsFromLine(job, words),
        ]),
    ...originLine(job, words),
    ...(pictures.length > 0 ? originalsLines(pictures, words) : []),
    facts.offersAgain === true && job.state === 'succeeded' && words.offersAgain,
    isReachedByTokenOnly(job) && !waitsForClick && words.whenItStops,
  ]).join('\n');
  const isHidden = job.spoiler === true;
  const [first, ...others] =
    isHidden || pictures.length === 0 ? [] : imagesOf(job, pictures, facts.isWordless);
  const embed: APIEmbed = {
    color: COLORS[job.state],
    description,
    footer: { text: footerOf(job, words) },
    ...first,
  };
  const content = compact([
    facts.isWordless === true && pictures.length > 0 && words.picturesDone,
    isHidden && hiddenBeside(pictures),
  ]).join('\n');
  // An edit without a text would leave the one of before.
  return { content, embeds: [embed, ...others], components: cardButtons(job, facts.offersAgain) };
};

/** The card of a job that was just accepted. */
export const newCardOf = (
  job: Job,
  { estimates, clock }: { estimates: Pick<Estimates, 'of'>; clock: Pick<Clock, 'now'> },
): MessageBody => cardOf(job, { now: clock.now(), estimate: estimates.of(job.submission) });

/** The final card of a job with its pictures. */
export const finishedCard = (
  job: EndedJob,
  facts: CardFacts,
  pictures: readonly Picture[],
): OutgoingMessage => ({ body: cardOf(job, facts, pictures), files: filesOf(pictures) });

/** Further pictures of a job, for which its card had no place, under a title. */
export const furtherPictures = (
  job: EndedJob,
  title: string,
  pictures: readonly Picture[],
): OutgoingMessage => {
  const files = filesOf(pictures);
  const heading = [title, ...originalsLines(pictures, wordsIn(job.target.language).card)].join('\n');
  return job.spoiler === true
    ? { body: { content: `${heading}\n${hiddenBeside(pictures)}`.trim() }, files }
    : { body: { content: heading, embeds: imagesOf(job, pictures) }, files };
};

/** The final card without anything that a person typed. */
export const wordlessCard = (
  job: EndedJob,
  facts: CardFacts,
  pictures: readonly Picture[],
): OutgoingMessage => finishedCard(job, { ...facts, isWordless: true }, pictures.map(wordless));

/** Links are whole, or left out. */
const wholeLinks = (lines: readonly string[], rest: string): string => {
  const all = lines.join('\n');
  return all.length <= PLAIN_LENGTH
    ? all
    : `${fitting(lines, '\n', PLAIN_LENGTH - rest.length - 1)}\n${rest}`;
};

/** A card without anything that Discord could take offence at: the last resort when it refuses the real one. */
export const plainCardOf = (job: Job, pictureUrls: readonly string[]): MessageBody => {
  const words = wordsIn(job.target.language).card;
  const hasPictures = job.state === 'succeeded';
  const links = pictureUrls.map((url) => (job.spoiler === true ? `||${url}||` : url));
  const reasons = stateLines(job, { now: job.acceptedAt }, words).map((text) => text.replace(/^> /gm, ''));
  return {
    content: hasPictures
      ? wholeLinks([words.picturesDone, ...links], words.othersInHistory)
      : clip(reasons.join('\n'), PLAIN_LENGTH),
    embeds: [],
    components: hasPictures ? [] : cardButtons(job),
  };
};

/** Instead of the card of a job that could not be stored: why, and the prompt, which is kept nowhere else. */
export const lostCardOf = (job: Job, code: 'job-lost' | 'store-away'): MessageBody => {
  const text = wordsIn(job.target.language).errors[code](undefined);
  return {
    content: clip(`${text}\n${quote(promptOf(job), PLAIN_LENGTH)}`, CONTENT_LENGTH),
    embeds: [],
    components: [],
  };
};
