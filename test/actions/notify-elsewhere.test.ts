import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, expectLogged, expectOpenJobs, pollsOf, typeCommand, type Asking } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import {
  allTextOf,
  customIdOf,
  expectPictures,
  expectText,
  labelsOf,
  picturesOf,
} from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

/** A member who wants to be mentioned, and a request of theirs that takes so long. */
const startMentioned = async (durationMs: number, asking: Asking = {}) => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  const { message } = await typeCommand(world, 'defaults');
  await discord.as(member.id).click(message?.id ?? '', customIdOf(message, 'default', 'mention'));
  service.planTasks({ durationMs });
  const id = await ask(world, 'a slow fox', { command: 'gen', ...asking });
  await expectText(discord, id, ENGLISH.card.painting(''));
  return { world, id };
};

const expectCopy = async ({ discord }: World): Promise<void> => {
  const sent = () => discord.messagesIn(discord.world.member.directChannelId);
  await discord.until(() => sent().some((message) => picturesOf(message) === 1), {
    what: 'a copy',
  });
  expect(allTextOf(sent()[0])).toContain('a slow fox');
  expect(sent()).toHaveLength(1);
};

test('who wants a mention for a private request whose token has ended gets the pictures in direct messages', async () => {
  const { world } = await startMentioned(20 * MINUTE_MS, { options: { private: true } });
  const { discord, service, clock } = world;
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  clock.advance(16 * MINUTE_MS);
  const isParked = () => world.log.some((line) => line.includes('"delivered":"parked"'));
  await expect.poll(() => isParked() || clock.advance(MINUTE_MS)).toBe(true);
  await expectCopy(world);
  const { atelier } = discord.world;
  expect(discord.messagesIn(atelier.channelId).filter(({ ephemeralTo }) => ephemeralTo === null)).toEqual([]);
});

test('who wants a mention under a card that is gone gets the pictures in direct messages', async () => {
  const { world, id } = await startMentioned(MINUTE_MS);
  world.discord.deleteMessage(id);
  world.clock.advance(MINUTE_MS);
  await expectCopy(world);
  await expectOpenJobs(world, 0);
});

test('where the bot can write no message of its own, no mention is offered, and one that was chosen follows by token', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { member, secondMember } = discord.world;
  member.user.hasInstalledApplication = true;
  const memberIds = [member.id, secondMember.id];
  const { channelId } = discord.addGuild({ name: 'Elsewhere', memberIds, withBot: false });
  const { message } = await typeCommand(world, 'defaults');
  await discord.as(member.id).click(message?.id ?? '', customIdOf(message, 'default', 'mention'));
  service.planTasks({ durationMs: MINUTE_MS });
  const id = await ask(world, 'a slow fox', { channelId });
  await expectText(discord, id, ENGLISH.card.painting(''));
  expect(labelsOf(discord.message(id)).flat()).not.toContain('Mention me: off');
  expect(labelsOf(discord.message(id)).flat()).toContain('DM me: off');
  clock.advance(MINUTE_MS);
  await expectPictures(discord, id, 4);
  await expectLogged(world, '"delivered":"delivered"');
  await discord.until(
    () => discord.messagesIn(channelId).some(({ content }) => content.startsWith(`<@${member.id}>`)),
    { what: 'a mention' },
  );
});
