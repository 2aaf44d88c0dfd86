import { describe, expect, test } from 'vitest';
import { botRate } from '../src/app/discord.ts';
import { DISCORD_API_URL, readConfig, type Shards } from '../src/config.ts';
import { shardOf } from '../src/app/ownership.ts';

const shardsOf = (SHARDS: string) =>
  readConfig({ DISCORD_TOKEN: 'a.bot.token', IMAGE_API_URL: 'http://images.example', SHARDS }).shards;

/** A server whose id falls on that shard of four. */
const guildOn = (shard: number): string => String((BigInt(shard) + 4n * 1_000_000n) << 22n);

/** Whether a server, or what happens outside of servers, is a process's. */
const isOurs = (shards: Shards, guildId: string | undefined): boolean => {
  const { ids, total } = shards === 'auto' ? { ids: [0], total: 1 } : shards;
  return ids.includes(shardOf(guildId, total));
};

test("the bot's 50 requests a second are divided by the processes, unless a proxy does that", () => {
  expect([1, 2, 3, 60].map((processes) => botRate(DISCORD_API_URL, processes))).toEqual([50, 25, 16, 1]);
  expect(botRate('http://proxy.example/api', 3)).toBe(50);
});

describe('several processes share a store', () => {
  test('SHARDS names the first and the last shard of a process, and how many there are in all', () => {
    expect(shardsOf('2-3/4')).toEqual({ ids: [2, 3], total: 4 });
    expect(shardsOf('1/4')).toEqual({ ids: [1], total: 4 });
  });

  test('SHARDS as a number is all of so many', () => {
    expect(shardsOf('1')).toEqual({ ids: [0], total: 1 });
    expect(shardsOf('3')).toEqual({ ids: [0, 1, 2], total: 3 });
  });

  test('every server belongs to exactly one process', () => {
    const processes = [shardsOf('0-1/4'), shardsOf('2/4'), shardsOf('3/4')];
    for (const shard of [0, 1, 2, 3])
      expect(processes.filter((shards) => isOurs(shards, guildOn(shard)))).toHaveLength(1);
  });

  test('direct messages belong to the process with shard 0', () => {
    expect(isOurs(shardsOf('0-1/4'), undefined)).toBe(true);
    expect(isOurs(shardsOf('2-3/4'), undefined)).toBe(false);
  });

  test('a process that holds all shards owns everything', () => {
    for (const shards of [shardsOf('auto'), shardsOf('4')]) {
      expect(isOurs(shards, guildOn(3))).toBe(true);
      expect(isOurs(shards, undefined)).toBe(true);
    }
  });
});
