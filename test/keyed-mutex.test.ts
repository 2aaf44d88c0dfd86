import { expect, it } from 'vitest';
import { KeyedMutex } from '../src/lib/keyed-mutex.ts';

/** Work that the test ends. */
const guard = (): { work: () => Promise<void>; open: () => void; started: () => boolean } => {
  let open: () => void = () => undefined;
  let started = false;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const work = (): Promise<void> => {
    started = true;
    return opened;
  };
  return { work, open, started: () => started };
};

it('runs work of one key one after the other, and of others meanwhile', async () => {
  const mutex = new KeyedMutex();
  const first = guard();
  const order: string[] = [];
  const one = mutex.run(['a'], async () => {
    await first.work();
    order.push('a1');
  });
  const two = mutex.run(['a'], () => Promise.resolve(order.push('a2')));
  await mutex.run(['b'], () => Promise.resolve(order.push('b')));
  expect(order).toEqual(['b']);
  first.open();
  await Promise.all([one, two]);
  expect(order).toEqual(['b', 'a1', 'a2']);
});

it('lets work of several keys wait for all of them, and all of them for it', async () => {
  const mutex = new KeyedMutex();
  const [first, both] = [guard(), guard()];
  const a = mutex.run(['a'], first.work);
  const ab = mutex.run(['a', 'b', 'a'], both.work);
  const after = mutex.run(['b'], () => Promise.resolve(both.started()));
  await mutex.run(['c'], () => Promise.resolve());
  expect(both.started()).toBe(false);
  first.open();
  both.open();
  await Promise.all([a, ab]);
  expect(await after).toBe(true);
});

it('remembers no key whose work is done, or has failed', async () => {
  const mutex = new KeyedMutex();
  const runs = Array.from({ length: 1_000 }, (_, index) =>
    mutex.run([`k${index % 300}`], () =>
      index % 3 ? Promise.resolve() : Promise.reject(new Error('failed')),
    ),
  );
  expect(mutex.size).toBe(300);
  const settled = await Promise.allSettled(runs);
  expect(settled.filter((run) => run.status === 'rejected')).toHaveLength(334);
  await mutex.idle();
  expect(mutex.size).toBe(0);
});

it('knows whether something waits for work', async () => {
  const mutex = new KeyedMutex();
  const first = guard();
  let isAwaited = () => true;
  const one = mutex.run(['a', 'b'], (asked) => {
    isAwaited = asked;
    return first.work();
  });
  await Promise.resolve();
  await mutex.run(['c'], () => Promise.resolve());
  expect(isAwaited()).toBe(false);
  const two = mutex.run(['b', 'c'], () => Promise.resolve());
  expect(isAwaited()).toBe(true);
  first.open();
  await Promise.all([one, two]);
});

it('counts the work of a key that is under way or waits', async () => {
  const mutex = new KeyedMutex();
  const first = guard();
  const counts = () => ['a', 'b', 'c'].map((key) => mutex.queued(key));
  const one = mutex.run(['a'], first.work);
  const two = mutex.run(['a', 'b'], () => Promise.resolve(counts()));
  expect(counts()).toEqual([2, 1, 0]);
  first.open();
  await one;
  expect(await two).toEqual([1, 1, 0]);
  await mutex.idle();
  expect(counts()).toEqual([0, 0, 0]);
});
