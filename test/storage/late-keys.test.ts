import { describe, expect, it, vi } from 'vitest';
import { ask, typeCommand } from '../world/asking.ts';
import { keyStatus, NEW_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { customIdsOf, expectPictures, expectText, textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';

// Several servers and a restart take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The answer when it isn't known whether a write was made. */
const BROKE = 'Something went wrong';

const setInTheEnd = ({ discord }: World, key: string) =>
  expect
    .poll(async () => textOf((await setKey(discord, key)).message), { timeout: 10_000 })
    .not.toContain(BROKE);

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A write of an API key that reaches ${server.title} late`, () => {
    const setTheScene = async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const world = await startWorld({ env: { STORE_URL: url } });
      openAccounts(world);
      return { proxy, world };
    };

    /** The server's present key pays, after a restart as well, which remembers nothing but what is stored. */
    const expectNewKeyPays = async (world: World) => {
      await world.restart();
      expect(textOf(await keyStatus(world.discord))).toContain(NEW_KEY.slice(-4));
      await expectPictures(world.discord, await ask(world, 'paid by the server'), 4, 20_000);
    };

    it('removes no key that was set since', async () => {
      const { proxy, world } = await setTheScene();
      const { discord } = world;
      await setKey(discord, SERVER_KEY);
      const { admin } = discord.world;
      const { message } = await typeCommand(world, 'key remove', {}, { personId: admin.id });
      const id = message?.id ?? '';
      const [button = ''] = customIdsOf(await expectText(discord, id, 'Remove'));
      proxy.sendLate(server.removes, 'keys:server:');
      await discord.as(admin.id).click(id, button);
      await expect.poll(() => proxy.isSendingLate, { timeout: 5_000 }).toBe(true);
      await setInTheEnd(world, NEW_KEY);
      await proxy.deliver();
      await expectNewKeyPays(world);
    });

    it('brings back none that was replaced', async () => {
      const { proxy, world } = await setTheScene();
      proxy.sendLate('kind', 'current', 'setBy');
      expect(textOf((await setKey(world.discord, SERVER_KEY)).message)).toContain(BROKE);
      await setInTheEnd(world, NEW_KEY);
      await proxy.deliver();
      await expectNewKeyPays(world);
    });
  });
}
