import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { wire } from '../../src/app/wiring.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { HandClock } from '../world/hand-clock.ts';
import { ACCEPTED } from '../world/job.ts';
import { openOwnStores } from '../world/stores.ts';

test('a start whose writes fail has queued nothing, so that it can be made again', async () => {
  const { folder, storage, stores } = await openOwnStores();
  const clock = new HandClock();
  const target = { ...ACCEPTED.target, messageId: '4' };
  const job = { ...ACCEPTED, target, acceptedAt: clock.now() };
  await stores.open.set('01', { ...job, id: '01', state: 'waiting' });
  await stores.open.set('02', { ...job, id: '02', state: 'submitting', submittedAt: clock.now() });
  const config = readConfig({
    DISCORD_TOKEN: 'a.bot.token',
    DISCORD_API_URL: 'http://127.0.0.1:9',
    IMAGE_API_URL: 'http://127.0.0.1:9',
    DATA_DIR: folder,
  });
  const log = createLog({ level: 'error', destination: { write: () => undefined } });
  const runtime = { clock, random: () => 0.5, randomBytes, log };
  const { signal } = new AbortController();
  const { jobs, submitter } = wire(config, { ...runtime, onFailed: () => undefined, signal }, storage);
  vi.spyOn(storage, 'commit').mockRejectedValueOnce(new Error('the store is away'));
  await expect(jobs.start()).rejects.toThrow('the store is away');
  expect(submitter.waiting(ACCEPTED.account.id)).toBe(0);
  await jobs.start();
  expect(submitter.waiting(ACCEPTED.account.id)).toBe(1);
  expect(await stores.open.get('02')).toMatchObject({ state: 'unknown' });
  await jobs.stopAll(0);
});
