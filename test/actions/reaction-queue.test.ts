import { expect, test } from 'vitest';
import { addAgain } from '../world/admin-panels.ts';
import { ask } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

const ROOMY = { requests: 1_000, perMs: 1_000 };
/** Discord's limit for reactions, and hardly any other. */
const LIMITS = {
  global: ROOMY,
  channelMessages: ROOMY,
  interactionToken: ROOMY,
  other: ROOMY,
  reactions: { requests: 1, perMs: 250 },
};

test('reactions to cards that are done at once stand in line in their channel, and draw no 429', async () => {
  const world = await startWorld({ discord: { rateLimits: LIMITS } });
  const { discord } = world;
  const { atelier } = discord.world;
  await addAgain(discord);
  const channels = [atelier.channelId, atelier.secondChannelId];
  const ids = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((number) =>
      ask(world, `fox ${number}`, { channelId: channels[number % 2] ?? '' }),
    ),
  );
  await Promise.all(ids.map((id) => expectPictures(discord, id, 4)));
  await discord.until(() => ids.every((id) => discord.message(id)?.reactions.some(({ me }) => me)), {
    what: 'all reactions',
    timeoutMs: 15_000,
  });
  const reactions = () => discord.requests.filter(({ path }) => path.includes('/reactions/'));
  await expect.poll(() => reactions().length).toBeGreaterThanOrEqual(ids.length);
  expect(reactions().map(({ status }) => status)).toEqual(ids.map(() => 204));
});
