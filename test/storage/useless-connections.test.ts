import { describe, expect, it } from 'vitest';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { inTheEnd, openForTest, parseNumber } from './storages.ts';

// A connection over which nothing comes is given up after 20 s at the latest.
for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A connection to ${server.title}`, () => {
    const setTheScene = async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const storage = await openForTest(url, { answerTimeoutMs: 400 });
      return { proxy, numbers: storage.open('numbers', parseNumber) };
    };

    it('that stands and leads nowhere is given up, and another one made', async () => {
      const { proxy, numbers } = await setTheScene();
      await numbers.set('a', 1);
      proxy.forget();
      await inTheEnd(() => numbers.set('a', 2));
      expect(await numbers.get('a')).toBe(2);
    });
  });
}
