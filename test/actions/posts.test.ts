import { expect, test } from 'vitest';
import { Permission, type Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { errorText } from '../world/words.ts';
import { customIdOf, expectAnswer, labelsOf, shownIn, textOf } from '../world/messages.ts';
import { forgeClick, forgeModal } from '../world/forging.ts';
import { startWorld, type World } from '../world/world.ts';
import { finishedCard, waitUntilQuiet, type FinishedCard } from './cards.ts';

/** Posts a card's third picture, as people do: by its number, then **Post here**. */
const post = async ({ discord }: World, { id, jobId }: FinishedCard, personId: string): Promise<Message> => {
  const person = discord.as(personId);
  const picked = await expectAnswer(discord, await person.click(id, customId('pick', jobId, 3)));
  return expectAnswer(discord, await person.click(picked.id, customIdOf(picked, 'post')));
};

const expectGone = ({ discord }: World, { id }: Message) =>
  discord.until(() => !discord.message(id), { what: 'the message to go' });

test('a posted picture says for whom it was posted, and whoever posted it deletes it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { secondMember } = discord.world;
  const card = await finishedCard(world);
  const posted = await post(world, card, secondMember.id);
  expect(labelsOf(posted)).toEqual([['🎨 Edit', '🔎 Redraw in 4K', 'ℹ️ Details', '🗑️ Delete']]);
  expect(textOf(posted)).toContain(`📤 Posted, for <@${secondMember.id}>`);
  expect(posted.pings).toEqual({ everyone: false, users: [], roles: [] });
  await world.restart();
  const person = discord.as(secondMember.id);
  const { modal } = await person.click(posted.id, customIdOf(posted, 'delete'));
  await person.submitModal(modal!);
  await expectGone(world, posted);
  // The card is for whoever requested it.
  const refused = await person.click(card.id, customIdOf(card.message, 'delete'));
  expect(refused.modal).toBeUndefined();
  expect(refused.message?.content).toContain(errorText('not-yours'));
  expect(discord.message(card.id)).toBeDefined();
});

test('❌ deletes a posted picture for its poster, the requester and moderators, and for nobody else', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember, admin } = discord.world;
  const bystander = discord.addUser({ username: 'bystander' });
  discord.addMember(atelier.guild.id, bystander.id, []);
  const card = await finishedCard(world);
  const posts = [];
  for (let count = 0; count < 3; count += 1) {
    // The same picture is posted once within a moment.
    world.clock.advance(10_000);
    posts.push(await post(world, card, secondMember.id));
  }
  await world.restart();
  for (const { id } of posts) discord.as(bystander.id).react(id, '❌');
  for (const { id } of posts) discord.as(bystander.id).react(id, '🔄');
  await waitUntilQuiet(world);
  for (const { id } of posts) expect(discord.message(id)).toBeDefined();
  expect(world.service.submissions).toHaveLength(1);
  for (const [index, { id }] of [secondMember, member, admin].entries()) {
    const posted = posts[index]!;
    discord.as(id).react(posted.id, '❌');
    await expectGone(world, posted);
  }
  expect(discord.message(card.id)).toBeDefined();
});

test('a picture of a private card can be deleted by its poster, by button or reaction', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const { member, admin } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  const first = await post(world, card, member.id);
  clock.advance(10_000);
  const second = await post(world, card, member.id);
  expect(labelsOf(first)).toEqual([['🗑️ Delete']]);
  const person = discord.as(member.id);
  const { modal } = await person.click(first.id, customIdOf(first, 'delete'));
  await person.submitModal(modal!);
  await expectGone(world, first);
  // What is private is not even known to moderators, who have Discord's own way to delete messages.
  discord.as(admin.id).react(second.id, '❌');
  await waitUntilQuiet(world);
  expect(discord.message(second.id)).toBeDefined();
  person.react(second.id, '❌');
  await expectGone(world, second);
});

test("nobody deletes another's posted picture in the name of a request of their own", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, secondMember } = discord.world;
  const posted = await post(world, await finishedCard(world), member.id);
  const before = shownIn(world, posted.id);
  const mine = await finishedCard(world, { personId: secondMember.id });
  const person = discord.as(secondMember.id);
  for (const name of ['delete', 'show', 'notify'] as const) {
    const id = customId(name, mine.jobId);
    const answer =
      name === 'delete' ? await forgeModal(person, posted.id, id) : await forgeClick(person, posted.id, id);
    expect((await expectAnswer(discord, answer)).content).toContain(errorText('job-not-found'));
  }
  expect(shownIn(world, posted.id)).toEqual(before);
});

test('where the bot may not read its own messages, ❌ under a posted picture does nothing, and is no fault', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, admin } = discord.world;
  const card = await finishedCard(world);
  const posted = await post(world, card, member.id);
  discord.setOverwrite(atelier.channelId, {
    id: discord.applicationId,
    type: 'member',
    allow: 0n,
    deny: Permission.ReadMessageHistory,
  });
  discord.as(admin.id).react(posted.id, '❌');
  await waitUntilQuiet(world);
  expect(discord.message(posted.id)).toBeDefined();
  expect(world.log.filter((line) => line.includes("couldn't handle a reaction"))).toEqual([]);
});
