import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createJobs, createServices } from '../../src/app/services.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { HandClock } from '../world/hand-clock.ts';
import { ACCEPTED } from '../world/job.ts';
import { openOwnStores } from '../world/stores.ts';

/** Stores whose next commit fails. */
const failingStores = async () => {
  const { folder, stores } = await openOwnStores();
  const next = { fails: false };
  const commit: typeof stores.commit = (...args) => {
    const { fails } = next;
    next.fails = false;
    return fails ? Promise.reject(new Error('the store is away')) : stores.commit(...args);
  };
  return { folder, stores: { ...stores, commit }, next };
};

test('a start whose writes fail has queued nothing, so that it can be made again', async () => {
  const { folder, stores, next } = await failingStores();
  const clock = new HandClock();
  const target = { ...ACCEPTED.target, messageId: '4' };
  const job = { ...ACCEPTED, target, acceptedAt: clock.now() };
  await stores.open.set('01', { ...job, id: '01', state: 'waiting' });
  await stores.open.set('02', { ...job, id: '02', state: 'submitting', submittedAt: clock.now() });
  const config = readConfig({
    DISCORD_TOKEN: 'a.bot.token',
    IMAGE_API_URL: 'http://127.0.0.1:9',
    DATA_DIR: folder,
  });
  const log = createLog({ level: 'error', destination: { write: () => undefined } });
  const runtime = { clock, random: () => 0.5, randomBytes, log };
  const services = createServices(config, runtime, stores);
  const { jobs, submitter } = createJobs(config, runtime, services, {
    deliver: () => Promise.resolve('parked'),
    isOwner: () => false,
    onBroken: () => undefined,
  });
  next.fails = true;
  await expect(jobs.start()).rejects.toThrow('the store is away');
  expect(submitter.waiting()).toBe(0);
  await jobs.start();
  expect(submitter.waiting()).toBe(1);
  expect(await stores.open.get('02')).toMatchObject({ state: 'unknown' });
  await jobs.stopAll(0);
});
