import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, expectPainted, expectSubmissions, press, promptsOf, submissionsOf } from '../world/asking.ts';
import { HOUR_MS, MINUTE_MS } from '../world/durations.ts';
import { SERVER_KEY, keyStatus, setKey, startWithQuota } from '../world/keys.ts';
import { customIdsOf, expectPictures, expectText, said, textOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';

/** The card of a request that waits begins with the same words. */
const GIVEN_UP = ENGLISH.card.failures.quota.advice;
const WAITS = ENGLISH.card.waitsBecause.quota;
const REFUSED = errorText('quota-used-up', undefined);
/** While the quota is used up, a newcomer is let through when the last try is this old. */
const NEWCOMER_AFTER_MS = 30_000;

test('when the quota is used up, what waits stays, and all of it goes once there is quota again', async () => {
  const world = await startWithQuota(0, { env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service, clock } = world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const ids = [await ask(world, 'request 0')];
  await service.until(() => held.waiting === 1, { what: 'a submission that hangs' });
  for (const index of [1, 2, 3]) ids.push(await ask(world, `request ${index}`));
  held.release();
  for (const id of ids) await expectText(discord, id, WAITS);
  expect(service.submissions).toHaveLength(1);
  service.setQuota('server', 10);
  clock.advance(5 * MINUTE_MS);
  for (const id of ids) await expectPictures(discord, id, 4);
  for (const index of [1, 2, 3]) expect(submissionsOf(world, `request ${index}`)).toHaveLength(1);
});

test('the next try is another person’s, be it one who came while the first was under way', async () => {
  const world = await startWithQuota(0, { env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service, clock } = world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const first = await ask(world, 'dear');
  await service.until(() => held.waiting === 1, { what: 'a submission that hangs' });
  const personId = discord.world.secondMember.id;
  for (const prompt of ['cheap', 'cheap, too']) await ask(world, prompt, { personId });
  held.release();
  await expectText(discord, first, WAITS);
  await expect
    .poll(() => {
      clock.advance(MINUTE_MS);
      return service.submissions.length;
    })
    .toBeGreaterThanOrEqual(3);
  expect(promptsOf(world).slice(0, 3)).toEqual(['dear', 'cheap', 'dear']);
});

test('a newcomer is told at once and nothing is submitted; one that comes half a minute later finds out', async () => {
  const world = await startWithQuota(0);
  const { discord, service, clock } = world;
  const first = await ask(world, 'finds out');
  await expectText(discord, first, WAITS);
  const refused = await ask(world, 'too late');
  expect(said(discord, refused)).toContain(REFUSED);
  expect(discord.message(refused)?.ephemeralTo).toBe(discord.world.member.id);
  expect(service.submissions).toHaveLength(1);
  clock.advance(NEWCOMER_AFTER_MS);
  const newcomer = await ask(world, 'half a minute later');
  await expectText(discord, newcomer, GIVEN_UP);
  await expectText(discord, first, WAITS);
  expect(service.submissions).toHaveLength(2);
  service.setQuota('server', 10);
  clock.advance(NEWCOMER_AFTER_MS);
  await expectPainted(world, 'after a refill');
  await expectPictures(discord, first, 4);
});

test('what waits for quota is stopped by its person, unpaid', async () => {
  const world = await startWithQuota(0);
  const { discord, service, clock } = world;
  const id = await ask(world, 'stopped');
  await expectText(discord, id, WAITS);
  await press(discord, discord.world.member.id, id, ENGLISH.card.buttons.stop);
  await expectText(discord, id, ENGLISH.card.stopped);
  service.setQuota('server', 10);
  clock.advance(5 * MINUTE_MS);
  await expectPainted(world, 'another');
  expect(submissionsOf(world, 'stopped')).toHaveLength(1);
});

test('after an hour without quota a request ends unpaid, and can be tried again', async () => {
  const world = await startWithQuota(0);
  const { discord, clock } = world;
  const id = await ask(world, 'an hour');
  await expectText(discord, id, WAITS);
  clock.advance(HOUR_MS + MINUTE_MS);
  await expectText(discord, id, GIVEN_UP);
  expect(customIdsOf(discord.message(id)).some((name) => name.startsWith('try-again:'))).toBe(true);
});

test('what waited goes on waiting over a restart, which costs one more unpaid try', async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  const id = await ask(world, 'over a restart');
  await expectText(discord, id, WAITS);
  await world.restart();
  await expectSubmissions(world, 2);
  await expectText(discord, id, WAITS);
  service.setQuota('server', 1);
  await setKey(discord, SERVER_KEY);
  await expectPictures(discord, id, 4);
});

test('the next /key set tries again at once', async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  const id = await ask(world, 'finds out');
  await expectText(discord, id, WAITS);
  service.setQuota('server', 1);
  await setKey(discord, SERVER_KEY);
  await expectPictures(discord, id, 4);
  expect(service.submissions).toHaveLength(2);
});

test('the status says so, and its button tries again at once, for those who manage the server', async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  const { admin, atelier } = discord.world;
  const id = await ask(world, 'finds out');
  await expectText(discord, id, WAITS);
  const status = await keyStatus(discord);
  expect(textOf(status)).toContain(ENGLISH.key.quota);
  expect(customIdsOf(status)).toEqual(['try-quota:here']);
  const roles = atelier.guild.members.get(admin.id);
  const roleIds = roles?.roleIds ?? [];
  if (roles) roles.roleIds = [];
  const refused = await discord.as(admin.id).click(status.id, customId('try-quota'));
  expect(textOf(refused.message)).toContain(errorText('missing-right', { right: 'Manage Server' }));
  expect(service.submissions).toHaveLength(1);
  if (roles) roles.roleIds = roleIds;
  service.setQuota('server', 10);
  const { message } = await discord.as(admin.id).click(status.id, customId('try-quota'));
  expect(textOf(message)).toContain(ENGLISH.key.reopened);
  await expectPictures(discord, id, 4);
  expect(customIdsOf(await keyStatus(discord))).toEqual([]);
});

