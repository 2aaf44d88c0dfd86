import { expect, test } from 'vitest';
import { Permission, type Discord } from '../../sandbox/discord/index.ts';
import { startWorld } from '../world/world.ts';
import {
  ask,
  expectJobList,
  expectLogged,
  expectOpenJobs,
  expectPainted,
  listJobs,
  openJobs,
  pollsOf,
  press,
  requestsOf,
} from '../world/asking.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { allTextOf, customIdOf, expectPictures, labelsOf, picturesOf } from '../world/messages.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { eventually } from '../world/eventually.ts';
import { openSettings } from '../world/admin-panels.ts';

const EDIT = { method: 'PATCH' };

test('a final edit that Discord answers with 500 is repeated until it is taken, with one line in the log', async () => {
  const world = await startWorld();
  const { discord } = world;
  discord.faults.answer({ ...EDIT, times: 3 }, { status: 500 });
  const id = await ask(world, 'thrice refused');
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  expect(requestsOf(discord, 'PATCH', /./).map(({ status }) => status)).toEqual([500, 500, 500, 200]);
  expect(world.log.filter((line) => line.includes('final edit'))).toHaveLength(1);
});

test('a 429 is waited for as long as Discord says', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  discord.faults.rateLimit(EDIT, { retryAfterS: 1.5 });
  const id = await ask(world, 'not so fast');
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  const [refused, taken, ...more] = requestsOf(discord, 'PATCH', /./);
  expect([refused?.status, taken?.status, more]).toEqual([429, 200, []]);
  expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(1_490);
});

test('a block of this machine that outlasts every way to show a result loses nothing', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, clock } = world;
  const block = { status: 403, body: '<html>blocked</html>', headers: { 'content-type': 'text/html' } };
  discord.faults.answer({ ...EDIT, times: Infinity }, block);
  await ask(world, 'a fox');
  const blocked = () => requestsOf(discord, 'PATCH', /./).filter(({ status }) => status === 403).length;
  // Each of the four ways, a progress edit, and one more.
  await eventually(() => {
    clock.advance(1_000);
    expect(blocked()).toBeGreaterThan(5);
  });
  discord.faults.clear();
  await eventually(async () => {
    clock.advance(1_000);
    expect(await openJobs(world)).toBe(0);
  });
});

test('a broken connection in the middle of a final edit loses nothing', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  discord.faults.cutOff(EDIT);
  discord.faults.refuse(EDIT);
  const id = await ask(world, 'cut and refused');
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  expect(discord.messagesIn(discord.world.atelier.channelId)).toHaveLength(1);
});

test('a final edit that hangs holds up nobody else, and arrives in the end', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  const held = discord.faults.hang(EDIT);
  const stuck = await ask(world, 'stuck');
  await expect.poll(() => held.waiting).toBe(1);
  const free = await ask(world, 'free');
  await expectPictures(discord, free, 4);
  held.release();
  await expectPictures(discord, stuck, 4);
});

test('a deleted message ends its job quietly', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  const { member, atelier } = discord.world;
  const id = await ask(world, 'deleted meanwhile');
  discord.deleteMessage(id);
  await expectOpenJobs(world, 0);
  expect(labelsOf(await listJobs(discord, member.id, atelier.channelId)).flat()).not.toContain('Refresh');
  const polls = pollsOf(world).length;
  await expectPainted(world, 'another');
  await expectOpenJobs(world, 0);
  const deleted = service.tasks.find(({ body }) => body.prompt === 'deleted meanwhile')?.taskId ?? '';
  const later = pollsOf(world).slice(polls);
  expect(later.flatMap(({ taskIds }) => taskIds ?? [])).not.toContain(deleted);
  const final = requestsOf(discord, 'PATCH', /./).filter(({ files }) => files.length > 0);
  expect(final.map(({ status }) => status)).toEqual([404, 200]);
});

test('a deleted channel ends its job quietly', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  const { guild } = discord.world.atelier;
  const { id: channelId } = discord.addChannel(guild.id, 'short-lived');
  service.planTasks({ durationMs: 500 });
  await ask(world, 'nowhere to go', { channelId });
  discord.deleteChannel(channelId);
  await expectOpenJobs(world, 0);
});

