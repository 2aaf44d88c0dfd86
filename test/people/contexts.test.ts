import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { startWorld, type World } from '../world/world.ts';
import { bodiesOf, expectOpenJobs, expectPainted, openDetails, press, typeCommand } from '../world/asking.ts';
import { deleteBy } from '../actions/cards.ts';
import { allTextOf, customIdOf, expectPictures, expectText, textOf } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/language.ts';

const SERVER_COMMANDS = ['settings', 'limits', 'blocklist'];
const USE_EXTERNAL_APPS = 1n << 50n;
const GUILD = 0;
const BOT_DM = 1;
const PRIVATE_CHANNEL = 2;
const USER = 1;

/** The requests by the bot's own token that concern a channel. */
const botRequests = ({ discord }: World, channelId: string): string[] =>
  discord.requests
    .filter(({ path }) => path.startsWith(`/channels/${channelId}/`))
    .map(({ method, path }) => `${method} ${path}`);

/** A conversation between two people; the first has installed Easel. */
const conversation = (world: World): string => {
  const { member, admin } = world.discord.world;
  member.user.hasInstalledApplication = true;
  return world.discord.addPrivateChannel([member.id, admin.id]).id;
};

/** A server without the bot, in which the member is. */
const foreignServer = (world: World) => {
  const { discord } = world;
  const { member, secondMember } = discord.world;
  member.user.hasInstalledApplication = true;
  return discord.addGuild({ name: 'Elsewhere', memberIds: [member.id, secondMember.id], withBot: false });
};

test('commands are registered for servers, direct messages and people, as the owner has set it', async () => {
  const { discord } = await startWorld();
  const imagine = discord.commands().find(({ name }) => name === 'imagine');
  expect(imagine?.contexts).toEqual([GUILD, BOT_DM, PRIVATE_CHANNEL]);
  expect(imagine?.integration_types).toEqual([GUILD, USER]);
  const serverOnly = discord.commands().filter(({ name }) => SERVER_COMMANDS.includes(name));
  expect(serverOnly.length).toBeGreaterThan(0);
  for (const command of serverOnly) {
    expect(command.contexts).toEqual([GUILD]);
    expect(command.integration_types).toEqual([GUILD]);
  }
});

test("where people can't install it, nothing is registered that Discord would refuse", async () => {
  const { discord } = await startWorld({ discord: { userInstall: false } });
  const commands = discord.commands();
  expect(commands.length).toBeGreaterThan(0);
  for (const { integration_types: types, contexts } of commands) {
    expect(types).toEqual([GUILD]);
    expect(contexts).not.toContain(PRIVATE_CHANNEL);
  }
});

test('in direct messages pictures come, are listed, and can be requested again', async () => {
  const world = await startWorld();
  const { directChannelId: channelId, id: personId } = world.discord.world.member;
  const id = await expectPainted(world, 'a fox', { channelId });
  await world.restart();
  const { message: list } = await typeCommand(world, 'history', {}, { channelId });
  expect(allTextOf(list)).toContain(`https://discord.com/channels/@me/${channelId}/${id}`);
  const person = world.discord.as(personId);
  const { message } = await person.click(id, customIdOf(world.discord.message(id), 'again'));
  await expectPictures(world.discord, message?.id ?? '', 4);
});

test('in direct messages a card is edited by its id once its token is dead', async () => {
  const durations = { minMs: 600, maxMs: 800 };
  const world = await startWorld({
    isHurried: true,
    service: { durations: { artgen: durations, gen: durations } },
  });
  const { directChannelId: channelId } = world.discord.world.member;
  const { message } = await typeCommand(world, 'gen', { prompt: 'a fox' }, { channelId });
  world.discord.expireAllTokens();
  const id = message?.id ?? '';
  await expectPictures(world.discord, id, 1);
  await world.discord.until(
    () => botRequests(world, channelId).includes(`PATCH /channels/${channelId}/messages/${id}`),
    { what: 'an edit by the bot' },
  );
});

test('in a conversation without the bot everything goes by token, and no reaction is offered', async () => {
  const world = await startWorld();
  const channelId = conversation(world);
  const id = await expectPainted(world, 'a fox', { channelId });
  await typeCommand(world, 'defaults', {}, { channelId });
  await typeCommand(world, 'history', {}, { channelId });
  expect(botRequests(world, channelId)).toEqual([]);
  expect(world.discord.message(id)?.reactions ?? []).toEqual([]);
});

test('in a conversation without the bot the buttons work by the tokens they bring, also after a restart', async () => {
  const world = await startWorld();
  const { discord } = world;
  const channelId = conversation(world);
  const id = await expectPainted(world, 'a fox', { channelId });
  await world.restart();
  const person = discord.as(discord.world.member.id);
  const { message } = await person.click(id, customIdOf(discord.message(id), 'again'));
  expect(message?.id).not.toBe(id);
  await expectPictures(discord, message?.id ?? '', 4);
  expect(bodiesOf(world)).toHaveLength(2);
});

test('in a conversation without the bot pictures are picked, posted, published and deleted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const channelId = conversation(world);
  const person = discord.as(discord.world.member.id);
  const press = async (id: string, button: string) =>
    person.click(id, customIdOf(discord.message(id), button));
  const secret = await expectPainted(world, 'a secret fox', { options: { private: true }, channelId });
  await expectOpenJobs(world, 0);
  const { message: published } = await press(secret, 'publish');
  expect(published?.ephemeralTo).toBeNull();
  await expectPictures(discord, published?.id ?? '', 4);
  const { message: picked } = await press(published?.id ?? '', 'pick');
  expect(picked?.ephemeralTo).toBe(person.id);
  const { message: posted } = await press(picked?.id ?? '', 'post');
  expect(posted?.ephemeralTo).toBeNull();
  await expectPictures(discord, posted?.id ?? '', 1);
  for (const id of [published?.id ?? '', posted?.id ?? '']) {
    await deleteBy(world, person.id, id);
  }
  expect(discord.requests.filter(({ status }) => status >= 400)).toEqual([]);
});

