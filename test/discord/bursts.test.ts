import { expect, test, vi } from 'vitest';
import type { Reply } from '../../src/commands/framework/reply.ts';
import { deferred } from '../world/deferred.ts';
import { doneAt, interactionAt, startParts, WAITING } from './parts.ts';

const GAP_MS = 10;
const JOBS = 5;

/** Jobs that ended at one moment, and how many of them are delivered. */
const startBurst = async () => {
  const parts = await startParts();
  const { services, jobs, clock } = parts;
  for (let number = 0; number < JOBS; number += 1) {
    const job = doneAt(clock.now(), []);
    const target = { ...job.target, messageId: `90000000000000000${number}` };
    await services.openJobs.add({ ...job, id: `01JQ000000000000000000000${number}`, target });
  }
  await jobs.start(() => Promise.resolve(undefined));
  const expectClosed = (count: number) =>
    vi.waitFor(() => {
      expect(jobs.size).toBe(JOBS - count);
      expect(parts.discord.requests).toHaveLength(count);
    });
  return { ...parts, expectClosed };
};

test('jobs that end at one moment are delivered one after the other', async () => {
  const { clock, jobs, expectClosed } = await startBurst();
  for (let count = 1; count <= JOBS; count += 1) {
    await expectClosed(count);
    clock.advance(GAP_MS);
  }
  await jobs.stopAll(0);
});

test('they leave time for people who wait for an answer, and are delivered all the same', async () => {
  const { clock, jobs, responder, discord, expectClosed } = await startBurst();
  const work = deferred<Reply>();
  const responded = responder.respond(interactionAt(clock.now()), 'publicly', work.promise);
  await expectClosed(1);
  for (let count = 2; count <= JOBS; count += 1) {
    clock.advance(GAP_MS);
    await vi.waitFor(() => {
      expect(clock.waits).toContain(GAP_MS);
    });
    expect(discord.requests).toHaveLength(count - 1);
    clock.advance(GAP_MS);
    await expectClosed(count);
  }
  await jobs.stopAll(0);
  work.resolve({ kind: 'silent' });
  await responded;
});

test('a stop leaves those that wait to the next start', async () => {
  const { jobs, services, discord, expectClosed } = await startBurst();
  await expectClosed(1);
  await jobs.stopAll(0);
  expect(discord.requests).toHaveLength(1);
  const left = await services.stores.open.entries();
  expect(left.map(([, job]) => job)).toEqual(
    Array.from({ length: JOBS - 1 }, (): unknown => expect.objectContaining({ delivery: 'due' })),
  );
});

test('jobs that wait are submitted one after the other, and a stop leaves the rest in the queue', async () => {
  const { services, jobs, clock } = await startParts();
  const { target } = doneAt(clock.now(), []);
  const ids = ['1', '2', '3'].map((number) => `01JQ000000000000000000000${number}`);
  for (const id of ids) await services.openJobs.add({ ...WAITING, id, target });
  await jobs.start(() => Promise.resolve(undefined));
  const states = () => ids.map((id) => jobs.get(id)?.state);
  // Their key is gone, so the turn of each ends it.
  await vi.waitFor(() => {
    expect(states()).toEqual([undefined, 'waiting', 'waiting']);
  });
  clock.advance(GAP_MS);
  await vi.waitFor(() => {
    expect(states()).toEqual([undefined, undefined, 'waiting']);
  });
  await jobs.stopAll(0);
  expect((await services.stores.open.entries()).map(([, { id, state }]) => [id, state])).toEqual([
    [ids[2], 'waiting'],
  ]);
});
