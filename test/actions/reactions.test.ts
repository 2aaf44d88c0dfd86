import { expect, test } from 'vitest';
import { Permission, type Discord, type Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { addAgain, blockPerson } from '../world/admin-panels.ts';
import { startWorld } from '../world/world.ts';
import { finishedCard, waitUntilHeard, waitUntilQuiet } from './cards.ts';
import { expectAnswer, expectPictures, expectReply, repliesTo, textOf } from '../world/messages.ts';
import { bodiesOf, expectSubmissions } from '../world/asking.ts';

const hasReaction = (message: Message | undefined, emoji: string): boolean =>
  (message?.reactions ?? []).some((reaction) => reaction.emoji.name === emoji && reaction.me);

const offered = (discord: Discord, messageId: string) =>
  discord.until(() => hasReaction(discord.message(messageId), '🔄'), { what: 'a 🔄' });

test('where the server wants it a finished picture carries 🔄, and whoever reacts with it gets the same again, as a reply that names them', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  await addAgain(discord);
  const card = await finishedCard(world, {
    options: { prompt: 'a fox --ar 16:9', mode: 'relaxed', timeout: 900 },
  });
  await offered(discord, card.id);
  discord.as(secondMember.id).react(card.id, '🔄');
  const again = await expectReply(discord, atelier.channelId, card.id);
  const done = await expectPictures(discord, again.id, 4);
  expect(textOf(done)).toContain(`by <@${secondMember.id}>`);
  expect(textOf(done)).toContain(
    `https://discord.com/channels/${atelier.guild.id}/${atelier.channelId}/${card.id}`,
  );
  expect(done.pings).toEqual({ everyone: false, users: [], roles: [] });
  const [first, second] = bodiesOf(world);
  expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  await offered(discord, done.id);
});

test('🔄 asks again in direct messages, too', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const channelId = member.directChannelId;
  const card = await finishedCard(world, { channelId });
  discord.as(member.id).react(card.id, '🔄');
  const again = await expectReply(discord, channelId, card.id);
  await expectPictures(discord, again.id, 4);
  discord.as(member.id).react(again.id, '🔄');
  const third = await expectReply(discord, channelId, again.id);
  await expectPictures(discord, third.id, 4);
  expect(bodiesOf(world)).toHaveLength(3);
});

test('a reaction works after a restart, and without any token', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  await world.restart();
  discord.expireAllTokens();
  discord.as(secondMember.id).react(card.id, '🔄');
  const again = await expectReply(discord, atelier.channelId, card.id);
  await expectPictures(discord, again.id, 4);
});

test('a job that was begun by a reaction goes on after a restart', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  service.planTasks({ durationMs: 1_500 });
  discord.as(secondMember.id).react(card.id, '🔄');
  const again = await expectReply(discord, atelier.channelId, card.id);
  await expectSubmissions({ service }, 2);
  await world.restart();
  await expectPictures(discord, again.id, 4);
  expect(service.submissions).toHaveLength(2);
});

test("bots' reactions, other emoji, other messages and unfinished cards do nothing", async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, member, secondMember } = discord.world;
  const bot = discord.addUser({ username: 'otherbot', bot: true });
  discord.addMember(atelier.guild.id, bot.id);
  const card = await finishedCard(world);
  const words = discord.as(member.id).send(atelier.channelId, 'what a picture');
  service.planTasks({ durationMs: 60_000 });
  const running = await discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt: 'slow' });
  await expectSubmissions({ service }, 2);
  discord.as(bot.id).react(card.id, '🔄');
  for (const emoji of ['👍', '❌', '✉️', '🔁']) discord.as(secondMember.id).react(card.id, emoji);
  discord.as(member.id).react(card.id, '❌');
  discord.as(secondMember.id).react(words.id, '🔄');
  discord.as(secondMember.id).react(running.message?.id ?? '', '🔄');
  await waitUntilQuiet(world);
  expect(repliesTo(discord, atelier.channelId, card.id)).toEqual([]);
  expect(service.submissions).toHaveLength(2);
  expect(discord.message(card.id)).toBeDefined();
  expect(discord.messagesIn(secondMember.directChannelId)).toEqual([]);
});

