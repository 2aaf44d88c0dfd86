import { describe, expect, test } from 'vitest';
import { SERVERS } from './fresh-server.ts';
import { openForTest } from './storages.ts';

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A mailbox in ${server.title}`, () => {
    test('holds what several processes put in, until its owner takes all of it, once', async () => {
      const url = await server.fresh();
      const [one, other, owner] = await Promise.all([1, 2, 3].map(() => openForTest(url)));
      const letters = Array.from({ length: 10 }, (_, number) => ({ number }));
      const put = async (letter: { number: number }) =>
        (letter.number % 2 === 0 ? one : other)?.mail?.put(3, letter);
      await Promise.all(letters.map(put));
      await one?.mail?.put(4, 'for another slot');
      const taken = (await owner?.mail?.take(3)) as typeof letters;
      expect(taken.sort((a, b) => a.number - b.number)).toEqual(letters);
      expect(await other?.mail?.take(3)).toEqual([]);
      expect(await owner?.mail?.take(4)).toEqual(['for another slot']);
    });
  });
}
