import { expect, test } from 'vitest';
import { waitUntilQuiet } from '../actions/cards.ts';
import { startWorld } from '../world/world.ts';
import { ask, expectOpenJobs, submissionsOf } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';

/** As many interactions as are remembered, and some. */
const MANY = 1_100;

test('an interaction that comes once more after many others is not paid for again', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await ask(world, 'only once');
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  const event = discord.dispatches.find((dispatch) => dispatch.event === 'INTERACTION_CREATE');
  if (!event) throw new Error('no interaction was sent');
  const data = event.data as { id: string; data: object };
  // Typing alone makes an interaction for each letter.
  for (let index = 1; index <= MANY; index += 1)
    discord.gateway.replay({
      ...event,
      data: { ...data, type: 4, id: String(BigInt(data.id) + BigInt(index)), token: 'nobody-s' },
    });
  discord.gateway.replay(event);
  await waitUntilQuiet(world);
  await expectOpenJobs(world, 0);
  expect(submissionsOf(world, 'only once')).toHaveLength(1);
  expect(discord.messagesIn(discord.world.atelier.channelId)).toHaveLength(1);
});