test('a card is repeated once in 60 seconds, and the others who react are led to what repeats it', async () => {
  const world = await startWorld();
  const { discord, clock, service } = world;
  const { atelier, member, secondMember, admin } = discord.world;
  const card = await finishedCard(world);
  service.planTasks({ durationMs: 10 * 60_000 });
  for (const { id } of [secondMember, member, admin]) discord.as(id).react(card.id, '🔄');
  const replies = () => repliesTo(discord, atelier.channelId, card.id);
  await discord.until(() => replies().length === 3, { what: 'a card and two notices' });
  await expectSubmissions({ service }, 2);
  const again = replies().find(({ embeds }) => embeds.length > 0);
  const link = `https://discord.com/channels/${atelier.guild.id}/${atelier.channelId}/${again?.id ?? ''}`;
  const told = replies().filter(({ embeds }) => embeds.length === 0);
  expect(told.map(({ content }) => content).toSorted()).toEqual(
    [member, admin]
      .map(({ id }) => `<@${id}> Already started a moment ago, so nothing more was submitted: ${link}`)
      .toSorted(),
  );
  discord.as(secondMember.id).unreact(card.id, '🔄');
  discord.as(secondMember.id).react(card.id, '🔄');
  await discord.until(() => replies().length === 4, { what: 'a third notice' });
  await waitUntilHeard(world);
  expect(service.submissions).toHaveLength(2);
  clock.advance(60_000);
  discord.as(member.id).unreact(card.id, '🔄');
  discord.as(member.id).react(card.id, '🔄');
  await expectSubmissions({ service }, 3);
});

test('a reaction of which nothing came keeps nobody else from repeating the card', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { secondMember, member } = discord.world;
  const card = await finishedCard(world);
  await blockPerson(world, secondMember.id);
  discord.as(secondMember.id).react(card.id, '🔄');
  discord.as(member.id).react(card.id, '🔄');
  await expectSubmissions({ service }, 2);
});

test('whoever may not use commands in the channel is told so, in a reply that goes away by itself and gives no reason', async () => {
  const world = await startWorld();
  const { discord, clock, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  const id = secondMember.id;
  discord.setOverwrite(atelier.channelId, {
    id,
    type: 'member',
    allow: 0n,
    deny: Permission.UseApplicationCommands,
  });
  discord.as(id).react(card.id, '🔄');
  const notice = await expectReply(discord, atelier.channelId, card.id);
  expect(notice.content).toBe(`<@${id}> ${ENGLISH.pictures.refusedPublicly('Again')}`);
  expect(notice.pings).toEqual({ everyone: false, users: [id], roles: [] });
  await waitUntilHeard(world);
  clock.advance(10_000);
  await discord.until(() => !discord.message(notice.id), { what: 'the notice to go' });
  expect(service.submissions).toHaveLength(1);
});

test('why a person is blocked is said to them alone: a reaction tells the channel nothing of it', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  await blockPerson(world, secondMember.id, { reason: 'pictures of a classmate' });
  discord.as(secondMember.id).react(card.id, '🔄');
  const notice = await expectReply(discord, atelier.channelId, card.id);
  expect(notice.content).toBe(`<@${secondMember.id}> ${ENGLISH.pictures.refusedPublicly('Again')}`);
  const told = await expectAnswer(
    discord,
    await discord.as(secondMember.id).click(card.id, customId('again', card.jobId)),
  );
  expect(told.ephemeralTo).toBe(secondMember.id);
  expect(told.content).toContain('pictures of a classmate');
  expect(service.submissions).toHaveLength(1);
});

