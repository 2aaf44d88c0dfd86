import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { ask, interact, submissionsOf } from '../world/asking.ts';
import { expectPictures, picturesOf, textOf } from '../world/messages.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { errorText } from '../world/words.ts';
import { standsBy } from './several.ts';

const ASKED_FOR_MS = 4_000;
const ASK_EVERY_MS = 250;

for (const server of SERVERS) {
  describe.skipIf(!server.available).each([
    ['without an answer', 'fallSilent'],
    ['and its questions arrive late', 'hold'],
  ] as const)(`A process that is cut off from ${server.title}, %s,`, (_, cut) => {
    test('while a standby takes over leaves no card that waits for ever', async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const world = await startProgramWorld({ env: { STORE_URL: direct } });
      const { discord } = world;
      const first = world.launch({ STORE_URL: url });
      await first.ready;
      const second = world.launch();
      await standsBy(second);
      await expectPictures(discord, await ask(world, 'before'), 4);

      proxy[cut]();
      const asked: Promise<unknown>[] = [];
      for (let after = 0; after < ASKED_FOR_MS; after += ASK_EVERY_MS) {
        asked.push(interact(world, `meanwhile ${after}`).catch(() => undefined));
        await delay(ASK_EVERY_MS);
      }
      await second.ready;
      proxy.comeBack();
      expect(await first.exit).toMatchObject({ code: 1 });
      // Only the process that ended had heard of some: they get no answer.
      discord.endFirstSeconds();
      await Promise.all(asked);
      const lost = (['store-away', 'job-lost', 'interrupted'] as const).map((code) => errorText(code));
      const open = () =>
        discord
          .messagesIn(discord.world.atelier.channelId)
          .filter((message) => picturesOf(message) !== 4)
          .map(textOf)
          .filter((text) => !lost.some((one) => text.includes(one)));
      await expect.poll(open).toEqual([]);
      for (let after = 0; after < ASKED_FOR_MS; after += ASK_EVERY_MS)
        expect(submissionsOf(world, `meanwhile ${after}`).length).toBeLessThanOrEqual(1);
    });
  });
}
