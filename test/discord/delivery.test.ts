import { randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { onTestFinished, expect, test, vi } from 'vitest';
import { wire } from '../../src/app/wiring.ts';
import { readConfig } from '../../src/config.ts';
import type { EndedJob } from '../../src/services/jobs/job.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { FencedError } from '../../src/services/storage/errors.ts';
import { deferred } from '../world/deferred.ts';
import { HandClock } from '../world/hand-clock.ts';
import { ACCEPTED } from '../world/job.ts';
import { startHost } from '../world/picture-hosts.ts';
import { openOwnStores } from '../world/stores.ts';
import { eventually } from '../world/eventually.ts';

/** Easel's own parts as the house wires them, with a job whose card is to be brought to a Discord that accepts everything. */
const startDelivery = async () => {
  const { folder, storage } = await openOwnStores();
  const { url, asked } = await startHost((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"2"}');
  });
  const clock = new HandClock();
  const log = createLog({ level: 'silent' });
  const config = readConfig({
    DISCORD_TOKEN: 'a.bot.token',
    DISCORD_API_URL: `${url}/api`,
    IMAGE_API_URL: 'http://127.0.0.1:9',
    DATA_DIR: folder,
  });
  const stopping = new AbortController();
  onTestFinished(() => {
    stopping.abort();
  });
  const runtime = { clock, random: () => 0.5, randomBytes, log };
  const parts = wire(config, { ...runtime, onFailed: () => undefined, signal: stopping.signal }, storage);
  const confirmLease = vi.spyOn(parts.lease, 'confirm');
  const now = clock.now();
  const job: EndedJob = {
    ...ACCEPTED,
    target: { ...ACCEPTED.target, messageId: '2' },
    state: 'timed-out',
    taskId: '1',
    submittedAt: now,
    endedAt: now,
    delivery: 'due',
  };
  await parts.stores.open.set(job.id, job);
  await parts.openJobs.load();
  return { asked, confirmLease, deliver: (signal: AbortSignal) => parts.delivery.deliver(job.id, signal) };
};

test('a delivery leaves nothing that waits for the end of the process', async () => {
  const { deliver, confirmLease } = await startDelivery();
  confirmLease.mockResolvedValue();
  const { signal } = new AbortController();
  expect(await deliver(signal)).toBe('delivered');
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a card without pictures waits for certainty, and is left to the process that has taken over', async () => {
  const { asked, deliver, confirmLease } = await startDelivery();
  const { signal } = new AbortController();
  confirmLease.mockRejectedValueOnce(new FencedError());
  await expect(deliver(signal)).rejects.toThrow(FencedError);
  expect(asked).toEqual([]);
  const certain = deferred<undefined>();
  confirmLease.mockReturnValueOnce(certain.promise);
  const delivered = deliver(signal);
  await eventually(() => {
    expect(confirmLease).toHaveBeenCalledTimes(2);
  });
  expect(asked).toEqual([]);
  certain.resolve(undefined);
  expect(await delivered).toBe('delivered');
});
