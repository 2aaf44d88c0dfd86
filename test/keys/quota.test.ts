import { expect, test, vi } from 'vitest';
import { customId, type CustomId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { ask, expectPainted } from '../world/asking.ts';
import { HOUR_MS, MINUTE_MS } from '../world/durations.ts';
import { SERVER_KEY, keyStatus, setKey, startWithQuota } from '../world/keys.ts';
import { customIdsOf, expectText, said, textOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';

const USED_UP = ENGLISH.card.failures.quota[0];
const TRIED_LATER = errorText('quota-used-up', { reopensAt: 0 }).replace(/<t:.*/, '<t:');

test('when the quota is used up, what waits is refused at once and nothing more is submitted', async () => {
  const { discord, service } = await startWithQuota(0, { env: { ACCOUNT_CONCURRENCY: '1' } });
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const ids = [await ask({ discord }, 'request 0')];
  await service.until(() => held.waiting === 1, { what: 'a submission that hangs', timeoutMs: 20_000 });
  for (const index of [1, 2, 3, 4]) ids.push(await ask({ discord }, `request ${index}`));
  held.release();
  for (const id of ids) await expectText(discord, id, USED_UP);
  expect(service.submissions).toHaveLength(1);
  const late = await ask({ discord }, 'too late');
  expect(said(discord, late)).toContain(TRIED_LATER);
  expect(discord.message(late)?.ephemeralTo).toBe(discord.world.member.id);
  expect(service.submissions).toHaveLength(1);
});

test('it stays so over a restart, for what waited too', async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  await world.restart();
  expect(said(discord, await ask({ discord }, 'after the restart'))).toContain(USED_UP);
  expect(service.submissions).toHaveLength(1);
});

test('after a minute a single trial goes out; without quota it closes for longer', async () => {
  const world = await startWithQuota(0);
  const { discord, service, clock } = world;
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  clock.advance(MINUTE_MS);
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const trial = await ask({ discord }, 'the trial');
  await service.until(() => held.waiting === 1, { what: 'the trial', timeoutMs: 20_000 });
  expect(said(discord, await ask({ discord }, 'beside the trial'))).toContain(
    errorText('quota-used-up', { reopensAt: undefined }),
  );
  held.release();
  await expectText(discord, trial, USED_UP);
  clock.advance(MINUTE_MS);
  expect(said(discord, await ask({ discord }, 'after the trial'))).toContain(TRIED_LATER);
  expect(service.submissions).toHaveLength(2);
});

test('a trial that goes well opens the account for all, also after a restart', async () => {
  const world = await startWithQuota(0);
  const { discord, service, clock } = world;
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  service.setQuota('server', 10);
  clock.advance(HOUR_MS);
  await expectPainted({ discord }, 'the trial');
  await expectPainted({ discord }, 'as usual');
  await world.restart();
  await expectPainted({ discord }, 'still as usual');
});

test('a trial that is stopped before it left leaves its place to the next', async () => {
  const world = await startWithQuota(0, { env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service, clock } = world;
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  service.setQuota('server', 10);
  clock.advance(HOUR_MS);
  service.faults.order({ kind: 'rate-limit', operation: 'artgen.submit', retryAfter: 2 });
  const trial = await ask({ discord }, 'the trial');
  const stop =
    customIdsOf(discord.message(trial)).find((id) => id.startsWith('stop:' satisfies CustomId)) ?? '';
  await vi.waitFor(
    async () => {
      if (!said(discord, trial).includes(ENGLISH.card.stopped))
        await discord.as(discord.world.member.id).click(trial, stop);
      expect(said(discord, trial)).toContain(ENGLISH.card.stopped);
    },
    { timeout: 20_000 },
  );
  await expectPainted({ discord }, 'the next');
});

test('the next /key set opens it with a single trial', async () => {
  const { discord, service } = await startWithQuota(0);
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  service.setQuota('server', 1);
  await setKey(discord, SERVER_KEY);
  await expectPainted({ discord }, 'the trial');
  await expectText(discord, await ask({ discord }, 'one too many'), USED_UP);
  expect(service.submissions).toHaveLength(3);
});

test('the status says so, and its button opens it with a single trial, for those who manage the server', async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  const { admin, atelier } = discord.world;
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  await world.restart();
  const status = await keyStatus(discord);
  expect(textOf(status)).toContain(ENGLISH.key.quota);
  expect(customIdsOf(status)).toEqual(['try-quota:here']);
  const roles = atelier.guild.members.get(admin.id);
  const roleIds = roles?.roleIds ?? [];
  if (roles) roles.roleIds = [];
  const refused = await discord.as(admin.id).click(status.id, customId('try-quota', 'here'));
  expect(textOf(refused.message)).toContain(errorText('missing-right', { right: 'Manage Server' }));
  expect(said(discord, await ask({ discord }, 'still closed'))).toContain(USED_UP);
  if (roles) roles.roleIds = roleIds;
  service.setQuota('server', 10);
  const { message } = await discord.as(admin.id).click(status.id, customId('try-quota', 'here'));
  expect(textOf(message)).toContain(ENGLISH.key.reopened);
  await expectPainted({ discord }, 'the trial');
  expect(customIdsOf(await keyStatus(discord))).toEqual([]);
});

test("another server's account is not touched by it", async () => {
  const { discord, service } = await startWithQuota(0);
  const { member } = discord.world;
  service.openAccount({ name: 'own', key: 'own-key-of-a-person-1', quota: 10 });
  await setKey(discord, 'own-key-of-a-person-1', 'direct', member.id);
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  await expectPainted({ discord }, 'elsewhere', { place: 'direct' });
});

test('what was refused for want of quota is given back', async () => {
  const { discord } = await startWithQuota(0);
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  expect(textOf(await keyStatus(discord))).toContain('Used today: **0** requests');
});

test('admins are told once, in the log channel, with a button that only they can use', async () => {
  const world = await startWithQuota(0);
  const { discord, clock, service } = world;
  const { admin, atelier, member } = discord.world;
  const panel = await discord.as(admin.id).slash(atelier.channelId, 'settings');
  await discord.as(admin.id).click(panel.message?.id ?? '', customId('settings-page', 'channels'));
  await discord
    .as(admin.id)
    .select(panel.message?.id ?? '', customId('settings', 'log-channel'), [atelier.secondChannelId]);
  const told = () =>
    discord
      .messagesIn(atelier.secondChannelId)
      .filter((message) => textOf(message).includes(ENGLISH.log.quota));
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  const message = await discord.until(() => told()[0], { what: 'a line in the log channel' });
  clock.advance(HOUR_MS);
  await expectText(discord, await ask({ discord }, 'the trial'), USED_UP);
  await world.restart();
  clock.advance(HOUR_MS);
  await expectText(discord, await ask({ discord }, 'another trial'), USED_UP);
  expect(told()).toHaveLength(1);
  const refused = await discord.as(member.id).click(message.id, customId('try-quota', 'here'));
  expect(textOf(refused.message)).toContain(errorText('missing-right', { right: 'Manage Server' }));
  expect(said(discord, await ask({ discord }, 'still closed'))).toContain(USED_UP);
  service.setQuota('server', 5);
  await discord.as(admin.id).click(message.id, customId('try-quota', 'here'));
  await expectPainted({ discord }, 'opened');
});
