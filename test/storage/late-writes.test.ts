import { describe, expect, it } from 'vitest';
import { StorageFencedError, StorageWriteError, type Storage } from '../../src/services/storage/store.ts';
import { ask, expectOpenJobs, submissionsOf } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { inTheEnd, openForTest, parseText } from './storages.ts';

// Several servers and a restart take their time on a busy machine.
const takeSlot = async ({ leases }: Storage, owner: string) => {
  const lease = await leases?.take({ owner, slots: [0], total: 1, secret: 'key' });
  if (typeof lease !== 'object') throw new Error(`not taken: ${lease}`);
  return { slot: 0, epoch: lease.epoch };
};

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A write to ${server.title} that arrives after later ones`, () => {
    const setTheScene = async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const storage = await openForTest(url);
      const open = storage.open('open', parseText);
      const fence = await takeSlot(storage, 'a');
      const write = (text: string) => storage.writeTogether([open.setting('job', text)], fence);
      const loseOnTheWay = async (text: string) => {
        proxy.sendLate(text);
        await expect(write(text)).rejects.toThrow(StorageWriteError);
        expect(proxy.isSendingLate).toBe(true);
      };
      return { proxy, storage, open, fence, write, loseOnTheWay };
    };

    it('undoes none of them', async () => {
      const { proxy, open, write, loseOnTheWay } = await setTheScene();
      await write('accepted');
      await loseOnTheWay('waiting');
      await inTheEnd(() => write('waiting'));
      await write('running');
      await proxy.deliver();
      expect(await open.get('job')).toBe('running');
    });

    it('does not bring back what was removed', async () => {
      const { proxy, storage, open, fence, write, loseOnTheWay } = await setTheScene();
      await loseOnTheWay('accepted');
      await inTheEnd(() => write('accepted'));
      await storage.writeTogether([open.deleting('job')], fence);
      await proxy.deliver();
      expect(await open.entries()).toEqual([]);
    });

    it('is refused also when others were under way with it, and all of those are made', async () => {
      const { proxy, storage, open, fence, write, loseOnTheWay } = await setTheScene();
      for (let round = 0; round < 10; round += 1) {
        const lost = loseOnTheWay(`lost ${round}`);
        const others = Array.from({ length: 20 }, (_, index) =>
          inTheEnd(() => storage.writeTogether([open.setting(`other ${index}`, `round ${round}`)], fence)),
        );
        await lost;
        await inTheEnd(() => write(`kept ${round}`));
        await Promise.all(others);
        await proxy.deliver();
        const rows = new Map(await open.entries());
        expect(rows.get('job')).toBe(`kept ${round}`);
        for (let index = 0; index < 20; index += 1) expect(rows.get(`other ${index}`)).toBe(`round ${round}`);
      }
    });

    it('says nothing about the slot: who holds it goes on, and who took it over is let alone', async () => {
      const { proxy, storage, open, fence, write, loseOnTheWay } = await setTheScene();
      await loseOnTheWay('first');
      await inTheEnd(() => write('second'));
      expect(await storage.leases?.renew({ owner: 'a', slots: [0], epoch: fence.epoch })).toEqual({
        processes: 1,
      });
      await loseOnTheWay('third');
      const lease = { owner: 'a', slots: [0], epoch: fence.epoch };
      await inTheEnd(() => storage.leases?.release(lease) ?? Promise.reject(new Error('no leases')));
      const next = await takeSlot(storage, 'b');
      await expect(write('fourth')).rejects.toThrow(StorageFencedError);
      await storage.writeTogether([open.setting('job', "the next one's")], next);
      await proxy.deliver();
      expect(await open.get('job')).toBe("the next one's");
    });

    it('is refused also by a server that came back without the last writes, and the holder goes on', async () => {
      const { proxy, storage, open, fence, write, loseOnTheWay } = await setTheScene();
      await loseOnTheWay('lost');
      await inTheEnd(() => write('kept'));
      await storage.rows.write([{ key: 'fences:0', text: String(fence.epoch) }]);
      await write('after the failover');
      await proxy.deliver();
      expect(await open.get('job')).toBe('after the failover');
    });

    it('is refused also after a write of an epoch before that one was tried', async () => {
      const { proxy, storage, open, fence, write, loseOnTheWay } = await setTheScene();
      await write('accepted');
      await loseOnTheWay('waiting');
      const earlier = { ...fence, epoch: fence.epoch - 1 };
      await inTheEnd(() =>
        expect(storage.writeTogether([open.setting('job', 'stale')], earlier)).rejects.toThrow(
          StorageFencedError,
        ),
      );
      await inTheEnd(() => write('running'));
      await proxy.deliver();
      expect(await open.get('job')).toBe('running');
    });

    it('makes no closed request be submitted once more', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      // One call at a time: while the first submission is slow, the request waits, and its card is posted.
      const world = await startWorld({ env: { STORE_URL: url, ACCOUNT_CONCURRENCY: '1' } });
      const { faults } = world.service;
      const held = faults.order({ kind: 'hang', moment: 'after', operation: 'artgen.submit' });
      await ask(world, 'the first');
      await expect.poll(() => submissionsOf(world, 'the first').length, { timeout: 20_000 }).toBe(1);
      proxy.sendLate('asked once', server.quoted('state', 'waiting'), 'messageId');
      const card = await ask(world, 'asked once');
      await expect.poll(() => proxy.isSendingLate, { timeout: 20_000 }).toBe(true);
      held.release();
      await expectPictures(world.discord, card, 4, 30_000);
      await expectOpenJobs(world, 0);
      await proxy.deliver();
      await world.restart();
      await expectOpenJobs(world, 0);
      expect(submissionsOf(world, 'asked once')).toHaveLength(1);
    });
  });
}