test('in a channel that was closed to the bot the result is parked, which its person is told, and /history brings it', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  const { atelier, member } = discord.world;
  service.planTasks({ durationMs: 500 });
  await ask(world, 'shut out');
  discord.hideChannelFromBot(atelier.channelId);
  discord.expireAllTokens();
  const list = await expectJobList(discord, member.id, atelier.secondChannelId, "can't be reached");
  const [copy] = discord.messagesIn(member.directChannelId);
  expect(copy?.content).toMatch(
    /^We couldn't show this where you asked for it, so it's here\.\nOriginal: https:/,
  );
  expect(picturesOf(copy)).toBe(1);
  const polls = pollsOf(world).length;
  const { message } = await press(discord, member.id, list.id, 'Bring no. 1 here');
  await expectPictures(discord, message?.id ?? '', 4);
  await expectOpenJobs(world, 0);
  expect(pollsOf(world)).toHaveLength(polls);
});

const inThread = async (close: (discord: Discord, threadId: string) => void) => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  const { id: threadId } = discord.addThread(discord.world.atelier.channelId, 'a thread');
  service.planTasks({ durationMs: 500 });
  const id = await ask(world, 'in a thread', { channelId: threadId });
  discord.expireAllTokens();
  discord.archiveThread(threadId);
  close(discord, threadId);
  return { world, discord, threadId, id };
};

test('in an archived thread the result is a new message that answers the card, and opens the thread', async () => {
  const { world, discord, threadId, id } = await inThread(() => undefined);
  const reply = await discord.until(
    () => discord.messagesIn(threadId).find(({ id: other }) => other !== id),
    { what: 'a new message' },
  );
  expect(reply.message_reference?.message_id).toBe(id);
  await expectPictures(discord, reply.id, 4);
  await expectOpenJobs(world, 0);
  expect(discord.messagesIn(threadId)).toHaveLength(2);
  expect(discord.channel(threadId)?.archived).toBe(false);
});

test('where the bot may not read what stands there, the new message comes as a plain one', async () => {
  const { world, discord, threadId, id } = await inThread((the) => {
    const { channelId } = the.world.atelier;
    const deny = Permission.ReadMessageHistory;
    the.setOverwrite(channelId, { id: the.applicationId, type: 'member', allow: 0n, deny });
  });
  const posted = await discord.until(
    () => discord.messagesIn(threadId).find(({ id: other }) => other !== id),
    { what: 'a new message' },
  );
  expect(posted.message_reference).toBeUndefined();
  await expectPictures(discord, posted.id, 4);
  await expectOpenJobs(world, 0);
});

test('a new message whose confirmation is lost stands there once', async () => {
  const { world, discord, threadId } = await inThread((the) => {
    the.faults.cutOff({ method: 'POST', route: /channels\/\d+\/messages$/ });
  });
  await expectOpenJobs(world, 0);
  expect(discord.messagesIn(threadId)).toHaveLength(2);
});

test('a new message that is under way while the pictures are deleted goes as well', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  const { admin, atelier } = discord.world;
  const panel = await openSettings(discord, 'channels');
  await discord.as(admin.id).select(panel, customId('settings', 'log-channel'), [atelier.secondChannelId]);
  const { id: threadId } = discord.addThread(atelier.channelId, 'a thread');
  service.planTasks({ durationMs: 500 });
  const held = discord.faults.hang({ method: 'POST', route: new RegExp(`channels/${threadId}/messages$`) });
  await ask(world, 'in a thread', { channelId: threadId });
  discord.expireAllTokens();
  discord.archiveThread(threadId);
  await expect.poll(() => held.waiting).toBe(1);
  const line = await discord.until(
    () => discord.messagesIn(atelier.secondChannelId).find((one) => allTextOf(one).includes('done in')),
    { what: 'the line in the log channel' },
  );
  const asked = await discord.as(admin.id).click(line.id, customIdOf(line, 'log-delete'));
  await discord.as(admin.id).click(asked.message?.id ?? '', customIdOf(asked.message, 'delete-card'));
  held.release();
  await expectOpenJobs(world, 0);
  await discord.until(() => discord.messagesIn(threadId).every((one) => picturesOf(one) === 0), {
    what: 'the new message to go',
  });
});

test('in a locked thread the result is parked, and /history says so and brings it', async () => {
  const { world, discord, threadId } = await inThread((the, channelId) => {
    the.lockThread(channelId);
  });
  await expectLogged(world, '"delivered":"parked"');
  expect(discord.messagesIn(threadId)).toHaveLength(1);
  expect(await openJobs(world)).toBe(1);
  const { atelier, member } = discord.world;
  const list = await expectJobList(discord, member.id, atelier.secondChannelId, ENGLISH.history.parked);
  const { message } = await press(discord, member.id, list.id, 'Bring no. 1 here');
  await expectPictures(discord, message?.id ?? '', 4);
  await expectOpenJobs(world, 0);
});
