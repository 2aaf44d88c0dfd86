import { describe, expect, test, vi } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { expectSubmissions, interact, submissionsOf } from '../world/asking.ts';
import { expectPictures, textOf } from '../world/messages.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { standsBy } from './several.ts';

// A lease ends in each test.
vi.setConfig({ testTimeout: 90_000 });

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`An answer that a process on ${server.title} announced`, () => {
    test("is its successor's once that one has taken over: the card stays, and gets its pictures", async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const world = await startProgramWorld({ env: { STORE_URL: direct } });
      const { discord } = world;
      const { atelier } = discord.world;
      const first = world.launch({ STORE_URL: url });
      await first.ready;
      const second = world.launch();
      await standsBy(second);
      proxy.holdAnswerTo(server.writes, 'open:');
      const { deferred } = await interact(world, 'announced');
      expect(deferred).toBe(true);
      process.kill(first.pid, 'SIGSTOP');
      await second.ready;
      await expectSubmissions(world, 1, 20_000);
      // Now the first one hears that its write failed.
      proxy.breakAll();
      proxy.comeBack();
      process.kill(first.pid, 'SIGCONT');
      expect(await first.exit).toMatchObject({ code: 1 });
      const [card, ...others] = discord.messagesIn(atelier.channelId);
      expect(others).toEqual([]);
      await expectPictures(discord, card?.id ?? '', 4, 20_000);
      expect(submissionsOf(world, 'announced')).toHaveLength(1);
    });

    test('is a refusal once another process has taken over and the store has no such job', async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const world = await startProgramWorld({ env: { STORE_URL: direct } });
      const { discord } = world;
      const { atelier, member } = discord.world;
      const first = world.launch({ STORE_URL: url });
      await first.ready;
      const second = world.launch();
      await standsBy(second);
      proxy.swallow(server.writes, 'open:');
      const { deferred } = await interact(world, 'cut off');
      expect(deferred).toBe(true);
      await second.ready;
      proxy.breakAll();
      proxy.comeBack();
      expect(await first.exit).toMatchObject({ code: 1 });
      const said = discord.messagesIn(atelier.channelId);
      expect(said.map(textOf)).toEqual([expect.stringContaining('nothing was submitted')]);
      expect(said[0]?.ephemeralTo).toBe(member.id);
      expect(submissionsOf(world, 'cut off')).toEqual([]);
    });
  });
}
