import { describe, expect, test } from 'vitest';
import { botRate, shardsOf, watchParts } from '../src/app/part.ts';
import { DISCORD_API_URL, readConfig } from '../src/config.ts';
import { createLog } from '../src/services/operations/log.ts';
import { createMetrics } from '../src/services/operations/metrics.ts';
import { partOf } from '../src/services/storage/lease.ts';
import { HandClock } from './world/hand-clock.ts';

const configOf = (env: Record<string, string>) =>
  readConfig({
    DISCORD_TOKEN: 'a.bot.token',
    IMAGE_API_URL: 'http://images.example',
    STORE_URL: 'postgres://127.0.0.1/easel',
    ...env,
  });

/** Which shards a process connects that has that part; Discord recommends five in all. */
const shardsIn = (part: number, env: Record<string, string>) =>
  shardsOf(part, configOf(env), () => Promise.resolve(5));

/** https://docs.discord.com/developers/events/gateway#sharding */
const guildOn = (shard: number): string => String((BigInt(shard) + 12n * 1_000_000n) << 22n);

test("the bot's 50 requests a second are divided by the parts, unless a proxy does that", () => {
  const rates = [1, 2, 3, 60].map((parts) => botRate({ discordApiUrl: DISCORD_API_URL, parts }));
  expect(rates).toEqual([50, 25, 16, 1]);
  expect(botRate({ discordApiUrl: 'http://proxy.example/api', parts: 3 })).toBe(50);
});

describe('several processes share the shards', () => {
  test('a process that is alone has all of them', async () => {
    expect(await shardsIn(0, {})).toBe('auto');
    expect(await shardsIn(0, { SHARDS: '3' })).toEqual({ ids: [0, 1, 2], total: 3 });
    expect([partOf(guildOn(3), 1), partOf(undefined, 1)]).toEqual([0, 0]);
  });

  test('each part has as many, and there are no fewer than Discord recommends', async () => {
    expect(await shardsIn(1, { PARTS: '2' })).toEqual({ ids: [1, 3, 5], total: 6 });
    expect(await shardsIn(2, { PARTS: '3', SHARDS: '6' })).toEqual({ ids: [2, 5], total: 6 });
  });

  test('the events of a server reach the process that has its part, and direct messages the first', async () => {
    for (const part of [0, 1, 2]) {
      const shards = await shardsIn(part, { PARTS: '3' });
      if (shards === 'auto') throw new Error('not divided');
      for (const shard of shards.ids) expect(partOf(guildOn(shard), 3)).toBe(part);
    }
    expect(partOf(undefined, 3)).toBe(0);
  });

  test.each([
    [{ PARTS: '2', SHARDS: '3' }, 'SHARDS must be auto, or a multiple of PARTS (2)'],
    [{ PARTS: '2', STORE_URL: '' }, 'PARTS above 1 needs a STORE_URL on Postgres'],
    [{ SHARDS: '0-1/2' }, 'SHARDS must be auto, or a whole number from 1 to 10000'],
  ])('%o is refused', (env, reason) => {
    expect(() => configOf(env)).toThrow(reason);
  });
});

test('parts that no process has are counted at once, and an error in the log after half a minute', async () => {
  const clock = new HandClock();
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const metrics = createMetrics('1');
  const ending = new AbortController();
  const database = { parts: () => Promise.resolve({ all: 3, held: 1 }) };
  const watching = watchParts(database, { clock, log, metrics, signal: ending.signal });
  const lookAgain = async () => {
    await expect.poll(() => clock.waits).toEqual([5_000]);
    clock.advance(5_000);
  };
  await lookAgain();
  expect(await metrics.text()).toContain('easel_parts_unheld 2');
  expect(lines).toEqual([]);
  for (let seconds = 5; seconds < 60; seconds += 5) await lookAgain();
  expect(lines).toEqual([expect.stringMatching(/"unheld":2,.*parts of the shards have no process/)]);
  ending.abort();
  await watching;
});
