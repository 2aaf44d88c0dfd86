import { describe, expect, test, vi } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { submissionsOf } from '../world/asking.ts';
import type { EaselProcess } from '../world/easel-program.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { askInTurn, becomesReady, channelOnEachShard, expectSettled, shardsOf, standsBy } from './several.ts';

vi.setConfig({ testTimeout: 180_000 });

const REQUESTS = 12;

/** The jobs that a process saw end, each as often as it says so. */
const endedIn = (easel: EaselProcess): string[] =>
  [...easel.output().matchAll(/"jobId":"(\w+)","state":"\w+","message":"ended"/g)].map(([, id]) => id ?? '');

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`When the number of shards changes on ${server.title}`, () => {
    const start = async (total: number) => {
      const world = await startProgramWorld({
        env: {
          STORE_URL: await server.fresh(),
          ACCOUNT_REQUESTS_PER_SECOND: '3',
        },
      });
      const processes: EaselProcess[] = [];
      const launch = (SHARDS: string) => {
        const easel = world.launch({ SHARDS });
        processes.push(easel);
        return easel;
      };
      /** Has open jobs on every shard, some of which still wait. */
      const askOnEach = async () => {
        const channels = channelOnEachShard(world, total);
        const cards = await askInTurn(world, channels, { count: REQUESTS, name: 'kept' });
        expect(world.service.submissions.length).toBeLessThan(REQUESTS);
        return cards;
      };
      const expectBalanced = async (cards: Map<string, string>, shards: string[]) => {
        await expectSettled(world, cards);
        expect(shardsOf(world)).toEqual(shards);
        for (const prompt of cards.keys()) expect(submissionsOf(world, prompt)).toHaveLength(1);
        const ended = processes.flatMap(endedIn);
        expect(ended).toHaveLength(REQUESTS);
        expect(new Set(ended).size).toBe(REQUESTS);
      };
      return { world, launch, askOnEach, expectBalanced };
    };

    test('from 1 to 2, new processes first: the former standby leaves the work to them', async () => {
      const { launch, askOnEach, expectBalanced } = await start(2);
      const active = launch('1');
      await becomesReady(active);
      const standby = launch('1');
      await standsBy(standby);
      const [first, second] = [launch('0/2'), launch('1/2')];
      await Promise.all([standsBy(first), standsBy(second)]);
      const cards = await askOnEach();
      expect(await active.end('SIGTERM')).toMatchObject({ code: 0 });
      await Promise.all([first, second].map(becomesReady));
      await expectBalanced(cards, ['0/2', '1/2']);
      expect(standby.output()).not.toContain('took over these slots');
      expect(await standby.end('SIGTERM')).toMatchObject({ code: 0 });
    });

    test('from 1 to 2, one process after the other', async () => {
      const { launch, askOnEach, expectBalanced } = await start(2);
      const active = launch('1');
      await becomesReady(active);
      const standby = launch('1');
      await standsBy(standby);
      const cards = await askOnEach();
      await active.end('SIGTERM');
      await becomesReady(standby);
      const first = launch('0/2');
      await standsBy(first);
      await standby.end('SIGTERM');
      const second = launch('1/2');
      await Promise.all([first, second].map(becomesReady));
      await expectBalanced(cards, ['0/2', '1/2']);
    });

    test.each([
      ['before the old ones end', 0],
      ['between the ends of the old ones', 1],
      ['after the old ones have ended', 3],
    ])('from 3 to 1, the new process %s', async (_, endedBefore) => {
      const { launch, askOnEach, expectBalanced } = await start(3);
      const old = [launch('0/3'), launch('1/3'), launch('2/3')];
      await Promise.all(old.map(becomesReady));
      const cards = await askOnEach();
      for (const easel of old.slice(0, endedBefore)) await easel.end('SIGTERM');
      const next = launch('1');
      if (endedBefore < old.length) await standsBy(next);
      for (const easel of old.slice(endedBefore)) await easel.end('SIGTERM');
      await becomesReady(next);
      await expectBalanced(cards, ['0/1']);
    });
  });
}
