import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { ask, expectLogged, expectOpenJobs, interact, submissionsOf } from '../world/asking.ts';
import { expectPictures, picturesOf, textOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { startWorld } from '../world/world.ts';

/** Longer than any lease and any wait of Easel's. `OUTAGE_S=60 npm run test:processes -- store-away` makes it a minute. */
const OUTAGE_MS = Number(process.env['OUTAGE_S'] ?? 15) * 1_000;
const ASK_EVERY_MS = 1_700;
/** The lease is in doubt by then. */
const SURELY_AWAY_MS = 6_000;

for (const server of SERVERS) {
  describe.skipIf(!server.available).each([
    ['refuses', 'goDown'],
    ['says nothing', 'fallSilent'],
  ] as const)(`A ${server.title} that %s for long`, (_how, goesAway) => {
    test('loses no job, lets nothing unwritten leave, and everybody who asks meanwhile is told soon', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      // One call at a time: while a submission is slow, the others wait.
      const env = { STORE_URL: url, ACCOUNT_CONCURRENCY: '1' };
      const durations = { artgen: { minMs: 6_000, maxMs: 8_000 }, gen: { minMs: 1, maxMs: 2 } };
      const world = await startWorld({ env, service: { durations } });
      const { discord, service } = world;
      const cards = new Map([['running', await ask(world, 'running')]]);
      await expect.poll(() => submissionsOf(world, 'running').length).toBe(1);
      service.faults.order({
        kind: 'slow',
        milliseconds: 3_000,
        moment: 'after',
        operation: 'artgen.submit',
      });
      cards.set('submitting', await ask(world, 'submitting'));
      for (const prompt of ['waiting', 'waiting, too', 'waiting as well'])
        cards.set(prompt, await ask(world, prompt));
      await expect.poll(() => submissionsOf(world, 'submitting').length).toBe(1);

      proxy[goesAway]();
      const left = service.submissions.length;
      const told: Promise<unknown>[] = [];
      const tell = async (after: number) => {
        const { answered, message } = await interact(world, `meanwhile ${after}`);
        expect(answered).toBe(true);
        if (after > SURELY_AWAY_MS) expect(textOf(message)).toContain(errorText('store-away'));
      };
      for (let after = 0; after < OUTAGE_MS; after += ASK_EVERY_MS) {
        told.push(tell(after));
        await delay(ASK_EVERY_MS);
      }
      await Promise.all(told);
      expect(service.submissions).toHaveLength(left);

      proxy.breakAll();
      proxy.comeBack();
      await expectLogged(world, 'has its part again: continuing');
      for (const [prompt, id] of cards) {
        await expectPictures(discord, id, 4);
        expect(submissionsOf(world, prompt)).toHaveLength(1);
      }
      const after = await ask(world, 'afterwards');
      await expectPictures(discord, after, 4);
      await expectOpenJobs(world, 0);
      // A request of the first seconds, when the store might have answered yet, can have been served in the end.
      const others = discord
        .messagesIn(discord.world.atelier.channelId)
        .filter(({ id }) => id !== after && ![...cards.values()].includes(id));
      const served = others.filter((message) => picturesOf(message) === 4);
      expect(others.length).toBeGreaterThanOrEqual(told.length);
      for (const message of others.filter((other) => !served.includes(other)))
        expect(textOf(message)).toContain(errorText('store-away'));
      expect(service.submissions).toHaveLength(cards.size + 1 + served.length);
    });
  });
}
