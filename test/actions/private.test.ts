import { expect, test } from 'vitest';
import { Permission, type Discord } from '../../sandbox/discord/index.ts';
import { customId, type CustomId } from '../../src/messages/custom-id.ts';
import { startWorld } from '../world/world.ts';
import { askToDelete, confirm, finishedCard, waitUntilQuiet } from './cards.ts';
import {
  customIdOf,
  expectAnswer,
  expectPictures,
  expectReply,
  labelsOf,
  picturesOf,
  textOf,
} from '../world/messages.ts';
import { bodiesOf, expectSubmissions } from '../world/asking.ts';
import { addAgain } from '../world/admin-panels.ts';
import { errorText } from '../world/words.ts';

/** Sends Easel a click that Discord's clients would not have offered. */
const forgeClick = (discord: Discord, personId: string, forged: CustomId, number: number): void => {
  const isBy = (data: unknown) => JSON.stringify(data).includes(`"id":"${personId}"`);
  const real = discord.dispatches.findLast(
    ({ event, data }) =>
      event === 'INTERACTION_CREATE' && isBy(data) && JSON.stringify(data).includes('custom_id'),
  );
  const payload: unknown = JSON.parse(
    JSON.stringify(real?.data).replace(/"custom_id":"again:[^"]*"/, `"custom_id":"${forged}"`),
  );
  const data = typeof payload === 'object' && payload !== null ? payload : {};
  const id = 'id' in data ? String(BigInt(String(data.id)) + BigInt(number)) : '';
  discord.gateway.dispatch('INTERACTION_CREATE', { ...data, id });
};

test('what comes of a private card is private as well, and its card offers to publish it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  expect(labelsOf(card.message)[1]).toContain('Publish');
  const person = discord.as(member.id);
  const again = await person.click(card.id, customIdOf(card.message, 'again'));
  const second = await expectPictures(discord, again.message?.id ?? '', 4);
  expect(second.ephemeralTo).toBe(member.id);
  expect(textOf(second)).not.toContain(card.id);
  const picked = await expectAnswer(discord, await person.click(card.id, customId('pick', card.jobId, 1)));
  const { modal } = await person.click(picked.id, customIdOf(picked, 'edit-picture'));
  const edited = await person.submitModal(modal!, { prompt: 'make it night' });
  expect((await expectPictures(discord, edited.message?.id ?? '', 1)).ephemeralTo).toBe(member.id);
  const large = await person.click(picked.id, customIdOf(picked, 'enlarge'));
  expect((await expectPictures(discord, large.message?.id ?? '', 1)).ephemeralTo).toBe(member.id);
});

test('publish puts a private result into the channel, where it is a card like any other', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember } = discord.world;
  await addAgain(discord);
  const card = await finishedCard(world, { options: { private: true } });
  await world.restart();
  discord.expireAllTokens();
  const answer = await discord.as(member.id).click(card.id, customIdOf(card.message, 'publish'));
  const published = await expectPictures(discord, answer.message?.id ?? '', 4);
  expect(published.ephemeralTo).toBeNull();
  expect(labelsOf(published)[1]).not.toContain('Publish');
  for (const { image } of published.embeds) expect((await fetch(image?.url ?? '')).status).toBe(200);
  await discord.until(() => discord.message(published.id)?.reactions.some(({ me }) => me), { what: 'a 🔄' });
  await world.restart();
  discord.as(secondMember.id).react(published.id, '🔄');
  const again = await expectReply(discord, atelier.channelId, published.id);
  expect((await expectPictures(discord, again.id, 4)).ephemeralTo).toBeNull();
  const twice = await discord.as(member.id).click(card.id, customIdOf(card.message, 'publish'));
  expect(twice.message?.ephemeralTo).toBe(member.id);
  expect(twice.message?.content).toContain(published.id);
});

test('a published card waits for no reaction: its pictures are out of memory, and Easel can stop', async () => {
  const world = await startWorld();
  const { discord } = world;
  await addAgain(discord);
  const card = await finishedCard(world, { options: { private: true } });
  const reaction = discord.faults.hang({ method: 'PUT', route: /\/reactions\// });
  await discord.as(discord.world.member.id).click(card.id, customIdOf(card.message, 'publish'));
  await expect.poll(() => reaction.waiting).toBe(1);
  await world.stopEasel();
  reaction.release();
  expect(world.log.join('')).not.toContain('takes too long');
});

test('two clicks on publish at once publish once', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  const publish = customIdOf(card.message, 'publish');
  const person = discord.as(member.id);
  await Promise.all([person.click(card.id, publish), person.click(card.id, publish)]);
  await waitUntilQuiet(world);
  expect(
    discord.messagesIn(atelier.channelId).filter(({ ephemeralTo }) => ephemeralTo === null),
  ).toHaveLength(1);
});

test('who may not write in the channel can publish nothing there', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  const id = member.id;
  discord.setOverwrite(atelier.channelId, { id, type: 'member', allow: 0n, deny: Permission.SendMessages });
  const answer = await discord.as(id).click(card.id, customIdOf(card.message, 'publish'));
  expect(answer.message?.ephemeralTo).toBe(id);
  expect(answer.message?.content).toContain('Send Messages');
});

test('in a thread, the right to write in threads decides', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const thread = discord.addThread(atelier.channelId, 'pictures');
  const card = await finishedCard(world, { options: { private: true }, channelId: thread.id });
  const id = member.id;
  const deny = Permission.SendMessagesInThreads;
  discord.setOverwrite(atelier.channelId, { id, type: 'member', allow: 0n, deny });
  const refused = await discord.as(id).click(card.id, customIdOf(card.message, 'publish'));
  expect(refused.message?.content).toContain('Send Messages in Threads');
});

test('a private card is deleted by its owner, even when its first token is long dead', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  await world.restart();
  discord.expireAllTokens();
  // Nothing but a click reaches it, so its own button asks, and its pictures stay meanwhile.
  const asked = await askToDelete(world, member.id, card.id);
  expect(asked).toMatchObject({ message: { id: card.id }, label: 'Delete message and pictures' });
  expect(labelsOf(asked.message).flat()).toContain('Publish');
  expect(picturesOf(asked.message)).toBe(4);
  await confirm(world, member.id, asked);
  await discord.until(() => !discord.message(card.id), { what: 'the card to go' });
  expect(discord.messagesIn(discord.world.atelier.channelId)).toEqual([]);
});

test("nobody can do anything with somebody else's private card", async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { secondMember } = discord.world;
  const secret = await finishedCard(world, { options: { private: true, prompt: 'a secret' } });
  const open = await finishedCard(world);
  const names = [
    'again',
    'pick',
    'edit-prompt',
    'edit-picture',
    'vary',
    'download',
    'enlarge',
    'details',
    'post',
    'publish',
    'delete',
  ] as const;
  await discord.as(secondMember.id).click(open.id, customIdOf(open.message, 'again'));
  await expectSubmissions({ service }, 3);
  const before = discord.requests.length;
  for (const [index, name] of names.entries())
    forgeClick(discord, secondMember.id, customId(name, secret.jobId, 1), index + 1);
  await waitUntilQuiet(world);
  const answers = discord.requests
    .slice(before)
    .filter(({ path, status }) => path.includes('/callback') && status === 404);
  expect(answers).toHaveLength(names.length);
  for (const { body } of answers) {
    expect(JSON.stringify(body)).toContain(errorText('job-not-found'));
    expect(JSON.stringify(body)).not.toContain('a secret');
  }
  expect(bodiesOf(world)).toHaveLength(3);
});
