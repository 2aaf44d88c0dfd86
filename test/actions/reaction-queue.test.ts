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

test('cards that are done at once all get their reaction, though Discord takes four a second in a channel', async () => {
  const world = await startWorld({ isHurried: true, discord: { rateLimits: LIMITS } });
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
  });
  const reactions = () => discord.requests.filter(({ path }) => path.includes('/reactions/'));
  await expect.poll(() => reactions().filter(({ status }) => status === 204).length).toBe(ids.length);
  expect(reactions().length).toBeLessThan(2 * ids.length);
});
