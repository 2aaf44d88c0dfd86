import { expect, test } from 'vitest';
import { DAY_MS } from '../world/durations.ts';
import { erase } from '../world/privacy.ts';
import { BROKEN, rowsLike, setAsideKey, withRows } from '../world/stored-rows.ts';
import { startWorld } from '../world/world.ts';

test('rows that were set aside are removed after 30 days', async () => {
  const world = await startWorld();
  await world.stopEasel();
  const now = Date.now();
  const rows = {
    [setAsideKey('people:1', now - 31 * DAY_MS)]: BROKEN,
    [setAsideKey('history:1 direct', now - 29 * DAY_MS)]: BROKEN,
  };
  await withRows(world, rows);
  await world.startEasel();
  await expect.poll(() => rowsLike(world, 'unreadable:people:*'), { timeout: 20_000 }).toEqual([]);
  expect(await rowsLike(world, 'unreadable:history:*')).toEqual([{ value: BROKEN }]);
});

test("deleting one's data takes rows with it that can't be read, also those that were set aside, and nobody else's", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, secondMember } = discord.world;
  await world.stopEasel();
  const now = Date.now();
  const rowsOf = (personId: string) => ({
    [`history:${personId} direct`]: BROKEN,
    [`asked:${personId} 01M7`]: BROKEN,
    [`people:${personId}`]: BROKEN,
    [setAsideKey(`history:${personId} direct`, now)]: BROKEN,
    [setAsideKey(`keys:person:${personId}`, now)]: BROKEN,
  });
  await withRows(world, { ...rowsOf(member.id), ...rowsOf(secondMember.id) });
  await world.startEasel();
  await erase(discord, member.id);
  await world.stopEasel();
  // When the person deleted their data is what is kept.
  expect(await rowsLike(world, `*${member.id}*`)).toHaveLength(1);
  expect(await rowsLike(world, `*${secondMember.id}*`)).toHaveLength(5);
});
