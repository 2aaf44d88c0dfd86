import { z } from 'zod';
import { parseDraft } from '../services/jobs/drafts.ts';
import { parseDurations } from '../services/jobs/estimates.ts';
import { parseJob } from '../services/jobs/job.ts';
import { parseAsked, parseErasedAt } from '../services/jobs/personal-jobs.ts';
import { parseTaskRow } from '../services/jobs/task-rows.ts';
import type { Change, Storage } from '../services/storage/store.ts';

/** What jobs keep, each in a namespace of its own. */
export const openJobStores = (storage: Storage) => ({
  open: storage.open('open', parseJob),
  jobs: storage.open('jobs', parseJob),
  messages: storage.open('messages', (value) => z.string().parse(value)),
  tasks: storage.open('tasks', parseTaskRow),
  estimates: storage.open('estimates', parseDurations),
  drafts: storage.open('drafts', parseDraft),
  asked: storage.open('asked', parseAsked),
  erased: storage.open('erased', parseErasedAt),
  writeTogether: (changes: readonly Change[]) => storage.writeTogether(changes),
  scrub: () => storage.scrub(),
});
