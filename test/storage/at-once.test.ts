import { describe, expect, test } from 'vitest';
import { parseProfile } from '../../src/services/people/profile.ts';
import { Profiles } from '../../src/services/people/profiles.ts';
import type { Store } from '../../src/services/storage/store.ts';
import { SERVERS } from './fresh-server.ts';
import { openForTest, parseNumber } from './storages.ts';

const ROUNDS = 20;

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Two processes on one ${server.title}`, () => {
    const two = async <T>(namespace: string, parse: (value: unknown) => T) => {
      const url = await server.fresh();
      const open = async () => (await openForTest(url)).open(namespace, parse);
      return [await open(), await open()] as const;
    };

    test('that change one value at the same moment undo nothing of one another', async () => {
      const stores = await two('numbers', parseNumber);
      const raise = (store: Store<number>) => store.update('sum', (sum = 0) => sum + 1);
      for (let round = 0; round < ROUNDS; round += 1) await Promise.all(stores.map(raise));
      for (const store of stores) expect(await store.get('sum')).toBe(2 * ROUNDS);
    });

    test('one of which removes what the other one raises do one after the other', async () => {
      const [one, other] = await two('numbers', parseNumber);
      for (let round = 0; round < ROUNDS; round += 1) {
        await one.set('a', 1);
        await Promise.all([
          one.update('a', (value = 0) => value + 1),
          other.update('a', (value) => (value === 1 ? undefined : value)),
        ]);
        // Removed first it was raised from nothing, and what was raised first was no longer to be removed.
        expect([1, 2]).toContain(await other.get('a'));
      }
    });

    test('that are told different things by one person keep both', async () => {
      const stores = await two('people', parseProfile);
      const [one, other] = stores.map((store) => new Profiles({ store, newPresetId: () => 'preset' }));
      for (let round = 0; round < ROUNDS; round += 1) {
        const personId = String(round);
        await Promise.all([
          one?.setDefaults(personId, { mode: 'fast' }),
          other?.setDefaults(personId, { isPrivate: true }),
          other?.addPreset(personId, { name: 'Foggy', text: 'in the fog' }),
        ]);
        expect(await one?.of(personId)).toEqual({
          defaults: { mode: 'fast', isPrivate: true },
          presets: [{ id: 'preset', name: 'Foggy', text: 'in the fog' }],
        });
      }
    });
  });
}
