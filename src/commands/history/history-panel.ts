import { setImmediate } from 'node:timers/promises';
import type { APIButtonComponent, APIEmbed } from 'discord-api-types/v10';
import { waitingLines } from '../../cards/card.ts';
import {
  button,
  buttonRows,
  isTaken,
  OPTION_LENGTH,
  pageOf,
  phoneRows,
  row,
  select,
  turnButtons,
  type Page,
  type ActionRow,
} from '../../messages/components.ts';
import { excerpt, oneLine, quote, relativeTime, linkTo } from '../../messages/markup.ts';
import { compact } from '../../lib/lists.ts';
import { within } from '../../lib/clock.ts';
import { cut, normalized } from '../../lib/text.ts';
import { MAX_TYPED_LENGTH } from '../../services/requests/families/checks.ts';
import { FAMILY_NAMES, type Family, commandOf } from '../../services/requests/families/index.ts';
import { hasPictures, isDeleted, isEnded, isInChannel, type Job, promptOf } from '../../services/jobs/job.ts';
import type { Wait } from '../../services/jobs/line.ts';
import type { CommandContext } from '../framework/context.ts';
import { customId, type CustomId } from '../../messages/custom-id.ts';
import { reasonLine, stateOf } from '../card/job-state.ts';
import type { Words } from '../../messages/words/words.ts';
import type { MessageBody } from '../../messages/message.ts';

/** Only the beginning of a longer text is searched. No submitted prompt is longer. */
const comparable = (text: string): string => normalized(cut(text, MAX_TYPED_LENGTH), 'NFKC').toLowerCase();

const searchedWords = (text: string): string[] => [...new Set(comparable(text).match(/\S+/gu))];

/** Whether a prompt contains every word of a search, also as part of a longer one. */
export const holdsWords = (prompt: string, text: string): boolean => {
  const normal = comparable(prompt);
  return searchedWords(text).every((word) => normal.includes(word));
};

/** How many prompts are searched before the process looks at anything else: one sign of a prompt can become eighteen. */
const SEARCHED_AT_ONCE = 5;

/** The jobs whose prompt contains every word of a search. */
export const jobsWith = async <J extends Pick<Job, 'submission' | 'shownPrompt'>>(
  jobs: readonly J[],
  text: string,
): Promise<J[]> => {
  const found: J[] = [];
  for (const [index, job] of jobs.entries()) {
    if (index % SEARCHED_AT_ONCE === SEARCHED_AT_ONCE - 1) await setImmediate();
    if (holdsWords(promptOf(job), text)) found.push(job);
  }
  return found;
};

/** Discord shows five rows of components and ten embeds; five jobs with a picture each fill a screen. */
const JOBS_PER_PAGE = 5;
/** Pictures are a courtesy here: a page does not wait longer for their addresses. */
const PICTURE_TIMEOUT_MS = 1_500;

/** In characters: a search has a few words, and is part of the `custom_id` of its buttons. */
export const MAX_SEARCH_LENGTH = 70;

/** A search in a person's history. */
export interface Search {
  family?: Family | undefined;
  /** Words that a prompt must hold. */
  text?: string | undefined;
}

/** A search for what a person chose. */
export const searchFor = (family: string | undefined, typed = ''): Search => {
  const known = FAMILY_NAMES.find((name) => name === family);
  const text = cut(typed.trim().replace(/\s+/gu, ' '), MAX_SEARCH_LENGTH);
  return { family: known, text: text === '' ? undefined : text };
};

/** One of a person's jobs. */
interface HistoryEntry {
  job: Job;
  wait?: Wait | undefined;
  thumbnailUrl?: string | undefined;
}

/** One page of a person's jobs. */
type HistoryPage = Page<HistoryEntry>;

/** Whether a job is under way, or its result needs a click to reach its person. */
const isOpen = (job: Job): boolean => !isEnded(job) || job.delivery === 'parked';

/** First a person's open jobs in all places, newest first, since these can be stopped. Then the other jobs in this place. */
const findJobs = async (
  { family, text }: Search,
  { history, openJobs, submitter, invocation: { personId, guildId } }: CommandContext,
): Promise<HistoryEntry[]> => {
  const open = (await openJobs.ofPerson(personId)).filter(isOpen).toReversed();
  const openIds = new Set(open.map(({ id }) => id));
  const ids = (await history.jobIds({ personId, guildId }, family)).filter((id) => !openIds.has(id));
  const found = (await Promise.all(ids.map((id) => openJobs.find(id)))).filter((job) => job !== undefined);
  const own = [
    ...open.filter(({ submission }) => family === undefined || submission.family === family),
    ...found.filter((job) => job.personId === personId),
  ];
  const searched = text === undefined ? own : await jobsWith(own, text);
  const waits = submitter.waitsOf(open);
  return searched.map((job) => ({ job, wait: waits.get(job.id) }));
};

/**
 * A job, with a fresh address of its first picture. Hidden pictures are not shown: a thumbnail can't be hidden. Here it is
 * noticed that its message was deleted.
 */
