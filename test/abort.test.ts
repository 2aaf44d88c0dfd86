import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { Cancellation, listenTo, sharedAbort } from '../src/lib/abort.ts';
import { systemClock } from '../src/lib/clock.ts';
import { HOUR_MS } from './world/durations.ts';

test('whoever listens to a cancellation hears it once, with its reason', () => {
  const cancellation = new Cancellation();
  const reason = new Error('the card is gone');
  const heard: string[] = [];
  const leaves = () => heard.push('left');
  cancellation.addEventListener('abort', () => heard.push('stayed'));
  cancellation.addEventListener('abort', leaves);
  cancellation.removeEventListener('abort', leaves);
  cancellation.throwIfAborted();
  cancellation.abort(reason);
  cancellation.abort(new Error('later'));
  expect(heard).toEqual(['stayed']);
  expect([cancellation.aborted, cancellation.reason]).toEqual([true, reason]);
  expect(() => {
    cancellation.throwIfAborted();
  }).toThrow(reason);
});

test('a listener that fails keeps no other from hearing, and its error is told', () => {
  const cancellation = new Cancellation();
  const failure = new Error('broken');
  let isHeard = false;
  cancellation.addEventListener('abort', () => {
    throw failure;
  });
  cancellation.addEventListener('abort', () => (isHeard = true));
  expect(() => {
    cancellation.abort();
  }).toThrow(expect.objectContaining({ errors: [failure] }));
  expect(isHeard).toBe(true);
});

test('waits end with what everybody shares, also those that begin after it, and the signal itself has one listener', async () => {
  const stopping = sharedAbort();
  const { signal } = stopping;
  const hours = Array.from({ length: 20 }, () => systemClock.sleep(HOUR_MS, signal));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  const reason = new Error('Easel stops');
  stopping.abort(reason);
  await Promise.all([...hours, systemClock.sleep(HOUR_MS, signal)]);
  expect(listenTo(signal).reason).toBe(reason);
});
