import { expect, test } from 'vitest';
import { ask } from '../world/asking.ts';
import { eventually } from '../world/eventually.ts';
import { picturesOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

const GAP_MS = 10_000;
/** Calls that start evenly arrive a little less so. */
const ARRIVES_WITHIN_MS = 2_000;

test('an account’s submissions start as far apart as the operator set, and so do its polls', async () => {
  const world = await startWorld({ env: { ACCOUNT_REQUESTS_PER_SECOND: String(1_000 / GAP_MS) } });
  const { discord, service, clock } = world;
  const ids = await Promise.all(['a fox', 'a heron', 'a lynx'].map((prompt) => ask(world, prompt)));
  const arrivals = (operation: string) =>
    service.calls.filter((call) => call.operation === operation).map(({ at }) => at);
  const shortestGapMs = (operation: string) =>
    Math.min(...arrivals(operation).map((at, index, all) => at - (all[index - 1] ?? -Infinity)));
  await eventually(() => {
    clock.advance(200);
    for (const id of ids) expect(picturesOf(discord.message(id))).toBe(4);
  });
  expect(service.tasks).toHaveLength(3);
  expect(shortestGapMs('artgen.submit')).toBeGreaterThan(GAP_MS - ARRIVES_WITHIN_MS);
  expect(shortestGapMs('artgen.job-status')).toBeGreaterThan(GAP_MS - ARRIVES_WITHIN_MS);
});
