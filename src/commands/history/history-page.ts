import { pageOf, type Page } from '../../messages/components.ts';
import { within } from '../../lib/clock.ts';
import { hasPictures, type Job, promptOf } from '../../services/jobs/job.ts';
import { cut, normalized } from '../../lib/text.ts';
import { FAMILIES, type Family } from '../../services/image-api/wire.ts';
import type { CommandContext } from '../framework/command.ts';
import { MAX_TYPED_LENGTH } from '../../services/image-api/request-rules.ts';

/** Of anything longer only the beginning is searched; no prompt that was submitted is. */
const comparable = (text: string): string => normalized(cut(text, MAX_TYPED_LENGTH), 'NFKC').toLowerCase();

const words = (text: string): string[] => [...new Set(comparable(text).match(/\S+/gu))];

/** Whether a prompt contains every word of a search, also as part of a longer one. */
export const holdsWords = (prompt: string, text: string): boolean => {
  const normal = comparable(prompt);
  return words(text).every((word) => normal.includes(word));
};

/** Discord shows five rows of components and ten embeds; five jobs with a picture each fill a screen. */
const JOBS_PER_PAGE = 5;
/** Pictures are a courtesy here: a page does not wait longer for their addresses. */
const PICTURE_TIMEOUT_MS = 1_500;

/** In characters: a search has a few words, and is part of the `custom_id` of its buttons. */
export const MAX_SEARCH_LENGTH = 70;

/** A search in a person's history. */
export interface Search {
  family?: Family;
  /** Words that a prompt must hold. */
  text?: string;
}

/** A search for what a person chose. */
export const searchFor = (family: string | undefined, typed = ''): Search => {
  const known = FAMILIES.find((name) => name === family);
  const text = cut(typed.trim().replace(/\s+/gu, ' '), MAX_SEARCH_LENGTH);
  return { ...(known !== undefined && { family: known }), ...(text !== '' && { text }) };
};

/** One of a person's jobs. */
interface HistoryEntry {
  job: Job;
  thumbnailUrl?: string;
}

/** One page of a person's jobs. */
export type HistoryPage = Page<HistoryEntry>;

const findJobs = async (
  { family, text }: Search,
  { history, jobs, invocation: { personId, guildId } }: CommandContext,
): Promise<Job[]> => {
  const place = { personId, ...(guildId !== undefined && { guildId }) };
  const ids = await history.jobIds(place, family);
  const found = await Promise.all(ids.map((id) => jobs.find(id)));
  return found
    .filter((job) => job?.personId === personId && (text === undefined || holdsWords(promptOf(job), text)))
    .filter((job) => job !== undefined);
};

/**
 * A job, with a fresh address of its first picture. Hidden pictures are not shown: a thumbnail can't be hidden. Here it is
 * noticed that its message was deleted.
 */
const entryOf = async (job: Job, { messenger, jobs, clock }: CommandContext): Promise<HistoryEntry> => {
  if (!hasPictures(job)) return { job };
  const pictures = await within(PICTURE_TIMEOUT_MS, messenger.picturesOf(job.target), clock);
  if (pictures === 'deleted') return { job: (await jobs.forgetPictures(job.id)) ?? job };
  if (job.spoiler === true) return { job };
  const shown = typeof pictures === 'object' ? pictures[0]?.url : undefined;
  const thumbnailUrl = shown ?? job.result.gridUrl ?? job.result.pictureUrls[0];
  return { job, ...(thumbnailUrl !== undefined && { thumbnailUrl }) };
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
