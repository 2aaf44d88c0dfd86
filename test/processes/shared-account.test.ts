import { describe, expect, test, vi } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { interact, submissionsOf } from '../world/asking.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { askInTurn, becomesReady, channelOnEachShard, expectSettled, shardsOf } from './several.ts';

vi.setConfig({ testTimeout: 180_000 });

const PER_SECOND = 6;
const REQUESTS = 16;

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Two processes with one key on ${server.title}`, () => {
    const two = async () => {
      const world = await startProgramWorld({
        env: {
          STORE_URL: await server.fresh(),
          ACCOUNT_REQUESTS_PER_SECOND: String(PER_SECOND),
        },
      });
      const first = world.launch({ SHARDS: '0/2' });
      await becomesReady(first);
      const second = world.launch({ SHARDS: '1/2' });
      await becomesReady(second);
      expect(shardsOf(world)).toEqual(['0/2', '1/2']);
      return { world, channels: channelOnEachShard(world, 2) };
    };

    test('connect one after the other where Discord asks for it', async () => {
      const world = await startProgramWorld({
        discord: { maxConcurrency: 1 },
        env: { STORE_URL: await server.fresh() },
      });
      for (const SHARDS of ['0/2', '1/2']) world.launch({ SHARDS });
      await expect.poll(() => shardsOf(world).length, { timeout: 60_000, interval: 20 }).toBe(1);
      const since = performance.now();
      await expect.poll(() => shardsOf(world).length, { timeout: 60_000, interval: 20 }).toBe(2);
      expect(performance.now() - since).toBeGreaterThan(4_500);
    });

    test('keep to its rate together, and to what the service asks one of them', async () => {
      const { world, channels } = await two();
      const { service } = world;
      const cards = await askInTurn(world, channels, { count: REQUESTS, name: 'shared' });
      await expectSettled(world, cards);
      const times = service.calls.map(({ at }) => at);
      const within = times.map((from) => times.filter((at) => at >= from && at < from + 960).length);
      expect(Math.max(...within)).toBeLessThanOrEqual(PER_SECOND + 1);
      for (const prompt of cards.keys()) expect(submissionsOf(world, prompt)).toHaveLength(1);

      service.faults.order({ kind: 'rate-limit', operation: 'artgen.submit', retryAfter: 3 });
      await interact(world, 'told to wait', { channelId: channels[0] ?? '' });
      await expect.poll(() => submissionsOf(world, 'told to wait').length, { timeout: 20_000 }).toBe(1);
      const told = service.calls.at(-1)?.at ?? 0;
      await interact(world, 'of the other', { channelId: channels[1] ?? '' });
      await expect.poll(() => submissionsOf(world, 'of the other').length, { timeout: 8_000 }).toBe(1);
      const [other] = submissionsOf(world, 'of the other');
      expect((other?.at ?? 0) - told).toBeGreaterThanOrEqual(2_900);
    });
  });
}
