import { z } from 'zod';
import { parseKeyRow } from '../services/accounts/key-rows.ts';
import { parseBlocklist } from '../services/guilds/blocklist/blocklists.ts';
import { parseLimits } from '../services/guilds/limit-rules.ts';
import { parseGuildStyles } from '../services/guilds/guild-styles.ts';
import { parseSettings } from '../services/guilds/settings.ts';
import { parseDraft } from '../services/jobs/drafts.ts';
import { parseDurations } from '../services/jobs/estimates.ts';
import { parseJob } from '../services/jobs/job.ts';
import { parseAsked, parseErasedAt } from '../services/jobs/personal-jobs.ts';
import { parseTaskRow } from '../services/jobs/mappings.ts';
import { parseHistory } from '../services/people/history.ts';
import { parseProfile } from '../services/people/profile.ts';
import type { Lease } from '../services/storage/lease.ts';
import type { Change, Storage } from '../services/storage/store.ts';
import { parseMonthTally, parseTally } from '../services/usage/tally.ts';

// A schema takes far longer to make than to use.
const idSchema = z.string();

/** Every namespace of the store. What is committed is about jobs, which only the holder of their part may change. */
export const openStores = (storage: Storage, lease: Pick<Lease, 'guard'>) => ({
  /** Job id → job, from its acceptance until it is closed. Small, and read whole at the start. */
  open: storage.open('open', parseJob),
  /** Job id → closed job, for `JOB_RETENTION_DAYS`. */
  jobs: storage.open('jobs', parseJob),
  /** Message id → id of the job whose card it is; longer than any job. */
  messages: storage.open('messages', (value) => idSchema.parse(value)),
  /** Task id → the jobs that follow it, with channel and message; longer than any job. */
  tasks: storage.open('tasks', parseTaskRow),
  /** Person and job id → a mark, so that a person's jobs are found; as long as the job. */
  asked: storage.open('asked', parseAsked),
  /** Person → when they deleted their data, a day longer than any job of theirs can be kept. */
  erased: storage.open('erased', parseErasedAt),
  /** Draft id → the pictures for which a person opened a form, a day; or a request that was refused, an hour. */
  drafts: storage.open('drafts', parseDraft),
  /** Family with mode or size → how long such jobs took lately, in milliseconds. */
  estimates: storage.open('estimates', parseDurations),
  /** Key ref → sealed key, and owner → ref of their present key; until removed and no open job needs it. */
  keys: storage.open('keys', parseKeyRow, true),
  /** Server → settings, until the bot leaves; so are the next three. */
  guilds: storage.open('guilds', parseSettings, true),
  blocklists: storage.open('blocklists', parseBlocklist, true),
  limits: storage.open('limits', parseLimits, true),
  styles: storage.open('styles', parseGuildStyles),
  /** Owner and day → counts; 400 days. */
  usage: storage.open('usage', parseTally),
  /** Server and month → how many requests each person used up; two months. */
  months: storage.open('months', parseMonthTally),
  /** Person → defaults and styles. */
  people: storage.open('people', parseProfile),
  /** Person and place → ids of their newest jobs; as long as jobs are kept. */
  history: storage.open('history', parseHistory),
  commit: (changes: readonly Change[]) => lease.guard((fence) => storage.commit(changes, fence)),
  scrub: () => storage.clean(),
});
