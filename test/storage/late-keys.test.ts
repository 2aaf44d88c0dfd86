import { describe, expect, it } from 'vitest';
import { ask, typeCommand } from '../world/asking.ts';
import { keyStatus, NEW_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { customIdsOf, expectPictures, expectText, textOf } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { startWorld, type World } from '../world/world.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';

// Several servers and a restart take their time on a busy machine.
/** The answer when it isn't known whether a write was made. */
const BROKE = 'Something went wrong';

const setInTheEnd = ({ discord }: World, key: string) =>
  expect
    .poll(async () => textOf((await setKey(discord, key)).message), { timeout: 20_000 })
    .not.toContain(BROKE);

const typeRemove = (world: World) =>
  typeCommand(world, 'key remove', {}, { personId: world.discord.world.admin.id });

/** Types `/key remove` and confirms it. Returns the id of the answer. */
const removeKey = async (world: World): Promise<string> => {
  const { discord } = world;
  const id = (await typeRemove(world)).message?.id ?? '';
  const [button = ''] = customIdsOf(await expectText(discord, id, 'Remove'));
  await discord.as(discord.world.admin.id).click(id, button);
  return id;
};

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

    const expectNoKey = async (world: World) => {
      await world.restart();
      expect(textOf(await keyStatus(world.discord))).toContain(ENGLISH.key.none);
    };

    /** Sets a key, whose write is still on its way when the admin has read that something went wrong. */
    const loseOnTheWay = async (proxy: Proxy, { discord }: World) => {
      proxy.sendLate('kind', 'current', 'setBy');
      expect(textOf((await setKey(discord, SERVER_KEY)).message)).toContain(BROKE);
    };

    it('removes no key that was set since', async () => {
      const { proxy, world } = await setTheScene();
      await setKey(world.discord, SERVER_KEY);
      proxy.sendLate(server.removes, 'keys:server:');
      await removeKey(world);
      await expect.poll(() => proxy.isSendingLate, { timeout: 20_000 }).toBe(true);
      await setInTheEnd(world, NEW_KEY);
      await proxy.deliver();
      await expectNewKeyPays(world);
    });

    it('brings back none that was replaced', async () => {
      const { proxy, world } = await setTheScene();
      await loseOnTheWay(proxy, world);
      await setInTheEnd(world, NEW_KEY);
      await proxy.deliver();
      await expectNewKeyPays(world);
    });

    it('brings back none that was removed', async () => {
      const { proxy, world } = await setTheScene();
      await loseOnTheWay(proxy, world);
      await setInTheEnd(world, NEW_KEY);
      await expectText(world.discord, await removeKey(world), ENGLISH.key.removed);
      await proxy.deliver();
      await expectNoKey(world);
    });

    it('sets none that an admin wanted to remove, and that had not come yet', async () => {
      const { proxy, world } = await setTheScene();
      await loseOnTheWay(proxy, world);
      await expect
        .poll(async () => textOf((await typeRemove(world)).message), { timeout: 20_000 })
        .toContain(ENGLISH.key.nothingToRemove);
      await proxy.deliver();
      await expectNoKey(world);
    });
  });
}