test("another server's account is not touched by it", async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  const { member } = discord.world;
  service.openAccount({ name: 'own', key: 'own-key-of-a-person-1', quota: 10 });
  await setKey(discord, 'own-key-of-a-person-1', 'direct', member.id);
  await expectText(discord, await ask(world, 'finds out'), WAITS);
  await expectPainted(world, 'elsewhere', { place: 'direct' });
});

test('admins are told once of a quota that is used up, with a button that only they can use, and once of its end', async () => {
  const world = await startWithQuota(0);
  const { discord, clock, service } = world;
  const { admin, atelier, member } = discord.world;
  const panel = await discord.as(admin.id).slash(atelier.channelId, 'settings');
  await discord.as(admin.id).click(panel.message?.id ?? '', customId('settings-page', 'channels'));
  await discord
    .as(admin.id)
    .select(panel.message?.id ?? '', customId('settings', 'log-channel'), [atelier.secondChannelId]);
  const told = (text: string) =>
    discord.messagesIn(atelier.secondChannelId).filter((message) => textOf(message).includes(text));
  const id = await ask(world, 'finds out');
  await expectText(discord, id, WAITS);
  const { rests, recovered } = ENGLISH.log;
  const message = await discord.until(() => told(rests.quota)[0], { what: 'a line in the log channel' });
  clock.advance(2 * MINUTE_MS);
  await expectSubmissions(world, 2);
  const refused = await discord.as(member.id).click(message.id, customId('try-quota'));
  expect(textOf(refused.message)).toContain(errorText('missing-right', { right: 'Manage Server' }));
  service.setQuota('server', 5);
  await discord.as(admin.id).click(message.id, customId('try-quota'));
  await expectPictures(discord, id, 4);
  await discord.until(() => told(recovered.quota)[0], { what: 'the end in the log channel' });
  expect(told(rests.quota)).toHaveLength(1);
});
