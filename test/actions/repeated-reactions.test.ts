import { expect, test } from 'vitest';
import type { Discord } from '../../sandbox/discord/index.ts';
import { startWorld } from '../world/world.ts';
import { finishedCard, waitUntilQuiet } from './cards.ts';
import { repliesTo } from '../world/messages.ts';
import { expectSubmissions } from '../world/asking.ts';

/** The event of a person's last reaction. */
const reactionOf = (discord: Discord, personId: string) => {
  const event = discord.dispatches.findLast(
    ({ event, data }) =>
      event === 'MESSAGE_REACTION_ADD' && (data as { user_id: string }).user_id === personId,
  );
  if (!event) throw new Error('no reaction was sent');
  return event;
};

test('a reaction that Discord tells of again within a minute is one reaction', async () => {
  const world = await startWorld();
  const { discord, clock, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  const person = discord.as(secondMember.id);
  person.react(card.id, '🔄');
  await expectSubmissions({ service }, 2);
  clock.advance(55_000);
  discord.gateway.replay(reactionOf(discord, secondMember.id));
  await waitUntilQuiet(world);
  expect(repliesTo(discord, atelier.channelId, card.id)).toHaveLength(1);
});
