import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Job, RunningJob, SubmittingJob, WaitingJob } from '../../src/services/jobs/job.ts';
import {
  checkAgain,
  fail,
  markUnknown,
  observe,
  startSubmission,
  stop,
  startRunning,
} from '../../src/services/jobs/transitions.ts';
import { countsTowardLimits, outcomeOf } from '../../src/services/usage/tally.ts';
import { sumOf } from '../../src/services/usage/summary.ts';
import type { TaskSnapshot } from '../../src/services/image-api/wire.ts';
import { close, openBooks } from '../world/books.ts';
import { DAY_MS } from '../world/durations.ts';
import { HandClock } from '../world/hand-clock.ts';
import { REQUEST } from '../world/job.ts';
import { openOwnStores } from '../world/stores.ts';

const { signal } = new AbortController();
const clock = new HandClock();
const now = clock.now();
const TASK = 't';
const SEEN = { now, lateMs: 0, isTimed: true };
const DONE: TaskSnapshot = { status: 'success', taskId: 't', pictureUrls: [] };
const isPending = ({ state }: Job) => state === 'waiting' || state === 'submitting' || state === 'running';

/** What can happen to a job in each state; where there are several, a number chooses. */
const STEPS = {
  waiting: [(job: WaitingJob) => startSubmission(job, now), (job: WaitingJob) => stop(job, now)],
  submitting: [
    (job: SubmittingJob) => startRunning(job, TASK, 0),
    (job: SubmittingJob) => markUnknown(job, now),
    (job: SubmittingJob) => fail(job, { kind: 'quota' }, now),
  ],
  running: [
    (job: RunningJob) => observe(job, DONE, SEEN),
    (job: RunningJob) => fail(job, { kind: 'task-failed' }, now),
    (job: RunningJob) => observe(job, 'missing', { now: now + DAY_MS, lateMs: 1, isTimed: false }),
  ],
};

const next = (job: Job, choice: number): Job | undefined => {
  if (job.state === 'waiting') return STEPS.waiting[choice % 2]?.(job);
  if (job.state === 'submitting') return STEPS.submitting[choice % 3]?.(job);
  if (job.state === 'running') return { ...(STEPS.running[choice % 3]?.(job) ?? job) };
  return undefined;
};

let guilds = 0;

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('ask', 'ask', 'step', 'step', 'step', 'step', 'close', 'again', 'crash'),
    which: fc.nat(3),
    choice: fc.nat(5),
  }),
  { minLength: 1, maxLength: 40 },
);

test('no count is ever off, whatever happens and whenever the process is killed', async () => {
  const { stores } = await openOwnStores();
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const guildId = `guild${(guilds += 1)}`;
      const owner = { id: guildId, guildId };
      const target = { ...REQUEST.target, guildId };
      let books = openBooks({ stores, clock });
      /** Everything that ever was, as it is now. */
      const all = new Map<string, Job>();
      for (const { what, which, choice } of list) {
        const id = [...all.keys()].at(-1 - which) ?? '';
        const known = all.get(id);
        if (what === 'ask') {
          const asked = books.open.accept({ ...REQUEST, guildId, target });
          const job = await books.open.place(asked, { ...target, messageId: asked.id }, signal);
          all.set(asked.id, job);
        } else if (what === 'crash') {
          books = openBooks({ stores, clock });
          await books.open.load();
        } else if (known) {
          const step = (job: Job) => next(job, choice);
          const again = (job: Job) => checkAgain(job, now);
          if (what === 'close') await books.open.change(id, close);
          const after = await (what === 'again' ? books.open.change(id, again) : undefined);
          const changed = after ?? (await (what === 'step' ? books.open.change(id, step) : undefined));
          if (changed) all.set(id, changed);
        }
        const jobs = [...all.values()];
        const used = jobs.filter((job) => isPending(job) || countsTowardLimits(outcomeOf(job))).length;
        expect(await books.usage.countIn('day', owner, REQUEST.personId)).toMatchObject({
          ...{ byPerson: used, byOwner: used },
        });
        expect(books.usage.pending(owner)).toBe(jobs.filter(isPending).length);
        const { label } = await books.usage.today(owner);
        const counts = sumOf(await books.usage.days(owner, [label])).all;
        const outcomes = jobs.map((job) => outcomeOf(job)).filter((outcome) => outcome !== undefined);
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(outcomes.length);
        const listed = await books.history.jobIds({ personId: REQUEST.personId, guildId });
        expect(listed).toEqual([...all.keys()].sort().reverse());
      }
    }),
    { numRuns: 100 },
  );
});
