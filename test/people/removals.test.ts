import { expect, test } from 'vitest';
import { Permission } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { askToDelete, deleteBy, finishedCard } from '../actions/cards.ts';
import { openSettings } from '../world/admin-panels.ts';
import {
  ask,
  chooseRequest,
  expectAllClosed,
  expectSubmissions,
  interact,
  newestIn,
  postFrom,
  press,
  typeCommand,
} from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { customIdOf, expectAnswer, expectRefusal, expectText, textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

const { history, deletingWithReason, blocklist } = ENGLISH;
const REMOVE = 'Remove and block…';

/** What the member reads of their newest request. */
const newest = async (world: World): Promise<string[]> => {
  const { message } = await typeCommand(world, 'history');
  const listed = message?.embeds[0]?.description ?? '';
  return [listed, (await chooseRequest(world, message!, 1)).content];
};

const addLog = async ({ discord }: World): Promise<string> => {
  const { atelier, admin } = discord.world;
  const log = discord.addChannel(atelier.guild.id, 'log').id;
  const settings = await openSettings(discord, 'channels');
  await discord.as(admin.id).select(settings, customId('settings', 'log-channel'), [log]);
  return log;
};

test('a person reads that a moderator deleted their request, and why', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin } = discord.world;
  const log = await addLog(world);
  const card = await finishedCard(world);
  const { message: question } = await askToDelete(world, admin.id, card.id);
  const { modal } = await press(discord, admin.id, question.id, deletingWithReason.button);
  await discord.as(admin.id).submitModal(modal!, { reason: 'no *lighthouses* here' });
  await discord.until(() => discord.message(card.id) === undefined, { what: 'the deletion' });
  for (const text of await newest(world)) {
    expect(text).toContain(history.deletedByModerator);
    expect(text).toContain(history.reason('`no *lighthouses* here`'));
  }
  await discord.until(
    () => discord.messagesIn(log).some((line) => textOf(line).includes(String.raw`no \*lighthouses\* here`)),
    { what: 'the reason in the log channel' },
  );
  expect(discord.messagesIn(log).map(textOf).join('\n')).toContain('draw a lighthouse at dusk');
});

test('a person reads that they deleted a request themselves, and is asked for no reason', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const card = await finishedCard(world);
  const { message: question } = await askToDelete(world, member.id, card.id);
  expect(() => customIdOf(question, 'delete-reason')).toThrow();
  await deleteBy(world, member.id, card.id);
  for (const text of await newest(world)) expect(text).toContain(history.deletedByYou);
});

test('one form of a message’s menu deletes the pictures and blocks whose they are', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const { atelier, admin, member } = discord.world;
  const card = await finishedCard(world);
  const { modal } = await discord.as(admin.id).menu(atelier.channelId, REMOVE, card.id);
  expect(modal?.title).toBe(`Remove and block ${member.user.globalName}`);
  const { message } = await discord.as(admin.id).submitModal(modal!, { reason: 'spam', time: ['week'] });
  expect(message?.ephemeralTo).toBe(admin.id);
  expect(message?.content).toContain(ENGLISH.pictures.deleted);
  expect(message?.content).toContain(`<@${member.id}>`);
  expect(discord.message(card.id)).toBeUndefined();
  expect(expectRefusal(await interact(world))).toContain('spam');
  expect((await newest(world))[1]).toContain(history.reason('`spam`'));
  clock.advance(8 * 86_400_000);
  expect((await interact(world)).message?.ephemeralTo).toBeNull();
});

test('a request that is still being made goes as well, and its pictures never show', async () => {
  const long = { minMs: MINUTE_MS, maxMs: MINUTE_MS };
  const world = await startWorld({ service: { durations: { artgen: long, gen: long } } });
  const { discord, service, clock } = world;
  const { atelier, admin } = discord.world;
  const card = await ask(world, 'something bad');
  await expectSubmissions(world, 1);
  const { modal } = await discord.as(admin.id).menu(atelier.channelId, REMOVE, card);
  const { message } = await discord.as(admin.id).submitModal(modal!, { time: ['week'] });
  expect(message?.content).toContain(ENGLISH.pictures.deleted);
  expect(discord.message(card)).toBeUndefined();
  clock.advance(2 * MINUTE_MS);
  await expectAllClosed(world);
  expect(service.tasks).toHaveLength(1);
  expect(newestIn(discord, atelier.channelId)).toBeUndefined();
  expect((await newest(world))[0]).toContain(history.deleted);
});

test('a request that waits goes as well, and is not paid for', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service, clock } = world;
  const { atelier, admin } = discord.world;
  service.faults.order({ kind: 'rate-limit', retryAfter: 60, operation: 'artgen.submit' });
  const card = await ask(world, 'something bad');
  await expectText(discord, card, ENGLISH.card.waitsBecause.busy);
  const { modal } = await discord.as(admin.id).menu(atelier.channelId, REMOVE, card);
  await discord.as(admin.id).submitModal(modal!, { time: ['week'] });
  expect(discord.message(card)).toBeUndefined();
  clock.advance(2 * MINUTE_MS);
  await expectAllClosed(world);
  expect(service.tasks).toHaveLength(0);
});

test('a picture that another person posted is not called theirs', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, admin, secondMember } = discord.world;
  const card = await finishedCard(world);
  const shown = await discord.as(secondMember.id).click(card.id, customId('pick', card.jobId, 1));
  const posted = await postFrom(world, await expectAnswer(discord, shown), 'Post here', secondMember.id);
  const { modal } = await discord.as(admin.id).menu(atelier.channelId, REMOVE, posted.id);
  expect(modal?.title).toBe('Remove and block');
});

test('the message can be kept, and only people who manage the server can do either', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, admin, secondMember } = discord.world;
  const card = await finishedCard(world);
  const { modal } = await discord.as(admin.id).menu(atelier.channelId, REMOVE, card.id);
  const forged = await discord
    .as(secondMember.id)
    .submitModal(modal!, { time: ['day'] })
    .catch(String);
  expect(JSON.stringify(forged)).not.toContain('Deleted');
  expect(discord.message(card.id)).toBeDefined();
  await discord.as(admin.id).submitModal(modal!, { pictures: ['keep'], time: ['permanently'] });
  expect(discord.message(card.id)).toBeDefined();
  expect(expectRefusal(await interact(world))).toContain('blocked');
  const role = discord.addRole(atelier.guild.id, { name: 'Mods', permissions: Permission.ManageMessages });
  atelier.guild.members.get(secondMember.id)?.roleIds.push(role.id);
  await expect(discord.as(secondMember.id).menu(atelier.channelId, REMOVE, card.id)).rejects.toThrow();
  expect(blocklist.removal.title(undefined)).toBe('Remove and block');
});
