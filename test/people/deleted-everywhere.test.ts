import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { askToDelete, confirm, deleteBy, finishedCard, type FinishedCard } from '../actions/cards.ts';
import { openSettings } from '../world/admin-panels.ts';
import { ask, expectAllClosed, openDetails, postFrom, typeCommand } from '../world/asking.ts';
import { allTextOf, customIdOf, expectAnswer, expectText, picturesOf } from '../world/messages.ts';
import { erase } from '../world/privacy.ts';
import { rowsLike } from '../world/stored-rows.ts';
import { startWorld, type World } from '../world/world.ts';

interface Shown {
  card: FinishedCard;
  /** What **Post here** posted. */
  copy: Message;
  /** What **DM me** brought. */
  sent: Message;
  post: Message;
  line: Message;
}

/** The member wants each result in direct messages. */
const chooseDirect = async ({ discord }: World): Promise<void> => {
  const { message: defaults } = await typeCommand({ discord }, 'defaults');
  const id = customIdOf(defaults, 'default', 'direct');
  await discord.as(discord.world.member.id).click(defaults?.id ?? '', id);
};

/** A card whose pictures stand in every place that Easel has for them. */
const shownEverywhere = async (world: World): Promise<Shown> => {
  const { discord } = world;
  const { atelier, admin, member, secondMember } = discord.world;
  const panel = await openSettings(discord, 'channels');
  for (const [setting, value] of [
    ['log-channel', atelier.secondChannelId],
    ['gallery', atelier.secondChannelId],
    ['stars', '1'],
  ] as const)
    await discord.as(admin.id).select(panel, customId('settings', setting), [value]);
  await chooseDirect(world);
  const card = await finishedCard(world);
  await expectAllClosed(world);
  const large = await expectAnswer(
    discord,
    await discord.as(member.id).click(card.id, customId('pick', card.jobId, 1)),
  );
  const copy = await postFrom(world, large);
  const seconds = () => discord.messagesIn(atelier.secondChannelId);
  discord.as(secondMember.id).react(card.id, '⭐');
  const post = await discord.until(() => seconds().find(({ content }) => content.startsWith('⭐')), {
    what: 'the post in the gallery',
  });
  const line = await discord.until(() => seconds().find((one) => allTextOf(one).includes('done in')), {
    what: 'the line in the log channel',
  });
  const sent = discord.messagesIn(member.directChannelId).find((one) => picturesOf(one) === 1);
  if (!sent) throw new Error('no direct message');
  // Ids of messages are stored before Easel stops.
  await world.restart();
  return { card, copy, sent, post, line };
};

const stands = ({ discord }: World, ...messages: Message[]): boolean[] =>
  messages.map(({ id }) => discord.message(id) !== undefined);

const untilGone = async (world: World, ...messages: Message[]): Promise<void> => {
  for (const { id } of messages)
    await world.discord.until(
      () => {
        world.clock.advance(1_000);
        return !world.discord.message(id);
      },
      { what: 'a message to go' },
    );
};

/** What the log channel shows of the job, once its line has changed. */
const lineAfter = async ({ discord, clock }: World, { id }: Message): Promise<string> => {
  const changed = await discord.until(
    () => {
      clock.advance(1_000);
      const now = discord.message(id);
      return now?.components.length === 0 ? now : undefined;
    },
    { what: 'the line without a button' },
  );
  expect(changed.embeds.map(({ thumbnail }) => thumbnail)).toEqual([undefined]);
  return allTextOf(changed);
};

test('what a moderator deletes goes everywhere, also when Discord is out of order first and Easel is restarted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin } = discord.world;
  const { card, copy, sent, post, line } = await shownEverywhere(world);
  expect(discord.message(line.id)?.embeds[0]?.thumbnail).toBeDefined();
  const question = await askToDelete(world, admin.id, card.id);
  for (const method of ['DELETE', 'PATCH'])
    discord.faults.answer({ method, route: /^\/channels/, times: Infinity }, { status: 503 });
  const answer = confirm(world, admin.id, question);
  await expect
    .poll(() => {
      world.clock.advance(500);
      return discord.message(question.message.id)?.content;
    })
    .toBe(ENGLISH.pictures.deletedSoon);
  await answer;
  expect(stands(world, card.message, copy, sent, post)).toEqual([true, true, true, true]);
  await world.stopEasel();
  discord.faults.clear();
  await world.startEasel();
  await untilGone(world, card.message, copy, sent, post);
  expect(await lineAfter(world, line)).toMatch(new RegExp(`deleted by <@${admin.id}>$`));
  await world.stopEasel();
  expect(await rowsLike(world, 'takedowns:*')).toEqual([]);
  expect(await rowsLike(world, 'copies:*')).toEqual([]);
});

test('what a channel refuses is asked for seldom, and holds up no other', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  const { atelier, member } = discord.world;
  const { card, copy, post, line } = await shownEverywhere(world);
  discord.hideChannelFromBot(atelier.secondChannelId);
  await deleteBy(world, member.id, card.id);
  await untilGone(world, copy);
  const refused = () => discord.requests.filter(({ status }) => status === 403).length;
  for (let minute = 0; minute < 60; minute += 1) {
    world.clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(refused()).toBeLessThan(20);
  expect(stands(world, post, line)).toEqual([true, true]);
});

test('after Discord’s own Delete Message the copies go as soon as anybody looks', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { secondMember } = discord.world;
  const { card, copy, sent, post, line } = await shownEverywhere(world);
  discord.deleteMessage(card.id);
  const seen = await openDetails(world, copy.id, secondMember.id);
  const details = await expectAnswer(discord, seen);
  expect(allTextOf(details)).not.toContain('http');
  await untilGone(world, copy, sent, post);
  expect(await lineAfter(world, line)).toMatch(/ · deleted$/);
});

test('who deletes their data leaves galleries and log channels, also over a restart', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const { card, copy, sent, post, line } = await shownEverywhere(world);
  for (const method of ['DELETE', 'PATCH'])
    discord.faults.answer({ method, route: /^\/channels/, times: Infinity }, { status: 503 });
  await erase(discord, member.id);
  await world.stopEasel();
  discord.faults.clear();
  await world.startEasel();
  await untilGone(world, post);
  expect(await lineAfter(world, line)).not.toContain('lighthouse');
  expect(stands(world, card.message, copy, sent)).toEqual([true, true, true]);
});

test('a card that was deleted while it ran still brings what its person wants in direct messages, and keeps it', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  const { member } = discord.world;
  await chooseDirect(world);
  service.planTasks({ durationMs: 60_000 });
  const id = await ask(world, 'a slow fox');
  await expectText(discord, id, ENGLISH.card.painting(''));
  discord.deleteMessage(id);
  world.clock.advance(60_000);
  const sent = () => discord.messagesIn(member.directChannelId).find((one) => picturesOf(one) === 1);
  await discord.until(sent, { what: 'the direct message' });
  await expectAllClosed(world);
  const { message: history } = await typeCommand(world, 'history');
  expect(allTextOf(history)).toContain('· deleted ·');
  await world.restart();
  expect(sent()).toBeDefined();
});
