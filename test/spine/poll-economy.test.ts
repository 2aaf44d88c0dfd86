import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';

test('200 tasks of 6 s cost at most a fiftieth of the calls of a poller for each of them', async () => {
  const { discord, service } = await startWorld({
    env: { POLL_INTERVAL_MS: '200', ACCOUNT_REQUESTS_PER_SECOND: '500', ACCOUNT_CONCURRENCY: '50' },
    service: { durations: { artgen: { minMs: 6_000, maxMs: 6_000 }, gen: { minMs: 6_000, maxMs: 6_000 } } },
    // How soon two hundred answers are there depends on the machine, and others are held against Discord's description.
    discord: { keepHistory: false, openApi: undefined },
  });
  const { atelier, member } = discord.world;
  const person = discord.as(member.id);
  const prompts = Array.from({ length: 200 }, (_, index) => `a house with ${index} windows`);
  const answers = await Promise.all(
    prompts.map((prompt) => person.slash(atelier.channelId, 'imagine', { prompt })),
  );
  expect(answers.every(({ answered }) => answered)).toBe(true);

  await service.until(() => service.tasks.filter(({ state }) => state === 'success').length === 200, {
    what: '200 tasks done',
  });
  const ids = answers.map(({ message }) => message?.id ?? '');
  await discord.until(() => ids.every((id) => (discord.message(id)?.embeds.length ?? 0) === 4), {
    what: '200 galleries',
  });

  const polls = service.calls.filter(({ operation }) => operation === 'artgen.job-status');
  expect(polls.length).toBeLessThanOrEqual((200 * (6_000 / 200)) / 50);
  expect(service.submissions).toHaveLength(200);
});