test('a refusal that stands there when Easel stops is taken away', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  const rules = [{ id: secondMember.id, type: 2 as const, permission: false }];
  discord.setCommandRules(atelier.guild.id, discord.applicationId, rules);
  discord.as(secondMember.id).react(card.id, '🔄');
  const notice = await expectReply(discord, atelier.channelId, card.id);
  await world.restart();
  expect(discord.message(notice.id)).toBeUndefined();
});

test("a server's rules about the command count for reactions: by person, by role, by channel", async () => {
  const world = await startWorld();
  const { discord, clock, service } = world;
  const { atelier, gallery, member, secondMember, admin } = discord.world;
  const role = discord.addRole(atelier.guild.id, { name: 'Painters' });
  const painter = discord.addUser({ username: 'painter' });
  discord.addMember(atelier.guild.id, painter.id, [role.id]);
  const card = await finishedCard(world);
  const command = discord.commands().find(({ name }) => name === 'imagine');
  discord.setCommandRules(atelier.guild.id, command?.id ?? '', [
    { id: atelier.guild.id, type: 1, permission: false },
    { id: role.id, type: 1, permission: true },
    { id: member.id, type: 2, permission: true },
  ]);
  discord.as(secondMember.id).react(card.id, '🔄');
  const refused = await expectReply(discord, atelier.channelId, card.id, ({ content }) => content !== '');
  expect(refused.content).toContain(`<@${secondMember.id}>`);
  discord.as(painter.id).react(card.id, '🔄');
  await expectSubmissions({ service }, 2);
  clock.advance(60_000);
  discord.as(member.id).react(card.id, '🔄');
  await expectSubmissions({ service }, 3);

  const elsewhere = await finishedCard(world, { channelId: gallery.channelId });
  const everywhere = String(BigInt(gallery.guild.id) - 1n);
  discord.setCommandRules(gallery.guild.id, discord.applicationId, [
    { id: everywhere, type: 3, permission: false },
    { id: gallery.secondChannelId, type: 3, permission: true },
  ]);
  discord.as(admin.id).react(elsewhere.id, '🔄');
  const notice = await expectReply(discord, gallery.channelId, elsewhere.id);
  expect(notice.content).toContain(`<@${admin.id}>`);
});

test('where the bot may not react, it leaves that, and people may react all the same', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const id = discord.applicationId;
  discord.setOverwrite(atelier.channelId, { id, type: 'member', allow: 0n, deny: Permission.AddReactions });
  await addAgain(discord);
  const card = await finishedCard(world);
  discord.as(secondMember.id).react(card.id, '🔄');
  const again = await expectReply(discord, atelier.channelId, card.id);
  await expectPictures(discord, again.id, 4);
  expect(
    discord.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/reactions/')),
  ).toEqual([]);
  expect(discord.message(card.id)?.reactions.flatMap(({ userIds }) => userIds)).toEqual([secondMember.id]);
});

test('where the bot may not read what stands there, the same again comes as a plain message', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  const deny = Permission.ReadMessageHistory;
  discord.setOverwrite(atelier.channelId, { id: discord.applicationId, type: 'member', allow: 0n, deny });
  discord.as(secondMember.id).react(card.id, '🔄');
  const again = await discord.until(
    () => discord.messagesIn(atelier.channelId).find(({ id }) => id !== card.id),
    { what: 'a new card' },
  );
  await expectPictures(discord, again.id, 4);
  expect(bodiesOf(world)).toHaveLength(2);
});

test('where the bot may no longer write, nothing is submitted for a reaction', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  const id = discord.applicationId;
  discord.setOverwrite(atelier.channelId, { id, type: 'member', allow: 0n, deny: Permission.SendMessages });
  discord.as(secondMember.id).react(card.id, '🔄');
  await discord.until(
    () =>
      discord.requests.some(
        ({ method, status, path }) => method === 'POST' && status === 403 && path.endsWith('/messages'),
      ),
    { what: 'a card that is refused' },
  );
  await waitUntilQuiet(world);
  expect(service.submissions).toHaveLength(1);
});
