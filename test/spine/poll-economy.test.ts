import { expect, test } from 'vitest';
import { expectPictures } from '../world/messages.ts';
import { pollsOf } from '../world/asking.ts';
import { startWorld } from '../world/world.ts';

const TASKS = 100;
const TASK_MS = 300_000;

test('tasks are asked about many at a time: a poll each would be twenty times as many', async () => {
  const durations = { minMs: TASK_MS, maxMs: TASK_MS };
  const world = await startWorld({
    env: { POLL_INTERVAL_MS: '200', ACCOUNT_REQUESTS_PER_SECOND: '500', ACCOUNT_CONCURRENCY: '50' },
    service: { durations: { artgen: durations, gen: durations } },
    discord: { keepHistory: false, openApi: undefined },
  });
  const { discord, service, clock } = world;
  const { atelier, member } = discord.world;
  const person = discord.as(member.id);
  const answers = await Promise.all(
    Array.from({ length: TASKS }, (_, index) =>
      person.slash(atelier.channelId, 'gen', { prompt: `a house with ${index} windows` }),
    ),
  );
  await service.until(() => service.tasks.length === TASKS, { what: 'all tasks' });
  const before = pollsOf(world).length;
  clock.advance(TASK_MS);
  for (const { message } of answers) await expectPictures(discord, message?.id ?? '', 1);

  const polls = pollsOf(world).slice(before);
  const asked = polls.reduce((sum, { taskIds }) => sum + (taskIds?.length ?? 0), 0);
  expect(polls.length).toBeLessThanOrEqual(asked / 20);
  expect(service.submissions).toHaveLength(TASKS);
});