test('where only a token reaches the card, it asks for a click before the token ends, and the click brings the pictures', async () => {
  const durations = { minMs: 13.5 * 60_000, maxMs: 13.5 * 60_000 };
  const world = await startWorld({ service: { durations: { artgen: durations, gen: durations } } });
  const { discord, clock } = world;
  const channelId = conversation(world);
  const { message } = await typeCommand(world, 'gen', { prompt: 'a slow fox' }, { channelId });
  const id = message?.id ?? '';
  const isFollowed = () => world.service.calls.some(({ operation }) => operation === 'gen.job-status');
  await world.service.until(isFollowed, { what: 'a poll' });
  clock.advance(13.2 * 60_000);
  await expectText(discord, id, ENGLISH.card.stillWorking);
  clock.advance(2 * 60_000);
  await world.restart();
  const person = discord.as(discord.world.member.id);
  await person.click(id, customIdOf(discord.message(id), 'refresh'));
  // The longest time between two questions to the service.
  clock.advance(15_000);
  await expectPictures(discord, id, 1);
  expect(botRequests(world, channelId)).toEqual([]);
});

test('in a server that has not got it, a person may bring it along', async () => {
  const world = await startWorld();
  const { guild, channelId } = foreignServer(world);
  const id = await expectPainted(world, 'a fox', { command: 'gen', channelId });
  expect(botRequests(world, channelId)).toEqual([]);
  await world.restart();
  const { message } = await typeCommand(world, 'history', {}, { channelId });
  expect(allTextOf(message)).toContain(`https://discord.com/channels/${guild.id}/${channelId}/${id}`);
});

test('where the server allows no apps from outside, the answer is private and still comes', async () => {
  const world = await startWorld();
  const { channelId, everyoneRoleId } = foreignServer(world);
  world.discord.setOverwrite(channelId, {
    id: everyoneRoleId,
    type: 'role',
    allow: 0n,
    deny: USE_EXTERNAL_APPS,
  });
  const id = await expectPainted(world, 'a fox', { command: 'gen', channelId });
  expect(world.discord.message(id)?.ephemeralTo).toBe(world.discord.world.member.id);
});

test("nothing of a server's settings applies to those who bring it along", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin, atelier, member } = discord.world;
  const { message: settings } = await discord.as(admin.id).slash(atelier.channelId, 'settings');
  await discord.as(admin.id).select(settings?.id ?? '', customId('settings', 'size'), ['4K']);
  discord.removeBot(atelier.guild.id);
  member.user.hasInstalledApplication = true;
  await expectPainted(world, 'draw a fox', { command: 'gen' });
  expect(bodiesOf(world)).toEqual([{ prompt: 'draw a fox' }]);
});

test('the shared key gives each person as much as it may, not the server they bring it to', async () => {
  const world = await startWorld({ env: { SHARED_KEY_DAILY_LIMIT: '1' } });
  const { channelId } = foreignServer(world);
  const { secondMember } = world.discord.world;
  secondMember.user.hasInstalledApplication = true;
  await expectPainted(world, 'a fox', { command: 'gen', channelId });
  await expectPainted(world, 'a hare', { command: 'gen', channelId, personId: secondMember.id });
  const { message } = await typeCommand(world, 'gen', { prompt: 'a wolf' }, { channelId });
  expect(textOf(message)).toContain('1');
  expect(bodiesOf(world)).toEqual([{ prompt: 'Draw: a fox' }, { prompt: 'Draw: a hare' }]);
});

test('where only the person has Easel, /usage counts and names what they made there and in direct messages', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin, atelier } = discord.world;
  discord.removeBot(atelier.guild.id);
  admin.user.hasInstalledApplication = true;
  const personId = admin.id;
  for (const channelId of [atelier.channelId, admin.directChannelId])
    await expectPainted(world, 'draw a fox', { channelId, personId });
  for (const channelId of [atelier.channelId, admin.directChannelId]) {
    const { message } = await typeCommand(world, 'usage', {}, { channelId, personId });
    expect(allTextOf(message)).toContain(ENGLISH.usage.title.elsewhere);
    expect(allTextOf(message)).toContain(ENGLISH.usage.counted(2, 2, 2));
    const file = await press(discord, personId, message?.id ?? '', ENGLISH.usage.download);
    expect(file.message?.content).toBe(ENGLISH.usage.file);
  }
});

test('no interaction makes more than the five follow-ups that a brought-along app may', async () => {
  const world = await startWorld();
  const { discord } = world;
  const channelId = conversation(world);
  const id = await expectPainted(world, 'a fox', { channelId });
  const person = discord.as(discord.world.member.id);
  for (let n = 1; n <= 4; n += 1) await person.click(id, customIdOf(discord.message(id), 'pick'));
  await openDetails(world, id);
  const followUps = new Map<string, number>();
  for (const { method, path } of discord.requests)
    if (method === 'POST' && path.startsWith('/webhooks/'))
      followUps.set(path, (followUps.get(path) ?? 0) + 1);
  for (const count of followUps.values()) expect(count).toBeLessThanOrEqual(5);
  expect(discord.requests.filter(({ status }) => status >= 400)).toEqual([]);
});
