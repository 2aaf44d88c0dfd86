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
