import { describe, expect, test } from 'vitest';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
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

    const setTheScene = async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const [mail, other] = [(await openForTest(url)).mail, (await openForTest(direct)).mail];
      if (!mail || !other) throw new Error('this storage knows no mailboxes');
      const takeInTheEnd = async () => {
        const taken: unknown[] = [];
        await expect
          .poll(() => mail.take(1).then((letters) => taken.push(...letters) >= 0, String), {
            timeout: 20_000,
          })
          .toBe(true);
        return taken;
      };
      return { proxy, mail, other, takeInTheEnd };
    };

    test('loses nothing when the answer to its emptying is lost, and hands nothing out twice', async () => {
      const { proxy, mail, other, takeInTheEnd } = await setTheScene();
      await other.put(1, 'first');
      expect(await mail.take(1)).toEqual(['first']);
      await other.put(1, 'stop');
      // The owner names it when it replaces the row in which it is.
      proxy.loseAnswerTo('mail:1', 'stop');
      const taken = await mail.take(1).catch(() => []);
      proxy.comeBack();
      await other.put(1, 'next');
      expect([...taken, ...(await takeInTheEnd())]).toEqual(['stop', 'next']);
      expect(await mail.take(1)).toEqual([]);
    });

    test('hands out once what reached the server late, after its retry', async () => {
      const { proxy, mail, other, takeInTheEnd } = await setTheScene();
      await mail.put(1, 'before');
      expect(await other.take(1)).toEqual(['before']);
      proxy.sendLate('mail:1', 'late');
      await expect(mail.put(1, 'late')).rejects.toThrow();
      await expect
        .poll(() => mail.put(1, 'late').then(() => 'done', String), { timeout: 20_000 })
        .toBe('done');
      expect(await other.take(1)).toEqual(['late']);
      await proxy.deliver();
      expect(await other.take(1)).toEqual([]);
      expect(await takeInTheEnd()).toEqual([]);
    });
  });
}
