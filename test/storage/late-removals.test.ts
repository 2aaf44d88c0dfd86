import { describe, expect, it, vi } from 'vitest';
import { openStores } from '../../src/app/stores.ts';
import { StorageWriteError, type Store } from '../../src/services/storage/store.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ask, bodiesOf, expectPainted, typeCommand } from '../world/asking.ts';
import { allTextOf } from '../world/messages.ts';
import { erase } from '../world/privacy.ts';
import { startWorld } from '../world/world.ts';
import { SERVERS } from './fresh-server.ts';
import { rowsOf } from './operator-commands.ts';
import { Proxy } from './proxy.ts';
import { inTheEnd, openForTest, parseText } from './storages.ts';

// Several servers and a restart take their time on a busy machine.
const HOUR_MS = 3_600_000;

const REMOVALS: [how: string, remove: (store: Store<string>) => Promise<unknown>][] = [
  ['was deleted', (store) => store.delete('a')],
  ['became nothing', (store) => store.update('a', () => undefined)],
];

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Where ${server.title} is to keep values removed`, () => {
    const setTheScene = async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const storage = await openForTest(url);
      const store = storage.open('kept', parseText, { staysRemoved: true });
      const write = async (text: string) => {
        await store.update('a', () => text);
      };
      const loseOnTheWay = async (text: string) => {
        proxy.sendLate(text);
        await expect(write(text)).rejects.toThrow(StorageWriteError);
        expect(proxy.isSendingLate).toBe(true);
      };
      return { proxy, url, storage, store, write, loseOnTheWay };
    };

    it.each(REMOVALS)('a late first write brings back none that %s', async (_how, remove) => {
      const { proxy, store, write, loseOnTheWay } = await setTheScene();
      await loseOnTheWay('late');
      await inTheEnd(() => write('in time'));
      await remove(store);
      await proxy.deliver();
      expect(await store.get('a')).toBeUndefined();
    });

    it('nor one that was deleted before anything of it had come', async () => {
      const { proxy, store, loseOnTheWay } = await setTheScene();
      await loseOnTheWay('late');
      await inTheEnd(() => store.delete('a'));
      await proxy.deliver();
      expect(await store.get('a')).toBeUndefined();
    });

    it('nor one that was updated to nothing before', async () => {
      const { proxy, store, loseOnTheWay } = await setTheScene();
      await loseOnTheWay('late');
      await inTheEnd(async () => {
        await store.update('a', () => undefined);
      });
      await proxy.deliver();
      expect(await store.get('a')).toBeUndefined();
    });

    it('what was changed back stays so, though a late write expects what it finds', async () => {
      const { proxy, store, write, loseOnTheWay } = await setTheScene();
      await write('limit 10');
      await loseOnTheWay('limit 20');
      await inTheEnd(() => write('limit 20'));
      await write('limit 10');
      await proxy.deliver();
      expect(await store.get('a')).toBe('limit 10');
    });

    it('a late write after a removal replaces none that was written since, nor undoes a second removal', async () => {
      const { proxy, store, write, loseOnTheWay } = await setTheScene();
      await write('first');
      await store.delete('a');
      await loseOnTheWay('late');
      await inTheEnd(() => write('second'));
      await store.delete('a');
      await proxy.deliver();
      expect(await store.get('a')).toBeUndefined();
      await write('third');
      expect(await store.entries()).toEqual([['a', 'third']]);
    });

    it('what was removed is nowhere, neither for readers nor for backups', async () => {
      const { url, storage, store } = await setTheScene();
      await store.set('a', 'gone');
      await store.set('b', 'here');
      await Promise.all([store.delete('a'), store.delete('never')]);
      expect(await store.get('a')).toBeUndefined();
      expect(await store.getMany(['a', 'b', 'never'])).toEqual([undefined, 'here', undefined]);
      expect([await store.keys(), await store.entries()]).toEqual([['b'], [['b', 'here']]]);
      expect(await store.update('a', (value) => value)).toBeUndefined();
      const here = { key: 'kept:b', text: '{"value":"here"}' };
      for await (const page of storage.rows.pages()) expect(page).toEqual([here]);
      expect(await storage.rows.texts(['kept:a', here.key])).toEqual([undefined, here.text]);
      expect([...(await rowsOf(url))]).toEqual([[here.key, here.text]]);
    });

    it("a person's history stays deleted", async () => {
      const { proxy, storage } = await setTheScene();
      const { history } = openStores(storage);
      const remember = async () => {
        await history.update('person direct', () => [{ jobId: 'job', family: 'gen' }], HOUR_MS);
      };
      proxy.sendLate('person direct', 'jobId');
      await expect(remember()).rejects.toThrow(StorageWriteError);
      await inTheEnd(remember);
      await history.delete('person direct');
      await proxy.deliver();
      expect(await history.entries()).toEqual([]);
    });

    it('the history of a first request stays deleted, whose write comes late', async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const world = await startWorld({ env: { STORE_URL: url } });
      const { member } = world.discord.world;
      proxy.sendLate('history:', 'jobId');
      await ask(world, 'a fox');
      await expect.poll(() => proxy.isSendingLate, { timeout: 20_000 }).toBe(true);
      await inTheEnd(async () => {
        await erase(world.discord, member.id);
      }, 20_000);
      await proxy.deliver();
      const keys = [...(await rowsOf(direct)).keys()];
      expect(keys.filter((key) => key.startsWith(`history:${member.id}`))).toEqual([]);
    });

    it("a person's choices stay deleted", async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const world = await startWorld({ env: { STORE_URL: url } });
      const { discord } = world;
      const { member } = discord.world;
      const panel = (await typeCommand(world, 'defaults')).message?.id ?? '';
      const choose = () => discord.as(member.id).select(panel, customId('default', 'mode'), ['relaxed']);
      proxy.sendLate('people:', 'relaxed');
      await choose();
      await expect.poll(() => proxy.isSendingLate, { timeout: 20_000 }).toBe(true);
      const shown = async () => {
        await choose();
        return allTextOf(discord.message(panel));
      };
      await expect.poll(shown, { timeout: 20_000 }).toContain('Mode for /imagine: relaxed');
      // On a busy machine, the command's first answer may say that it takes a moment.
      const eraseAll = async () => {
        await erase(discord, member.id);
      };
      await inTheEnd(eraseAll, 20_000);
      await proxy.deliver();
      await world.restart();
      await expectPainted(world, 'a fox');
      expect(bodiesOf(world)).toEqual([{ prompt: 'a fox' }]);
    });
  });
}

describe('What keeps a value removed takes up room for an hour', () => {
  const [postgres] = SERVERS;

  it.skipIf(!postgres?.available)('in Postgres, until expired rows are removed', async () => {
    const storage = await openForTest((await postgres?.fresh()) ?? '');
    const store = storage.open('kept', parseText, { staysRemoved: true });
    await store.delete('a');
    expect(await storage.sweep()).toBe(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS + 1 });
    // A reader leaves it to the sweep: what it would remove may have been written since.
    expect(await store.get('a')).toBeUndefined();
    expect(await storage.sweep()).toBe(1);
    vi.useRealTimers();
  });
});
