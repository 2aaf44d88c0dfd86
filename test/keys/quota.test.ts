import { expect, test, vi } from 'vitest';
import { pictures, text, textOf } from '../world/world.ts';
import { buttonsOf, imagine, keyStatus, said, SERVER_KEY, setKey, startWithQuota } from './people.ts';
import { customId, type CustomId } from '../../src/messages/custom-id.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const USED_UP = 'quota is used up';

test('when the quota is used up, what waits is refused at once and nothing more is submitted', async () => {
  const { discord, service } = await startWithQuota(0, { env: { ACCOUNT_CONCURRENCY: '1' } });
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const ids = [await imagine(discord, 'request 0')];
  await service.until(() => held.waiting === 1, { what: 'a submission that hangs', timeoutMs: 5_000 });
  for (const index of [1, 2, 3, 4]) ids.push(await imagine(discord, `request ${index}`));
  held.release();
  for (const id of ids) await text(discord, id, USED_UP);
  expect(service.submissions).toHaveLength(1);
  const late = await imagine(discord, 'too late');
  expect(said(discord, late)).toContain('nothing is submitted for now. It is tried again <t:');
  expect(discord.message(late)?.ephemeralTo).toBe(discord.world.member.id);
  expect(service.submissions).toHaveLength(1);
});

test('it stays so over a restart, for what waited too', async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  await text(discord, await imagine(discord, 'finds out'), USED_UP);
  await world.restart();
  expect(said(discord, await imagine(discord, 'after the restart'))).toContain(USED_UP);
  expect(service.submissions).toHaveLength(1);
});

test('after a minute a single trial goes out; without quota it closes for longer', async () => {
  const world = await startWithQuota(0);
  const { discord, service, clock } = world;
  await text(discord, await imagine(discord, 'finds out'), USED_UP);
  clock.advance(MINUTE_MS);
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const trial = await imagine(discord, 'the trial');
  await service.until(() => held.waiting === 1, { what: 'the trial', timeoutMs: 5_000 });
  expect(said(discord, await imagine(discord, 'beside the trial'))).toContain('is being tried just now');
  held.release();
  await text(discord, trial, USED_UP);
  clock.advance(MINUTE_MS);
  expect(said(discord, await imagine(discord, 'after the trial'))).toContain('It is tried again <t:');
  expect(service.submissions).toHaveLength(2);
});

test('a trial that goes well opens the account for all, also after a restart', async () => {
  const world = await startWithQuota(0);
  const { discord, service, clock } = world;
  await text(discord, await imagine(discord, 'finds out'), USED_UP);
  service.setQuota('server', 10);
  clock.advance(HOUR_MS);
  await pictures(discord, await imagine(discord, 'the trial'), 4);
  await pictures(discord, await imagine(discord, 'as usual'), 4);
  await world.restart();
  await pictures(discord, await imagine(discord, 'still as usual'), 4);
});

test('a trial that is stopped before it left leaves its place to the next', async () => {
  const world = await startWithQuota(0, { env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service, clock } = world;
  await text(discord, await imagine(discord, 'finds out'), USED_UP);
  service.setQuota('server', 10);
  clock.advance(HOUR_MS);
  service.faults.order({ kind: 'rate-limit', operation: 'artgen.submit', retryAfter: 2 });
  const trial = await imagine(discord, 'the trial');
  const stop =
    buttonsOf(discord.message(trial)).find((id) => id.startsWith('stop:' satisfies CustomId)) ?? '';
  await vi.waitFor(
    async () => {
      const { message } = await discord.as(discord.world.member.id).click(trial, stop);
      expect(textOf(message)).toContain('Stopped');
    },
    { timeout: 5_000 },
  );
  await text(discord, trial, 'Stopped');
  await pictures(discord, await imagine(discord, 'the next'), 4);
});

test('the next /key set opens it with a single trial', async () => {
  const { discord, service } = await startWithQuota(0);
  await text(discord, await imagine(discord, 'finds out'), USED_UP);
  service.setQuota('server', 1);
  await setKey(discord, SERVER_KEY);
  await pictures(discord, await imagine(discord, 'the trial'), 4);
  await text(discord, await imagine(discord, 'one too many'), USED_UP);
  expect(service.submissions).toHaveLength(3);
});

test('the status says so, and its button opens it with a single trial, for those who manage the server', async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  const { admin, atelier } = discord.world;
  await text(discord, await imagine(discord, 'finds out'), USED_UP);
  await world.restart();
  const status = await keyStatus(discord);
  expect(textOf(status)).toContain('The quota is used up');
  expect(buttonsOf(status)).toEqual(['try-quota:here']);
  const roles = atelier.guild.members.get(admin.id);
  const roleIds = roles?.roleIds ?? [];
  if (roles) roles.roleIds = [];
  const refused = await discord.as(admin.id).click(status.id, customId('try-quota', 'here'));
  expect(textOf(refused.message)).toContain('Manage Server');
  expect(said(discord, await imagine(discord, 'still closed'))).toContain(USED_UP);
  if (roles) roles.roleIds = roleIds;
  service.setQuota('server', 10);
  const { message } = await discord.as(admin.id).click(status.id, customId('try-quota', 'here'));
  expect(textOf(message)).toContain('is tried');
  await pictures(discord, await imagine(discord, 'the trial'), 4);
  expect(buttonsOf(await keyStatus(discord))).toEqual([]);
});

test("another server's account is not touched by it", async () => {
  const { discord, service } = await startWithQuota(0);
  const { member } = discord.world;
  service.openAccount({ name: 'own', key: 'own-key-of-a-person-1', quota: 10 });
  await setKey(discord, 'own-key-of-a-person-1', 'direct', member.id);
  await text(discord, await imagine(discord, 'finds out'), USED_UP);
  await pictures(discord, await imagine(discord, 'elsewhere', 'direct'), 4);
});

test('what was refused for want of quota is given back', async () => {
  const { discord } = await startWithQuota(0);
  await text(discord, await imagine(discord, 'finds out'), USED_UP);
  expect(textOf(await keyStatus(discord))).toContain('Spent today: **0** jobs');
});

test('admins are told once, in the log channel, with a button that only they can use', async () => {
  const world = await startWithQuota(0);
  const { discord, clock, service } = world;
  const { admin, atelier, member } = discord.world;
  const panel = await discord.as(admin.id).slash(atelier.channelId, 'settings panel');
  await discord.as(admin.id).click(panel.message?.id ?? '', customId('settings-page', 'channels'));
  await discord
    .as(admin.id)
    .select(panel.message?.id ?? '', customId('settings', 'log-channel'), [atelier.secondChannelId]);
  const told = () =>
    discord
      .messagesIn(atelier.secondChannelId)
      .filter((message) => textOf(message).includes('the quota of the API key is used up'));
  await text(discord, await imagine(discord, 'finds out'), USED_UP);
  const message = await discord.until(() => told()[0], { what: 'a line in the log channel' });
  clock.advance(HOUR_MS);
  await text(discord, await imagine(discord, 'the trial'), USED_UP);
  await world.restart();
  clock.advance(HOUR_MS);
  await text(discord, await imagine(discord, 'another trial'), USED_UP);
  expect(told()).toHaveLength(1);
  const refused = await discord.as(member.id).click(message.id, customId('try-quota', 'here'));
  expect(textOf(refused.message)).toContain('Manage Server');
  expect(said(discord, await imagine(discord, 'still closed'))).toContain(USED_UP);
  service.setQuota('server', 5);
  await discord.as(admin.id).click(message.id, customId('try-quota', 'here'));
  await pictures(discord, await imagine(discord, 'opened'), 4);
});
