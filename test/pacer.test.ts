import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Pacer } from '../src/lib/pacer.ts';
import { HandClock } from './world/hand-clock.ts';

const GAP_MS = 10;

/** A pacer at a time that the test moves, and the numbers of what has started. */
const startPacer = () => {
  const clock = new HandClock();
  const stopping = new AbortController();
  const urgent = { isUrgent: false };
  const isUrgent = () => urgent.isUrgent;
  const pacer = new Pacer({ gapMs: GAP_MS, isUrgent, clock, signal: stopping.signal });
  const started: number[] = [];
  const ask = (...numbers: number[]) => {
    for (const number of numbers) void pacer.turn().then(() => started.push(number));
    return turn();
  };
  const pass = (milliseconds: number) => {
    clock.advance(milliseconds);
    return turn();
  };
  return { clock, stopping, urgent, started, ask, pass };
};

test('work that comes alone starts at once', async () => {
  const { started, ask, pass } = startPacer();
  await ask(1);
  expect(started).toEqual([1]);
  await pass(GAP_MS);
  await ask(2);
  expect(started).toEqual([1, 2]);
});

test('work that comes alone leaves no timer behind', async () => {
  const { ask, clock } = startPacer();
  await ask(1);
  expect(clock.waits).toEqual([]);
});

test('work that comes at one moment starts spaced out, in its order', async () => {
  const { started, ask, pass } = startPacer();
  await ask(1, 2, 3);
  expect(started).toEqual([1]);
  await pass(GAP_MS);
  expect(started).toEqual([1, 2]);
  await ask(4);
  expect(started).toEqual([1, 2]);
  await pass(GAP_MS);
  await pass(GAP_MS);
  expect(started).toEqual([1, 2, 3, 4]);
});

test('less starts while something is more urgent, but it never stops', async () => {
  const { started, ask, pass, urgent } = startPacer();
  urgent.isUrgent = true;
  await ask(1, 2, 3);
  await pass(GAP_MS);
  expect(started).toEqual([1]);
  await pass(GAP_MS);
  expect(started).toEqual([1, 2]);
  await pass(GAP_MS);
  urgent.isUrgent = false;
  await pass(GAP_MS);
  expect(started).toEqual([1, 2, 3]);
});

test('nothing waits any longer once it is stopped', async () => {
  const { started, ask, stopping, clock, urgent } = startPacer();
  urgent.isUrgent = true;
  await ask(1, 2, 3);
  stopping.abort();
  await turn();
  expect(started).toEqual([1, 2, 3]);
  expect(clock.waits).toEqual([]);
  await ask(4);
  expect(started).toEqual([1, 2, 3, 4]);
});
