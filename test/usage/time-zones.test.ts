import { expect, test } from 'vitest';
import { StorageWriteError, type Change } from '../../src/services/storage/store.ts';
import { createLog } from '../../src/services/operations/log.ts';
import type { JobFacts } from '../../src/services/usage/job-facts.ts';
import { sumOf } from '../../src/services/usage/summary.ts';
import { Usage } from '../../src/services/usage/usage.ts';
import { HandClock } from '../world/hand-clock.ts';
import { openOwnStores } from '../world/stores.ts';
import { factsOf } from './facts.ts';

const ACCEPTED_AT = Date.parse('2026-11-20T10:30:00Z');
/** All that it was somewhere at that moment. */
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21'];

/** The counts of one server, which can move to another time zone. */
const startServer = async (timeZone: string) => {
  const { storage, stores } = await openOwnStores();
  const owner = { id: 'moved', guildId: 'moved' };
  const server = { timeZone, write: (change: Change) => storage.commit([change]) };
  const usage = new Usage({
    store: stores.usage,
    write: (change) => server.write(change),
    timeZoneOf: () => Promise.resolve(server.timeZone),
    clock: new HandClock(),
    log: createLog({ level: 'silent' }),
  });
  const job = (facts: Partial<JobFacts>) =>
    factsOf({ id: 'a', guildId: owner.guildId, acceptedAt: ACCEPTED_AT, submittedAt: ACCEPTED_AT, ...facts });
  return { storage, server, usage, job, counts: async () => sumOf(await usage.days(owner, DAYS)).all };
};

const ZONES = ['Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Berlin'];

test.each(ZONES.flatMap((before) => ZONES.map((after) => [before, after] as const)))(
  'a job of a server that moves from %s to %s counts on one day',
  async (before, after) => {
    const { server, usage, job, counts } = await startServer(before);
    usage.record(job({ state: 'running' }));
    await usage.flush();
    server.timeZone = after;
    const succeeded = job({ state: 'succeeded', endedAt: ACCEPTED_AT + 1_000 });
    usage.record(succeeded);
    await usage.settle(succeeded);
    expect(await counts()).toEqual({ succeeded: 1 });
  },
);

test('a job counts on one day also where the answer of the store was lost, and the server moved before the next try', async () => {
  const { storage, server, usage, job, counts } = await startServer('Pacific/Kiritimati');
  const { write } = server;
  server.write = async (change) => {
    await storage.commit([change]);
    throw new StorageWriteError('usage');
  };
  const succeeded = job({ state: 'succeeded', endedAt: ACCEPTED_AT + 1_000 });
  usage.record(succeeded);
  await expect(usage.settle(succeeded)).rejects.toThrow(StorageWriteError);
  Object.assign(server, { write, timeZone: 'Pacific/Niue' });
  await usage.settle(succeeded);
  expect(await counts()).toEqual({ succeeded: 1 });
});
