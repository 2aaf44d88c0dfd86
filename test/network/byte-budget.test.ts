import { expect, test } from 'vitest';
import { ByteBudget } from '../../src/services/network/byte-budget.ts';

const { signal } = new AbortController();

/** Whether a promise is settled once everything that can happen now has happened. */
const isSettled = async (promise: Promise<unknown> | undefined): Promise<boolean> => {
  let settled = promise === undefined;
  void promise?.finally(() => (settled = true)).catch(() => undefined);
  await new Promise(setImmediate);
  return settled;
};

test('bytes are taken until the budget is used up, and then as they are given back', async () => {
  const budget = new ByteBudget(100);
  const [oldest, second, third] = [budget.open(), budget.open(), budget.open()];
  expect(oldest.take(60, signal)).toBeUndefined();
  await second.take(40, signal);
  const waiting = third.take(30, signal);
  expect(await isSettled(waiting)).toBe(false);
  oldest.give(30);
  await waiting;
  expect(budget.heldBytes).toBe(100);
  for (const share of [oldest, second, third]) share.close();
  expect(budget.heldBytes).toBe(0);
});

test('when all wait for one another the oldest goes on, and only it', async () => {
  const budget = new ByteBudget(100);
  const [oldest, second] = [budget.open(), budget.open()];
  await oldest.take(50, signal);
  await second.take(50, signal);
  const waiting = second.take(10, signal);
  await oldest.take(70, signal);
  oldest.settle();
  // The oldest still holds more than the budget: the next oldest gets nothing on top of that.
  expect(await isSettled(waiting)).toBe(false);
  oldest.close();
  await waiting;
  expect(budget.heldBytes).toBe(60);
});

test('whoever gives up waits no longer, and gets nothing later', async () => {
  const budget = new ByteBudget(100);
  const [oldest, second] = [budget.open(), budget.open()];
  await oldest.take(100, signal);
  const patience = new AbortController();
  const waiting = second.take(10, patience.signal);
  patience.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  oldest.close();
  expect(budget.heldBytes).toBe(0);
});
