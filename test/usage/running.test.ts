import { expect, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { parseTally } from '../../src/services/usage/tally.ts';
import { Usage } from '../../src/services/usage/usage.ts';
import { makeFolder, openForTest } from '../storage/storages.ts';
import { factsOf } from './facts.ts';

const OWNER = { id: 'guild', guildId: 'guild' };

const startUsage = async () => {
  const storage = await openForTest(`sqlite://${await makeFolder()}/usage.sqlite`);
  let isFull = false;
  const usage = new Usage({
    store: storage.open('usage', parseTally),
    write: (change) => (isFull ? Promise.reject(new Error('disk full')) : storage.commit([change])),
    timeZoneOf: () => Promise.resolve('UTC'),
    clock: systemClock,
    log: createLog({ level: 'silent' }),
  });
  return { usage, fillDisk: () => (isFull = true), emptyDisk: () => (isFull = false) };
};

const today = () => new Date().toISOString().slice(0, 10);

test('what runs is read while nothing can be written', async () => {
  const { usage, fillDisk, emptyDisk } = await startUsage();
  const acceptedAt = Date.now();
  usage.reserve(
    factsOf({ id: 'a', guildId: OWNER.id, acceptedAt, state: 'running', submittedAt: acceptedAt }),
  );
  fillDisk();
  const [day] = await usage.days(OWNER, [today()]);
  expect(day?.people['person']?.artgen).toEqual({ running: 1 });
  emptyDisk();
});
