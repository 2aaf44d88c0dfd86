import { expect, test } from 'vitest';
import { newestIn, postFrom, press, typeCommand } from '../world/asking.ts';
import { customIdOf, expectAnswer, expectPictures, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { finishedCard } from './cards.ts';

test('what is posted from a private message is a message of its own, and names its maker', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { secondMember } = discord.world;
  const card = await finishedCard(world);
  const picked = await expectAnswer(discord, await press(discord, secondMember.id, card.id, '2'));
  expect(picked.ephemeralTo).toBe(secondMember.id);
  for (const [label, did] of [
    ['Post here', '📤 Posted by'],
    ['Vary', '🎲 Varied by'],
    ['Redraw in 4K', '🔎 In 4K by'],
  ] as const) {
    const shown = await postFrom(world, picked, label, secondMember.id);
    const done = await expectPictures(discord, shown.id, 1);
    expect(done.message_reference, label).toBeUndefined();
    expect(textOf(done)).toContain(`${did} <@${secondMember.id}>`);
    expect(done.pings).toEqual({ everyone: false, users: [], roles: [] });
  }
  const { modal } = await press(discord, secondMember.id, picked.id, 'Edit');
  const before = newestIn(discord, discord.world.atelier.channelId)?.id;
  await discord.as(secondMember.id).submitModal(modal!, { prompt: 'make it night' });
  const channel = discord.world.atelier.channelId;
  await discord.until(() => newestIn(discord, channel)?.id !== before, { what: 'the edit' });
  const edited = await expectPictures(discord, newestIn(discord, channel)?.id ?? '', 1);
  expect(edited.message_reference).toBeUndefined();
  expect(textOf(edited)).toContain(`🎨 Edited by <@${secondMember.id}>`);
});

test('a published result is a message of its own that names its maker, also after a restart', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  await press(discord, member.id, card.id, 'Publish');
  const newest = () => newestIn(discord, atelier.channelId);
  await discord.until(() => newest()?.ephemeralTo === null, { what: 'the published message' });
  const published = await expectPictures(discord, newest()?.id ?? '', 4);
  expect(published.message_reference).toBeUndefined();
  expect(textOf(published)).toContain(`by <@${member.id}>`);
  await world.restart();
  const again = await discord.as(member.id).click(published.id, customIdOf(published, 'again'));
  await expectPictures(discord, again.message?.id ?? '', 4);
});

test('where the bot may not write, the answer to the click is what others see', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const { channelId } = discord.addGuild({ name: 'Elsewhere', memberIds: [member.id], withBot: false });
  member.user.hasInstalledApplication = true;
  const { message } = await typeCommand(world, 'gen', { prompt: 'abroad', private: true }, { channelId });
  const done = await expectPictures(discord, message?.id ?? '', 1);
  const posted = await expectAnswer(discord, await press(discord, member.id, done.id, 'Publish'));
  expect(posted.ephemeralTo).toBeNull();
});
