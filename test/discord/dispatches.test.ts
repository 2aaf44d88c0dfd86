import { expect, test } from 'vitest';
import { Dispatches } from '../../src/services/discord/gateway/dispatches.ts';

const packet = (t: string, s: unknown, d: unknown = {}) => ({ t, s, d });

test('a packet without a number that counts is no event, and silences none that follows', () => {
  const dispatches = new Dispatches();
  expect(dispatches.take(packet('READY', 1, { session_id: 'one' }), 0)).toBeDefined();
  for (const number of [Infinity, NaN, '2', null, undefined])
    expect(dispatches.take(packet('INTERACTION_CREATE', number), 0)).toBeUndefined();
  expect(dispatches.take(packet('INTERACTION_CREATE', 2), 0)).toMatchObject({ event: 'INTERACTION_CREATE' });
  expect(dispatches.take(packet('INTERACTION_CREATE', 2), 0)).toBeUndefined();
});
