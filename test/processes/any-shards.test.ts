import { describe, expect, test, vi } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { submissionsOf } from '../world/asking.ts';
import type { EaselProcess } from '../world/easel-program.ts';
import { expectPictures } from '../world/messages.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { askInTurn, becomesReady, channelOnEachShard, expectSettled, shardsOf } from './several.ts';

vi.setConfig({ testTimeout: 180_000 });

const SHARDS = 'any/4';
const ALL = ['0/4', '1/4', '2/4', '3/4'];
const REQUESTS = 12;

/** How many shards a process took, each time that it took some. */
const takenBy = (easel: EaselProcess): number[] =>
  [...easel.output().matchAll(/"slots":"([\d, ]*)"/g)].map(([, slots = '']) => slots.split(',').length);

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Processes that share ${SHARDS} on ${server.title}`, () => {
    test('give up what they have too much when another one comes, and take what one leaves behind', async () => {
      const world = await startProgramWorld({
        env: { STORE_URL: await server.fresh(), ACCOUNT_REQUESTS_PER_SECOND: '4', SHARDS },
      });
      const first = world.launch();
      await becomesReady(first);
      expect(shardsOf(world)).toEqual(ALL);
      const channels = channelOnEachShard(world, 4);
      const cards = await askInTurn(world, channels, { count: REQUESTS, name: 'handed over' });
      const second = world.launch();
      await becomesReady(second);
      await expect.poll(() => shardsOf(world), { timeout: 20_000 }).toEqual(ALL);
      await expect.poll(() => [takenBy(first), takenBy(second)], { timeout: 20_000 }).toEqual([[4, 2], [2]]);
      await expectSettled(world, cards);
      for (const prompt of cards.keys()) expect(submissionsOf(world, prompt)).toHaveLength(1);

      await second.end('SIGKILL');
      await expect.poll(() => takenBy(first), { timeout: 30_000 }).toEqual([4, 2, 4]);
      await expect.poll(() => shardsOf(world), { timeout: 20_000 }).toEqual(ALL);
      await expect.poll(() => first.output().split('Easel is ready').length - 1, { timeout: 20_000 }).toBe(3);
      const later = await askInTurn(world, channels, { count: channels.length, name: 'afterwards' });
      for (const id of later.values()) await expectPictures(world.discord, id, 4, 20_000);
      expect(await first.end('SIGTERM')).toMatchObject({ code: 0 });
    });

    test('that start together share from the start, and one too many stands by', async () => {
      const world = await startProgramWorld({
        env: { STORE_URL: await server.fresh(), SHARDS: 'any/2' },
      });
      const processes = [world.launch(), world.launch(), world.launch()];
      const taken = () => processes.flatMap(takenBy);
      await expect.poll(() => shardsOf(world), { timeout: 30_000 }).toEqual(['0/2', '1/2']);
      await expect.poll(() => taken().filter((count) => count === 1).length, { timeout: 30_000 }).toBe(2);
      const active = processes.find((easel) => takenBy(easel).length > 0);
      const standby = processes.find((easel) => takenBy(easel).length === 0);
      await active?.end('SIGTERM');
      if (standby) await becomesReady(standby);
      await expect.poll(() => shardsOf(world), { timeout: 20_000 }).toEqual(['0/2', '1/2']);
    });
  });
}
