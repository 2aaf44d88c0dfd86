import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { blockPerson, changeBlocklist } from '../world/admin-panels.ts';
import { startWorld } from '../world/world.ts';
import { deleteBy, finishedCard, waitUntilQuiet } from './cards.ts';
import { customIdOf, expectAnswer, expectPictures, expectReply } from '../world/messages.ts';
import { errorText } from '../world/words.ts';

test('limits and bans count for whoever acts, not for whoever asked first', async () => {
  const world = await startWorld();
  const { discord, clock, service } = world;
  const { atelier, member, secondMember } = discord.world;
  const card = await finishedCard(world);
  const { id } = secondMember;
  await blockPerson(world, id);
  await waitUntilQuiet(world);
  discord.as(id).react(card.id, '🔄');
  const notice = await expectReply(discord, atelier.channelId, card.id, ({ content }) =>
    content.includes(id),
  );
  await waitUntilQuiet(world);
  expect(discord.message(notice.id)).toBeUndefined();
  const person = discord.as(id);
  const clicked = await person.click(card.id, customIdOf(card.message, 'again'));
  const { modal } = await person.click(card.id, customIdOf(card.message, 'edit-prompt'));
  const handedIn = await person.submitModal(modal!);
  const menu = await person.menu(atelier.channelId, 'Edit this picture', card.id);
  const edited = await person.submitModal(menu.modal!, { prompt: 'make it night', pictures: ['1'] });
  for (const { message } of [clicked, handedIn, edited]) expect(message?.ephemeralTo).toBe(id);
  expect(service.submissions).toHaveLength(1);
  clock.advance(5_000);
  discord.as(member.id).react(card.id, '🔄');
  const again = await expectReply(discord, atelier.channelId, card.id, ({ embeds }) => embeds.length > 0);
  await expectPictures(discord, again.id, 4);
});

test('in direct messages everything can be done with a card, by buttons and by reactions', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  const channelId = member.directChannelId;
  const card = await finishedCard(world, { channelId });
  await world.restart();
  const person = discord.as(member.id);
  const picked = await person.click(card.id, customId('pick', card.jobId, 2));
  const large = await person.click(picked.message?.id ?? '', customIdOf(picked.message, 'enlarge'));
  await expectPictures(discord, large.message?.id ?? '', 1);
  const { modal } = await person.click(card.id, customIdOf(card.message, 'edit-prompt'));
  const edited = await person.submitModal(modal!, { prompt: 'a wolf' });
  await expectPictures(discord, edited.message?.id ?? '', 4);
  expect(service.submissions).toHaveLength(3);
  await deleteBy(world, member.id, card.id);
  await discord.until(() => !discord.message(card.id), { what: 'the card to go' });
});

test('a picture is not enlarged once the server blocks its prompt, which the new card would show', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { options: { prompt: 'a red dragon' } });
  const person = discord.as(member.id);
  const picked = await expectAnswer(discord, await person.click(card.id, customId('pick', card.jobId, 1)));
  await changeBlocklist(world, { rules: 'dragon' });
  const answer = await person.click(picked.id, customIdOf(picked, 'enlarge'));
  const refused = await expectAnswer(discord, answer);
  expect(refused.ephemeralTo).toBe(member.id);
  expect(refused.content).toContain(errorText('blocked-prompt', { rule: 'dragon' }));
  expect(service.submissions).toHaveLength(1);
});
