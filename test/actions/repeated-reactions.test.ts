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

test('a reaction that Discord tells of again after minutes is one reaction; taken back and given again it is another', async () => {
  const world = await startWorld();
  const { discord, clock, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  const person = discord.as(secondMember.id);
  person.react(card.id, '🔄');
  await expectSubmissions({ service }, 2);
  clock.advance(6_000);
  discord.gateway.replay(reactionOf(discord, secondMember.id));
  clock.advance(600_000);
  discord.gateway.replay(reactionOf(discord, secondMember.id));
  await waitUntilQuiet(world);
  expect(repliesTo(discord, atelier.channelId, card.id)).toHaveLength(1);
  person.unreact(card.id, '🔄');
  person.react(card.id, '🔄');
  await expectSubmissions({ service }, 3);
});

test.each([
  ['all reactions', 'MESSAGE_REACTION_REMOVE_ALL', {}],
  ['all reactions with that emoji', 'MESSAGE_REACTION_REMOVE_EMOJI', { emoji: { id: null, name: '🔄' } }],
])('after a moderator has removed %s, a reaction is a new one', async (_what, event, more) => {
  const world = await startWorld();
  const { discord, clock, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  discord.as(secondMember.id).react(card.id, '🔄');
  await expectSubmissions({ service }, 2);
  clock.advance(6_000);
  const where = { channel_id: atelier.channelId, message_id: card.id, guild_id: atelier.guild.id };
  discord.gateway.dispatch(event, { ...where, ...more }, atelier.guild.id);
  discord.gateway.replay(reactionOf(discord, secondMember.id));
  await expectSubmissions({ service }, 3);
});
