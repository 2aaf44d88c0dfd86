import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { wire } from '../../src/app/wiring.ts';
import { readConfig } from '../../src/config.ts';
import { fingerprint } from '../../src/services/accounts/account.ts';
import { jobSchema, type JobRequest } from '../../src/services/jobs/job.ts';
import { createLog } from '../../src/services/operations/log.ts';
import type { Lease } from '../../src/services/storage/lease.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { openForTest } from '../storage/storages.ts';
import { submissionsOf } from '../world/asking.ts';
import { REQUEST } from '../world/job.ts';
import { API_KEY, openTestEnvironment } from '../world/world.ts';

const requestOf = (prompt: string): JobRequest => ({
  ...REQUEST,
  submission: { family: 'artgen', body: { prompt } },
  account: { id: fingerprint(API_KEY), keyRef: 'shared' },
  target: { ...REQUEST.target, messageId: '4' },
});

const take = async (lease: Lease) => {
  await lease.acquire('key', new AbortController().signal);
  onTestFinished(() => lease.release());
};

/** One process without a gateway: whether its jobs are its own is up to the test. */
const startJobs = async (direct: string, port: number, env: Record<string, string> = {}) => {
  const { proxy, url } = await Proxy.inFrontOf(direct, port);
  const environment = await openTestEnvironment({ env: { STORE_URL: url, ...env } });
  const storage = await openForTest(url);
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const config = readConfig(environment.env);
  const runtime = { clock: environment.clock, random: Math.random, randomBytes, log };
  const stopping = new AbortController();
  const onFailed = () => undefined;
  const { lease, apiKeys, jobs, openJobs } = wire(
    config,
    { ...runtime, onFailed, signal: stopping.signal },
    storage,
  );
  const isOwner = vi.spyOn(lease, 'isHeld').mockReturnValue(true);
  await take(lease);
  await apiKeys.start();
  await jobs.start();
  onTestFinished(() => jobs.stopAll(0));
  const submit = async (prompt: string) => {
    const request = requestOf(prompt);
    const job = jobs.accept(request);
    await jobs.place(job, request.target);
    return job.id;
  };
  /** The former owner has not noticed. */
  const takeOver = async () => {
    proxy.forgetLeases();
    const other = await openForTest(direct);
    await take(other.database.lease({ shards: 'auto', parts: 1, onEvent: () => undefined }));
    return other.open('open', jobSchema);
  };
  return { ...environment, openJobs, submit, takeOver, isOwner, lines };
};

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A job in ${server.title}`, () => {
    const start = async (env?: Record<string, string>) => startJobs(await server.fresh(), server.port, env);

    test('is not submitted once another process has taken over, whatever its former owner believes', async () => {
      const world = await start();
      world.isOwner.mockReturnValue(false);
      const id = await world.submit('waits');
      const open = await world.takeOver();
      world.isOwner.mockReturnValue(true);
      await expect.poll(() => world.lines.join('')).toContain("couldn't start a submission");
      expect(submissionsOf(world, 'waits')).toEqual([]);
      expect(await open.get(id)).toMatchObject({ state: 'waiting' });
    });

    test('stays as its new owner has it, though an answer reaches its former one', async () => {
      const world = await start();
      const held = world.service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
      const id = await world.submit('answered late');
      await expect.poll(() => held.waiting).toBe(1);
      const open = await world.takeOver();
      held.release();
      await expect.poll(() => world.lines.join('')).toContain('a write to the store failed');
      expect(await open.get(id)).toMatchObject({ state: 'submitting' });
    });

    test('whose owner was paused between its write and its submission waits again, and is submitted once', async () => {
      const world = await start();
      world.isOwner.mockReturnValueOnce(true).mockReturnValue(false);
      const id = await world.submit('paused');
      // The submitter looks again only once it has taken the submission back.
      await expect.poll(() => world.isOwner.mock.calls.length).toBeGreaterThan(2);
      expect(world.openJobs.get(id)?.state).toBe('waiting');
      expect(submissionsOf(world, 'paused')).toEqual([]);
      world.isOwner.mockReturnValue(true);
      await expect.poll(() => submissionsOf(world, 'paused')).toHaveLength(1);
    });
  });
}
