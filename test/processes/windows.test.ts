import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createJobs, createServices } from '../../src/app/services.ts';
import { openStores } from '../../src/app/stores.ts';
import { readConfig } from '../../src/config.ts';
import { fingerprint } from '../../src/services/accounts/api-key.ts';
import { parseJob, type JobRequest } from '../../src/services/jobs/job.ts';
import { createLog } from '../../src/services/operations/log.ts';
import type { Lease } from '../../src/services/storage/lease.ts';
import type { Storage } from '../../src/services/storage/storage.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { openForTest } from '../storage/storages.ts';
import { submissionsOf } from '../world/asking.ts';
import { REQUEST } from '../world/job.ts';
import { API_KEY, openTestEnvironment } from '../world/world.ts';

const leaseOf = async ({ database }: Storage): Promise<Lease> => {
  const lease = database.lease({ shards: 'auto', parts: 1, onEvent: () => undefined });
  await lease.acquire('key', new AbortController().signal);
  onTestFinished(() => lease.release());
  return lease;
};

const requestOf = (prompt: string): JobRequest => ({
  ...REQUEST,
  submission: { family: 'artgen', body: { prompt } },
  account: { id: fingerprint(API_KEY), keyRef: 'shared' },
  target: { ...REQUEST.target, messageId: '4' },
});

/** The jobs of one process, as Easel wires them, without Discord: whether they are its own is up to the test. */
const startJobs = async (url: string, env: Record<string, string> = {}) => {
  const environment = await openTestEnvironment({ env: { STORE_URL: url, ...env } });
  const storage = await openForTest(url);
  const lease = await leaseOf(storage);
  const isOwner = vi.fn(() => true);
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const config = readConfig(environment.env);
  const runtime = { clock: environment.clock, random: Math.random, randomBytes, log };
  const services = createServices(config, runtime, openStores(storage, lease));
  await services.guilds.keys.start();
  const deliver = () => Promise.resolve('parked' as const);
  const { jobs } = createJobs(config, runtime, services, { deliver, isOwner, onBroken: () => undefined });
  await jobs.start();
  onTestFinished(() => jobs.stopAll(0));
  const submit = async (prompt: string) => {
    const request = requestOf(prompt);
    const job = jobs.accept(request);
    await jobs.place(job, request.target);
    return job.id;
  };
  const takeOver = async () => {
    await lease.release();
    const other = await openForTest(url);
    await leaseOf(other);
    const open = other.open('open', parseJob);
    return { open };
  };
  return { ...environment, storage, services, submit, takeOver, isOwner, lines };
};

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A job in ${server.title}`, () => {
    const start = async (env?: Record<string, string>) => startJobs(await server.fresh(), env);

    test('is not submitted once another process has taken over, whatever its former owner believes', async () => {
      const world = await start({ ACCOUNT_REQUESTS_PER_SECOND: '1' });
      await world.submit('first');
      await expect.poll(() => submissionsOf(world, 'first')).toHaveLength(1);
      const id = await world.submit('second');
      const { open } = await world.takeOver();
      await expect.poll(() => world.lines.join(''), { timeout: 20_000 }).toContain('FencedError');
      expect(submissionsOf(world, 'second')).toEqual([]);
      expect(await open.get(id)).toMatchObject({ state: 'waiting' });
    });

    test('whose owner was paused between its write and its submission waits again, and is submitted once', async () => {
      const world = await start();
      world.isOwner.mockReturnValueOnce(true).mockReturnValue(false);
      const id = await world.submit('paused');
      // The submitter looks again only once it has taken the submission back.
      await expect.poll(() => world.isOwner.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(2);
      expect(world.services.openJobs.get(id)?.state).toBe('waiting');
      expect(submissionsOf(world, 'paused')).toEqual([]);
      world.isOwner.mockReturnValue(true);
      await expect.poll(() => submissionsOf(world, 'paused'), { timeout: 20_000 }).toHaveLength(1);
    });
  });
}
