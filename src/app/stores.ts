import { z } from 'zod';
import { apiKeyRowSchema } from '../services/accounts/api-key-rows.ts';
import { blocklistSchema } from '../services/guilds/blocklist/blocklists.ts';
import { limitsSchema } from '../services/guilds/limit-rules.ts';
import { guildStylesSchema } from '../services/guilds/guild-styles.ts';
import { operatorRulesSchema } from '../services/guilds/operator-rules.ts';
import { settingsSchema } from '../services/guilds/settings.ts';
import { copySchema, takedownSchema } from '../services/jobs/copies.ts';
import { draftSchema } from '../services/people/drafts.ts';
import { durationsSchema } from '../services/jobs/estimates.ts';
import { jobSchema } from '../services/jobs/job.ts';
import { taskRowSchema } from '../services/jobs/job-rows.ts';
import { historySchema } from '../services/people/history.ts';
import { profileSchema } from '../services/people/profiles.ts';
import type { Lease } from '../services/storage/lease.ts';
import type { Storage } from '../services/storage/store.ts';
import { spentSchema } from '../services/usage/shared-budget.ts';
import { periodTallySchema, tallySchema } from '../services/usage/tally.ts';

/** Every namespace of the store. Commits are about jobs, which only the holder of their part may change. */
export const openStores = (storage: Storage, lease: Pick<Lease, 'guard'>) => ({
  /** Job id → job, from its acceptance until it is closed. Small, and read whole at the start. */
  open: storage.open('open', jobSchema),
  /** Job id → closed job, for `JOB_RETENTION_DAYS`. */
  jobs: storage.open('jobs', jobSchema),
  /** Message id → id of the job whose card it is; longer than any job. */
  messages: storage.open('messages', z.string()),
  /** Task id → the jobs that follow it, with channel and message; longer than any job. */
  tasks: storage.open('tasks', taskRowSchema),
  /** Person and job id → a mark, so that a person's jobs are found; as long as the job. */
  jobsByPerson: storage.open('jobsByPerson', z.literal(true)),
  /** Job and message → a message that shows something of the job besides its card; longer than any job. */
  copies: storage.open('copies', copySchema),
  /** The same of messages that are to go, until Discord confirms it. */
  takedowns: storage.open('takedowns', takedownSchema),
  /** Person → when they deleted their data, a day longer than any job of theirs can be kept. */
  erased: storage.open('erased', z.number()),
  /** Draft id → the pictures for which a person opened a form, a day; or a request that was refused, an hour. */
  drafts: storage.open('drafts', draftSchema),
  /** Family with mode or size → how long such jobs took lately, in milliseconds. */
  estimates: storage.open('estimates', durationsSchema),
  /** Key ref → sealed key, and owner → ref of their present key; until removed and no open job needs it. */
  apiKeys: storage.open('apiKeys', apiKeyRowSchema, true),
  /** Server → settings, until the bot leaves; so are the next three. */
  settings: storage.open('settings', settingsSchema, true),
  blocklists: storage.open('blocklists', blocklistSchema, true),
  limits: storage.open('limits', limitsSchema, true),
  styles: storage.open('styles', guildStylesSchema),
  /** Owner and day → counts; 400 days. */
  usage: storage.open('usage', tallySchema),
  /** Server and a period longer than a day → how many requests each person used up; two months. */
  periods: storage.open('periods', periodTallySchema),
  /** Month and part → how many requests the operator's key paid for, where that has a total; two months. */
  spent: storage.open('spent', spentSchema),
  /** What the operator decided for all servers, under one key. */
  operator: storage.open('operator', operatorRulesSchema, true),
  /** Person → defaults and styles. */
  profiles: storage.open('profiles', profileSchema),
  /** Person and place → ids of their newest jobs; as long as jobs are kept. */
  history: storage.open('history', historySchema),
  commit: storage.committing(lease),
  scrub: () => storage.clean(),
});

/** Server → when the bot was first seen to have left it; until its data is deleted, or the bot is back. Only maintenance needs it. */
export const openLeftGuilds = (storage: Storage) => storage.open('leftGuilds', z.number());
