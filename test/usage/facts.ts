import type { Countable } from '../../src/services/usage/tally.ts';

/** A job of the server `guild`, requested by `person` at the given moment. */
export const factsOf = (given: Partial<Countable>): Countable & Required<Pick<Countable, 'account'>> => ({
  personId: 'person',
  account: { id: 'account', keyRef: 'key' },
  submission: { family: 'artgen', body: { prompt: 'a lighthouse' } },
  state: 'waiting',
  acceptedAt: Date.parse('2026-11-20T12:00:00Z'),
  ...given,
});
