import { setImmediate } from 'node:timers/promises';
import type { APIEmbed } from 'discord-api-types/v10';
import {
  button,
  buttonRows,
  isTaken,
  OPTION_LENGTH,
  pageOf,
  row,
  select,
  turnButtons,
  type Page,
  type ActionRow,
} from '../../messages/components.ts';
import { excerpt, oneLine, quote, relativeTime, linkTo } from '../../messages/markup.ts';
import { within } from '../../lib/clock.ts';
import { cut, normalized } from '../../lib/text.ts';
import { MAX_TYPED_LENGTH } from '../../services/requests/families/checks.ts';
import { FAMILY_NAMES, type Family, commandOf } from '../../services/requests/families/index.ts';
import { hasPictures, isDeleted, type Job, promptOf } from '../../services/jobs/job.ts';
import type { CommandContext } from '../framework/command.ts';
import { customId, type CustomId } from '../../messages/custom-id.ts';
import { reasonLine, stateOf } from '../card/job-state.ts';
import type { Words } from '../../messages/words/words.ts';
import type { MessageBody } from '../../messages/message.ts';

/** Of anything longer only the beginning is searched; no prompt that was submitted is. */
const comparable = (text: string): string => normalized(cut(text, MAX_TYPED_LENGTH), 'NFKC').toLowerCase();

const wordsIn = (text: string): string[] => [...new Set(comparable(text).match(/\S+/gu))];

/** Whether a prompt contains every word of a search, also as part of a longer one. */
export const holdsWords = (prompt: string, text: string): boolean => {
  const normal = comparable(prompt);
  return wordsIn(text).every((word) => normal.includes(word));
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
  thumbnailUrl?: string | undefined;
}

/** One page of a person's jobs. */
type HistoryPage = Page<HistoryEntry>;

const findJobs = async (
  { family, text }: Search,
  { history, jobs, invocation: { personId, guildId } }: CommandContext,
): Promise<Job[]> => {
  const ids = await history.jobIds({ personId, guildId }, family);
  const found = await Promise.all(ids.map((id) => jobs.find(id)));
  const own = found.filter((job) => job !== undefined).filter((job) => job.personId === personId);
  return text === undefined ? own : jobsWith(own, text);
};

/**
 * A job, with a fresh address of its first picture. Hidden pictures are not shown: a thumbnail can't be hidden. Here it is
 * noticed that its message was deleted.
 */
const entryOf = async (job: Job, { messenger, deletions, clock }: CommandContext): Promise<HistoryEntry> => {
  if (!hasPictures(job)) return { job };
  const pictures = await within(PICTURE_TIMEOUT_MS, messenger.picturesOf(job.target), clock);
  if (pictures === 'deleted') return { job: (await deletions.forgetPictures(job.id)) ?? job };
  if (job.spoiler === true) return { job };
  const shown = typeof pictures === 'object' ? pictures[0]?.url : undefined;
  const thumbnailUrl = shown ?? job.result.gridUrl ?? job.result.pictureUrls[0];
  return {
    job,
    thumbnailUrl: thumbnailUrl !== undefined && isTaken(thumbnailUrl) ? thumbnailUrl : undefined,
  };
};

/** A page of a person's jobs in this place. */
export const findPage = async (
  search: Search,
  wanted: number,
  context: CommandContext,
): Promise<HistoryPage> => {
  const found = await findJobs(search, context);
  const page = pageOf(found, JOBS_PER_PAGE, wanted);
  return { ...page, shown: await Promise.all(page.shown.map((job) => entryOf(job, context))) };
};

const PROMPT_LENGTH = 200;
const SEARCH_LENGTH = 100;

const embedOf = (
  { job, thumbnailUrl }: HistoryPage['shown'][number],
  number: number,
  words: Words,
): APIEmbed => {
  const { history } = words;
  const link = linkTo(job.target);
  const head = `**${number}.** ${commandOf(job.submission.family)} · ${stateOf(job, words)} · ${relativeTime(job.acceptedAt)}`;
  const where = link === undefined ? history.private : `[${history.jump}](${link})`;
  return {
    description: [
      head,
      quote(promptOf(job), PROMPT_LENGTH),
      ...reasonLine(job, words),
      ...(isDeleted(job) ? [] : [where]),
    ].join('\n'),
    ...(thumbnailUrl !== undefined && { thumbnail: { url: thumbnailUrl } }),
  };
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

/** A page of a person's jobs. */
export const historyPanel = (search: Search, found: HistoryPage, words: Words): MessageBody => {
  const { history } = words;
  const { shown, first } = found;
  const turns = turnButtons(found, (page) => searchId('history', search, page), [
    history.newer,
    history.older,
  ]);
  const isForAll = search.family === undefined && search.text === undefined;
  return {
    content: headOf(search, found, words),
    embeds: shown.map((entry, index) => embedOf(entry, first + index, words)),
    components: [
      ...(shown.length > 0 ? [chooseRow(search, found, words)] : []),
      ...buttonRows([
        ...turns,
        ...(shown.length === 0 && isForAll
          ? []
          : [button(searchId('history-search', search, 1), history.search, { style: 'primary' })]),
        ...(isForAll ? [] : [button(searchId('history', {}, 1), history.showAll)]),
      ]),
    ],
  };
};
