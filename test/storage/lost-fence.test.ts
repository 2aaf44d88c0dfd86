import { describe, expect, it } from 'vitest';
import { StorageFencedError, StorageWriteError, type Storage } from '../../src/services/storage/store.ts';
import { ask, submissionsOf } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { inTheEnd, openForTest, parseText } from './storages.ts';

const FENCE = 'fences:0';
const RENEWALS = 50;

const takeSlot = async ({ leases }: Storage, owner: string) => {
  const lease = await leases?.take({ owner, slots: [0], total: 1, secret: 'key' });
  if (typeof lease !== 'object') throw new Error(`not taken: ${lease}`);
  return lease;
};

for (const server of SERVERS) {
  describe.skipIf(!server.available)(
    `A fence that somebody removed from ${server.title}, or set lower`,
    () => {
      const setTheScene = async () => {
        const direct = await server.fresh();
        const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
        const [storage, other] = [await openForTest(url), await openForTest(direct)];
        const [open, others] = [storage.open('open', parseText), other.open('open', parseText)];
        const lease = await takeSlot(storage, 'a');
        const fence = { slot: 0, epoch: lease.epoch };
        const write = (text: string, key = 'job') => storage.writeTogether([open.setting(key, text)], fence);
        const takeOver = async () => {
          await other.leases?.release(lease);
          const { epoch } = await takeSlot(other, 'b');
          const next = { slot: 0, epoch };
          return { epoch, write: (text: string) => other.writeTogether([others.setting('job', text)], next) };
        };
        const setFence = (text?: string) =>
          other.rows.write([text === undefined ? { key: FENCE } : { key: FENCE, text }]);
        const readFence = async () => (await other.rows.texts([FENCE]))[0];
        const read = () => others.get('job');
        return { proxy, other, lease, write, takeOver, setFence, readFence, read };
      };

      /** The first attempt to put the fence back breaks on its way, and is there once the proxy delivers it. */
      const restoreLate = async ({ proxy, write, setFence }: Awaited<ReturnType<typeof setTheScene>>) => {
        await setFence();
        proxy.sendLate('leases', FENCE);
        await expect(write('on its way')).rejects.toThrow(StorageWriteError);
        expect(proxy.isSendingLate).toBe(true);
      };

      it('is put back by the next writes of the holder, however many come at once', async () => {
        const { write, setFence, readFence, lease } = await setTheScene();
        await write('before');
        await setFence();
        await Promise.all(Array.from({ length: 20 }, (_, index) => write('after', `job ${index}`)));
        await setFence(String(lease.epoch - 1));
        await write('again');
        expect(await readFence()).toMatch(new RegExp(String.raw`^${lease.epoch}\.\d+$`));
      });

      it('is put back though the table of leases changes at the same time', async () => {
        const { write, setFence, read, other, lease } = await setTheScene();
        await setFence();
        const renewing = (async () => {
          for (let count = 0; count < RENEWALS; count += 1) await other.leases?.renew(lease);
        })();
        await inTheEnd(() => write('after'));
        await renewing;
        expect(await read()).toBe('after');
      });

      it('lets no write pass that left before and arrives late', async () => {
        const { proxy, write, setFence, read } = await setTheScene();
        proxy.sendLate('lost');
        await expect(write('lost')).rejects.toThrow(StorageWriteError);
        await setFence();
        await inTheEnd(() => write('kept'));
        await proxy.deliver();
        expect(await read()).toBe('kept');
      });

      it('is not put back by a former holder, nor is the one of its successor', async () => {
        const { write, takeOver, setFence, readFence, read } = await setTheScene();
        const next = await takeOver();
        await setFence();
        await expect(write('late')).rejects.toThrow(StorageFencedError);
        expect(await readFence()).toBeUndefined();
        await next.write("the next one's");
        await expect(write('later')).rejects.toThrow(StorageFencedError);
        expect(await readFence()).toMatch(new RegExp(String.raw`^${next.epoch}\.`));
        expect(await read()).toBe("the next one's");
      });

      it('is not put back for a lease that was released, or that the table does not know', async () => {
        const { write, other, setFence } = await setTheScene();
        await setFence();
        await other.rows.write([{ key: 'leases' }]);
        await expect(write('unknown')).rejects.toThrow(StorageFencedError);
        const again = await takeSlot(other, 'a');
        await other.leases?.release(again);
        await setFence();
        await expect(write('late')).rejects.toThrow(StorageFencedError);
      });

      it('stays as it is where it tells of a later holder than the table does', async () => {
        const { write, lease, setFence, readFence } = await setTheScene();
        const later = String(lease.epoch + 1);
        await setFence(later);
        await expect(write('late')).rejects.toThrow(StorageFencedError);
        expect(await readFence()).toBe(later);
      });

      it('is not put back late, once another process has taken over', async () => {
        const scene = await setTheScene();
        await restoreLate(scene);
        const next = await scene.takeOver();
        await scene.proxy.deliver();
        expect(await scene.readFence()).toBe(String(next.epoch));
        await next.write("the next one's");
        await inTheEnd(() => expect(scene.write('late')).rejects.toThrow(StorageFencedError));
        expect(await scene.read()).toBe("the next one's");
      });

      it('brings no earlier text back when it is put back late, and the holder goes on', async () => {
        const scene = await setTheScene();
        const { proxy, write, readFence, read } = scene;
        await restoreLate(scene);
        await inTheEnd(() => write('kept'));
        const present = await readFence();
        await proxy.deliver();
        await write('afterwards');
        expect(await readFence()).not.toBe(present);
        expect(await read()).toBe('afterwards');
      });

      it('costs nobody a request: Easel submits, and shows the pictures', async () => {
        const url = await server.fresh();
        const world = await startWorld({ env: { STORE_URL: url } });
        await expectPictures(world.discord, await ask(world, 'before'), 4, 20_000);
        const other = await openForTest(url);
        await other.rows.write([{ key: FENCE }]);
        await expectPictures(world.discord, await ask(world, 'after'), 4, 20_000);
        expect(submissionsOf(world, 'after')).toHaveLength(1);
        expect(world.endedBy).toEqual([]);
      });
    },
  );
}
