import { expect, test } from 'vitest';
import { fingerprint } from '../../src/services/accounts/account.ts';
import { jobSchema, type RunningJob } from '../../src/services/jobs/job.ts';
import { openStorage } from '../../src/services/storage/index.ts';
import { ACCEPTED } from '../world/job.ts';
import { API_KEY, startWorld } from '../world/world.ts';

const JOBS = 10_000;

const taskIds = Array.from({ length: JOBS }, (_, index) => `task-${index}`);

/** A job whose task runs, as the last process left it. */
const runningJob = (taskId: string, index: number, now: number): RunningJob => ({
  ...ACCEPTED,
  id: `01JOB${String(index).padStart(21, '0')}`,
  account: { id: fingerprint(API_KEY), keyRef: 'shared' },
  personId: String(index % 500),
  target: { ...ACCEPTED.target, guildId: '3', messageId: String(index), channelRoute: false },
  acceptedAt: now,
  state: 'running',
  submittedAt: now,
  deadlineAt: now + 600_000,
  taskId,
});

test('10,000 open jobs are taken up at once and polled a hundred at a time, and who asks for something meanwhile is answered', async () => {
  const { discord, service, clock, env, startEasel, stopEasel } = await startWorld();
  await stopEasel();
  const storage = await openStorage(env['STORE_URL'] ?? '', { onConnectionError: () => undefined });
  const open = storage.open('open', jobSchema);
  const jobs = taskIds.map((taskId, index) => runningJob(taskId, index, clock.now()));
  await Promise.all(jobs.map((job) => open.set(job.id, job)));
  await storage.close();

  await startEasel();
  const asked = new Set<string>();
  const untilAsked = (count: number) =>
    service.until(
      () => {
        for (const call of service.calls) for (const taskId of call.taskIds ?? []) asked.add(taskId);
        return asked.size >= count;
      },
      { what: `a question about ${count} tasks` },
    );
  await untilAsked(1);
  const { atelier, member } = discord.world;
  const meanwhile = discord.as(member.id).slash(atelier.channelId, 'help');
  await untilAsked(JOBS);
  const sizes = service.calls.map((call) => call.taskIds?.length ?? 0);
  expect(Math.max(...sizes)).toBe(100);
  expect(sizes.slice(0, 100).every((size) => size === 100)).toBe(true);
  expect(await meanwhile).toMatchObject({ answered: true });
});
