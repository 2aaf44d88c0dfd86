import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startRedis } from '../chaos/servers.ts';
import { REDIS_URL } from '../storage/storages.ts';
import { ask, expectOpenJobs, expectSubmissions, submissionsOf } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { startWorld } from '../world/world.ts';
import { becomesReady, standsBy } from './several.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A Redis that can forget what it has acknowledged since its last save, as after a crash with `everysec`. */
const forgetfulRedis = async () => {
  const redis = await startRedis();
  onTestFinished(redis.remove);
  const files = join(redis.folder, 'appendonlydir');
  const remembered = join(redis.folder, 'remembered');
  const remember = () => cp(files, remembered, { recursive: true });
  const forget = async () => {
    await redis.down(true);
    await rm(files, { recursive: true });
    await cp(remembered, files, { recursive: true });
    await redis.up();
  };
  return { url: redis.url, remember, forget };
};

test.skipIf(REDIS_URL === undefined)(
  'what left in a second that Redis lost is not paid again, and its process writes it down again',
  async () => {
    const redis = await forgetfulRedis();
    const durations = { artgen: { minMs: 4_000, maxMs: 5_000 }, gen: { minMs: 1, maxMs: 2 } };
    const env = { STORE_URL: redis.url, ACCOUNT_CONCURRENCY: '1' };
    const world = await startWorld({ env, service: { durations } });
    const { discord, service } = world;
    service.faults.order({ kind: 'slow', milliseconds: 2_000, moment: 'after', operation: 'artgen.submit' });
    const cards = new Map<string, string>();
    for (const prompt of ['on its way', 'waiting', 'waiting, too'])
      cards.set(prompt, await ask(world, prompt));
    await expectSubmissions(world, 1);
    await redis.remember();
    // Neither that two of them left, nor that there was a fourth, is known to the store.
    cards.set('new', await ask(world, 'new'));
    await expectSubmissions(world, 4, 10_000);
    await redis.forget();
    for (const id of cards.values()) await expectPictures(discord, id, 4, 30_000);
    await expectOpenJobs(world, 0, 20_000);
    expect(world.endedBy).toEqual([]);
    await world.restart();
    cards.set('afterwards', await ask(world, 'afterwards'));
    await expectPictures(discord, cards.get('afterwards') ?? '', 4, 20_000);
    await expectOpenJobs(world, 0, 20_000);
    for (const prompt of cards.keys()) expect(submissionsOf(world, prompt)).toHaveLength(1);
  },
);

test.skipIf(REDIS_URL === undefined)(
  'a take-over that Redis has forgotten ends with one owner, and not with two',
  async () => {
    const redis = await forgetfulRedis();
    const world = await startProgramWorld({ env: { STORE_URL: redis.url } });
    const first = world.launch();
    await first.ready;
    const second = world.launch();
    await standsBy(second);
    await redis.remember();
    expect(await first.end('SIGTERM')).toMatchObject({ code: 0 });
    await second.ready;
    const before = await ask(world, 'before');
    await expectPictures(world.discord, before, 4);
    await redis.forget();
    // To the store, the first process has the slots: the second has to let go of them.
    expect(await second.exit).toMatchObject({ code: 1 });
    expect(second.errors()).toContain('Another process has taken over');
    const third = world.launch();
    await becomesReady(third);
    await expectPictures(world.discord, await ask(world, 'after'), 4, 20_000);
    expect(submissionsOf(world, 'before')).toHaveLength(1);
    expect(submissionsOf(world, 'after')).toHaveLength(1);
  },
);
