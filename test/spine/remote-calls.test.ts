import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { RemoteCalls, type OwnJobs } from '../../src/services/jobs/remote-calls.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { StorageWriteError, UnreadableValueError } from '../../src/services/storage/store.ts';

/** The owner of a slot into whose mailbox these letters come, one batch at a time, and what it does with them. */
const startOwner = (batches: unknown[][], failures: Error[]) => {
  const done: string[] = [];
  const perform = async (name: string) => {
    const failure = failures.shift();
    if (failure) throw failure;
    done.push(name);
    return Promise.resolve();
  };
  const jobs: OwnJobs = {
    stop: (id) => perform(`stop ${id}`),
    askAgain: (id) => perform(`ask-again ${id}`),
    bring: (id) => perform(`bring ${id}`),
    move: (id) => perform(`move ${id}`),
    notifyBy: (id, by) => perform(`notify ${id} ${by ?? 'off'}`),
  };
  const none = () => Promise.resolve(undefined);
  const remote = new RemoteCalls({
    shared: {
      slots: 1,
      owns: () => true,
      slotOf: () => 0,
      mail: { put: () => Promise.resolve(), take: () => Promise.resolve(batches.shift() ?? []) },
    },
    open: { get: () => undefined, find: none, closeParked: () => Promise.resolve() },
    clock: systemClock,
    log: createLog({ level: 'silent' }),
  });
  void remote.run(jobs);
  onTestFinished(() => {
    remote.stop();
  });
  return { done };
};

const stop = (jobId: string) => ({ kind: 'stop', jobId });
const storeIsAway = () => new StorageWriteError('open');

test('calls from other processes are carried out in their order, though the store fails in between', async () => {
  const { done } = startOwner([[stop('a'), stop('b')], [stop('c')]], [storeIsAway(), storeIsAway()]);
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['stop a', 'stop b', 'stop c']);
});

test('a call whose job cannot be read is given up, and holds up no other', async () => {
  const { done } = startOwner([[stop('a'), stop('b')]], [new UnreadableValueError('jobs', 'a')]);
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['stop b']);
});
