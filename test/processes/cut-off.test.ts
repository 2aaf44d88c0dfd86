import { expect, test, vi } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { ask, interact, submissionsOf } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { errorText } from '../world/words.ts';
import { standsBy } from './several.ts';

// A lease ends in the test.
vi.setConfig({ testTimeout: 90_000 });

for (const server of SERVERS) {
  test.skipIf(!server.available)(
    `a process that is cut off from ${server.title} leaves the answer to its successor, however slow that one's store is`,
    async () => {
      const direct = await server.fresh();
      const cutOff = await Proxy.inFrontOf(direct, server.port);
      const slow = await Proxy.inFrontOf(direct, server.port);
      const world = await startProgramWorld({ env: { STORE_URL: direct } });
      const { discord } = world;
      const first = world.launch({ STORE_URL: cutOff.url });
      await first.ready;
      const second = world.launch({ STORE_URL: slow.url });
      await standsBy(second);
      cutOff.proxy.goDown();
      await second.ready;
      // The successor reads nothing in time, so all that it can do is to announce its answer.
      slow.proxy.hold();
      const { message, deferred } = await interact(world, 'asked once');
      expect(message?.content).not.toBe(errorText('store-away'));
      expect(deferred).toBe(true);
      slow.proxy.comeBack();
      await expectPictures(discord, message?.id ?? '', 4, 20_000);
      expect(submissionsOf(world, 'asked once')).toHaveLength(1);
      cutOff.proxy.comeBack();
      expect(await first.exit).toMatchObject({ code: 1 });
      await expectPictures(discord, await ask(world, 'afterwards'), 4, 20_000);
    },
  );
}