const withPicture = async (
  entry: HistoryEntry,
  { messages, deletions, clock }: CommandContext,
): Promise<HistoryEntry> => {
  const { job } = entry;
  if (isOpen(job) || !hasPictures(job)) return entry;
  const pictures = await within(PICTURE_TIMEOUT_MS, messages.picturesOf(job.target), clock);
  if (pictures === 'deleted') return { ...entry, job: (await deletions.forgetPictures(job.id)) ?? job };
  if (job.spoiler === true) return entry;
  const shown = typeof pictures === 'object' ? pictures[0]?.url : undefined;
  const thumbnailUrl = shown ?? job.result.gridUrl ?? job.result.pictureUrls[0];
  return {
    ...entry,
    thumbnailUrl: thumbnailUrl !== undefined && isTaken(thumbnailUrl) ? thumbnailUrl : undefined,
  };
};

/** A page of a person's jobs. */
const findPage = async (search: Search, wanted: number, context: CommandContext): Promise<HistoryPage> => {
  const found = await findJobs(search, context);
  const page = pageOf(found, JOBS_PER_PAGE, wanted);
  return { ...page, shown: await Promise.all(page.shown.map((entry) => withPicture(entry, context))) };
};

const LISTED_PROMPT_LENGTH = 200;
const SEARCH_LENGTH = 100;

/** How an open job stands, and why it waits, as its card says it. */
const openLines = ({ job, wait }: HistoryEntry, { card, history }: Words): string[] => {
  if (job.state === 'waiting') return waitingLines(wait, card);
  if (job.state === 'submitting') return [card.submitted];
  if (job.state === 'running') return [card.painting(relativeTime(job.submittedAt))];
  return [history.parked];
};

/** Where a job's message stands. Discord shows the link to one as its channel. */
const placeLines = (job: Job, { history }: Words): string[] => {
  if (isDeleted(job)) return [];
  const link = linkTo(job.target);
  if (isOpen(job)) return [link ?? `<#${job.target.channelId}> · ${history.private}`];
  return [link === undefined ? history.private : `[${history.jump}](${link})`];
};

const embedOf = (entry: HistoryEntry, number: number, words: Words): APIEmbed => {
  const { job, thumbnailUrl } = entry;
  const [state = '', ...why] = isOpen(job) ? openLines(entry, words) : [stateOf(job, words)];
  const head = [`**${number}.** ${commandOf(job.submission.family)}`, state];
  // What is in progress says since when.
  const time = isOpen(job) ? [] : [relativeTime(job.acceptedAt)];
  return {
    description: [
      [...head, ...time].join(' · '),
      ...why,
      quote(promptOf(job), LISTED_PROMPT_LENGTH),
      ...reasonLine(job, words),
      ...placeLines(job, words),
    ].join('\n'),
    ...(thumbnailUrl !== undefined && { thumbnail: { url: thumbnailUrl } }),
  };
};

/** What can be done with an open job. */
const openButtons = (
  job: Job,
  number: number,
  { words: { history }, lease }: CommandContext,
): APIButtonComponent[] => {
  if (!isOpen(job) || !lease.owns(job.guildId)) return [];
  if (job.state === 'waiting')
    return [button(customId('stop', job.id), history.stop(number), { style: 'danger' })];
  return isInChannel(job) ? [] : [button(customId('show-here', job.id), history.showHere(number))];
};

/** The custom id of a button that knows the search. */
export const searchId = (
  action: 'history' | 'history-search' | 'open-request',
  { family, text }: Search,
  page: number,
): CustomId => customId(action, family ?? 'all', page, text);

const headOf = (
  { family, text }: Search,
  { count, page, pages }: HistoryPage,
  { history }: Words,
): string => {
  const command = family && commandOf(family);
  const searched = text === undefined ? undefined : excerpt(text, SEARCH_LENGTH);
  if (count > 0) return history.head(command, searched, page, pages, count);
  return command === undefined && searched === undefined ? history.none : history.noneSuch(command, searched);
};

/** The menu that opens one of the page's jobs. */
const chooseRow = (search: Search, { shown, first, page }: HistoryPage, words: Words): ActionRow => {
  const options = shown.map(({ job }, index) => ({
    label: oneLine(`${first + index}. ${promptOf(job)}`, OPTION_LENGTH),
    value: job.id,
    description: `${commandOf(job.submission.family)} · ${stateOf(job, words)}`,
  }));
  return row(select(searchId('open-request', search, page), words.history.choose, options));
};

/** A page of a person's jobs, as it is now. */
export const historyPanel = async (
  search: Search,
  wanted: number,
  context: CommandContext,
): Promise<MessageBody> => {
  const { words } = context;
  const { history } = words;
  const found = await findPage(search, wanted, context);
  const { shown, first, page: present } = found;
  const turns = turnButtons(found, (page) => searchId('history', search, page), [
    history.newer,
    history.older,
  ]);
  const isForAll = search.family === undefined && search.text === undefined;
  return {
    content: headOf(search, found, words),
    embeds: shown.map((entry, index) => embedOf(entry, first + index, words)),
    components: compact([
      ...phoneRows(shown.flatMap(({ job }, index) => openButtons(job, first + index, context))),
      shown.length > 0 && chooseRow(search, found, words),
      ...buttonRows([
        ...turns,
        shown.some(({ job }) => isOpen(job)) && button(searchId('history', search, present), history.refresh),
        (shown.length > 0 || !isForAll) &&
          button(searchId('history-search', search, 1), history.search, { style: 'primary' }),
        !isForAll && button(searchId('history', {}, 1), history.showAll),
      ]),
    ]),
  };
};
