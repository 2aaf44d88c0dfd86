import { expect, test } from 'vitest';
import { channelOnEachShard } from '../processes/several.ts';
import { startWorld, type World } from '../world/world.ts';
import { ask } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';

const shardsOf = ({ discord }: World): string[] =>
  discord.gateway.sessions.map(({ shardId, shardCount }) => `${shardId}/${shardCount}`).sort();

test.each([
  ['auto', 4, ['0/4', '1/4', '2/4', '3/4']],
  ['auto', 1, ['0/1']],
  ['1', 4, ['0/1']],
  ['4', 1, ['0/4', '1/4', '2/4', '3/4']],
])('SHARDS=%s serves everybody when Discord recommends %i', async (SHARDS, recommended, expected) => {
  const world = await startWorld({ env: { SHARDS }, discord: { shards: recommended } });
  expect(shardsOf(world)).toEqual(expected);
  const { discord } = world;
  const channels = [...channelOnEachShard(world, 4), discord.world.member.directChannelId];
  const ids = await Promise.all(
    channels.map((channelId) => ask(world, `in channel ${channelId}`, { channelId })),
  );
  for (const id of ids) await expectPictures(discord, id, 4);
});

test('a bot that is in more servers than a shard may hold ends with what to do, without a second try', async () => {
  const starting = startWorld({ env: { SHARDS: '1' }, discord: { guildsPerShard: 1 } });
  await expect(starting).rejects.toThrow(/code 4011.*SHARDS/);
});
