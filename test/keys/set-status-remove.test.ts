import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import {
  keyStatus,
  NEW_KEY,
  NO_SHARED_KEY,
  openAccounts,
  SERVER_KEY,
  setKey,
  startKeyed,
} from '../world/keys.ts';
import { ask, expectPainted, expectSubmissions } from '../world/asking.ts';
import { buttonsOf, customIdsOf, expectPictures, expectText, said, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

test('without any key a request is refused privately, with what to do', async () => {
  const { discord, service } = await startKeyed();
  const id = await ask({ discord }, 'a fox');
  expect(said(discord, id)).toContain('/key set');
  expect(discord.message(id)?.ephemeralTo).toBe(discord.world.member.id);
  const direct = await ask({ discord }, 'a fox', { place: 'direct' });
  expect(said(discord, direct)).toContain(errorText('no-key', { inServer: false }));
  expect(service.calls).toEqual([]);
});

test("a server's key pays for the pictures of its people, also after a restart", async () => {
  const world = await startKeyed();
  const { discord, service } = world;
  const { message } = await setKey(discord, SERVER_KEY);
  expect(textOf(message)).toContain(ENGLISH.key.set);
  expect(textOf(message)).toContain(ENGLISH.key.verdicts.accepted);
  expect(message?.ephemeralTo).toBe(discord.world.admin.id);
  await expectPainted({ discord }, 'before');
  await world.restart();
  await expectPainted({ discord }, 'after');
  expect(service.submissions.map(({ account }) => account)).toEqual(['server', 'server']);
});

test('one server has nothing of the key of another', async () => {
  const { discord, service } = await startKeyed();
  await setKey(discord, SERVER_KEY);
  const { gallery, member } = discord.world;
  const { message } = await discord.as(member.id).slash(gallery.channelId, 'imagine', { prompt: 'a fox' });
  expect(textOf(message)).toContain(errorText('no-key', { inServer: true }));
  expect(service.submissions).toEqual([]);
});

test('in direct messages a person sets their own key, which pays nowhere else', async () => {
  const { discord, service } = await startKeyed();
  const { member, secondMember } = discord.world;
  await setKey(discord, SERVER_KEY, 'direct', member.id);
  await expectPainted({ discord }, 'mine', { place: 'direct' });
  expect(
    said(discord, await ask({ discord }, 'theirs', { place: 'direct', personId: secondMember.id })),
  ).toContain(errorText('no-key', { inServer: false }));
  expect(said(discord, await ask({ discord }, 'in the server'))).toContain(
    errorText('no-key', { inServer: true }),
  );
  expect(service.submissions).toHaveLength(1);
  expect(textOf(await keyStatus(discord, 'direct', member.id))).toContain(ENGLISH.key.owner.person);
});

test("the server's key goes before the operator's", async () => {
  const { discord, service } = await startKeyed({});
  await expectPainted({ discord }, 'shared');
  await setKey(discord, SERVER_KEY);
  await expectPainted({ discord }, 'own');
  expect(service.submissions.map(({ account }) => account)).toEqual(['test', 'server']);
});

test('the status tells who set the key and when, its end, whether it works and what was spent', async () => {
  const { discord, service, clock } = await startKeyed();
  const setAt = Math.floor(clock.now() / 1_000);
  await setKey(discord, SERVER_KEY);
  await expectPainted({ discord }, 'one');
  const good = await keyStatus(discord);
  expect(good.ephemeralTo).toBe(discord.world.admin.id);
  expect(textOf(good)).toMatch(
    new RegExp(`Set by <@${discord.world.admin.id}> <t:${String(setAt).slice(0, 8)}\\d+:R>`),
  );
  expect(textOf(good)).toMatch(/Last four characters `1234`/);
  expect(textOf(good)).toContain(ENGLISH.key.verdicts.accepted);
  expect(textOf(good)).toContain('Used today: **1** request.');
  expect(textOf(good)).not.toContain(SERVER_KEY);
  service.closeAccount('server');
  expect(textOf(await keyStatus(discord))).toContain(ENGLISH.key.verdicts.refused);
  service.faults.order({ kind: 'status', status: 502, operation: 'artgen.job-status' });
  expect(textOf(await keyStatus(discord))).toContain(ENGLISH.key.verdicts['not-asked']);
});

test('what was spent today belongs to the present key, not to the one before', async () => {
  const world = await startKeyed();
  const { discord } = world;
  const used = async () => /Used today: \*\*(\d+)/.exec(textOf(await keyStatus(discord)))?.[1];
  await setKey(discord, SERVER_KEY);
  await expectPainted({ discord }, 'one');
  await expectPainted({ discord }, 'two');
  await setKey(discord, NEW_KEY);
  expect(await used()).toBe('0');
  await expectPainted({ discord }, 'three');
  expect(await used()).toBe('1');
  await world.restart();
  await setKey(discord, SERVER_KEY);
  expect(await used()).toBe('2');
});

test('a key is tested without costing anything', async () => {
  const { discord, service } = await startKeyed();
  await setKey(discord, SERVER_KEY);
  expect(service.calls.map(({ operation }) => operation)).toEqual(['artgen.job-status']);
  expect(service.accounts.find(({ name }) => name === 'server')?.quota).toBe(1_000);
});

test('a service that says nothing about the key leaves it unknown, and the key is kept', async () => {
  const world = await startWorld({ env: NO_SHARED_KEY, service: { unknownTasks: 'bad-request' } });
  openAccounts(world);
  const { message } = await setKey(world.discord, SERVER_KEY);
  expect(textOf(message)).toContain(ENGLISH.key.set);
  expect(textOf(message)).toContain(ENGLISH.key.verdicts['not-refused']);
});

test.each([401, 403, 400])(
  'a key that the service refuses with %i changes nothing',
  async (unknownKeyStatus) => {
    const world = await startWorld({ env: NO_SHARED_KEY, service: { unknownKeyStatus } });
    openAccounts(world);
    const { discord } = world;
    await setKey(discord, SERVER_KEY);
    const { message } = await setKey(discord, 'never-heard-of-this-key');
    expect(textOf(message)).toContain(errorText('refused-key'));
    expect(buttonsOf(message)[ENGLISH.key.form.title]).toBe(customId('set-key'));
    expect(textOf(await keyStatus(discord))).toContain('`1234`');
  },
);

test.each(['with a space in it', 'clé-avec-accent', 'two\nlines-of-it'])(
  '%j cannot be a key',
  async (entered) => {
    const { discord, service } = await startKeyed();
    const { message } = await setKey(discord, entered);
    expect(textOf(message)).toContain(errorText('unusable-key', { shortest: 8, longest: 512 }));
    expect(service.calls).toEqual([]);
  },
);

test('a job goes on with the key that it was submitted with, whatever is set or removed meanwhile, also after a restart', async () => {
  const world = await startKeyed(NO_SHARED_KEY, { isHurried: true });
  const { discord, service } = world;
  await setKey(discord, SERVER_KEY);
  service.planTasks({ durationMs: 2_500 }, 2);
  const first = await ask({ discord }, 'under the old key');
  await expectSubmissions({ service }, 1);
  await setKey(discord, NEW_KEY);
  const second = await ask({ discord }, 'under the new key');
  await expectSubmissions({ service }, 2);
  const { message } = await discord
    .as(discord.world.admin.id)
    .slash(discord.world.atelier.channelId, 'key remove');
  await discord.as(discord.world.admin.id).click(message?.id ?? '', customId('remove-key'));
  await world.restart();
  await expectPictures(discord, first, 4);
  await expectPictures(discord, second, 4);
  expect(service.submissions.map(({ account }) => account)).toEqual(['server', 'newer']);
  expect(said(discord, await ask({ discord }, 'under no key'))).toContain(
    errorText('no-key', { inServer: true }),
  );
});

test('removing asks once, and can be confirmed once', async () => {
  const { discord } = await startKeyed();
  const { admin, atelier } = discord.world;
  await setKey(discord, SERVER_KEY);
  const { message } = await discord.as(admin.id).slash(atelier.channelId, 'key remove');
  expect(textOf(message)).toContain(ENGLISH.key.question.server);
  expect(textOf(await keyStatus(discord))).toContain(ENGLISH.key.verdicts.accepted);
  const [confirm = ''] = customIdsOf(message);
  await discord.as(admin.id).click(message?.id ?? '', confirm);
  await expectText(discord, message?.id ?? '', ENGLISH.key.removed);
  expect(textOf(discord.message(message?.id ?? ''))).toContain(ENGLISH.key.paidByNone);
  expect(customIdsOf(discord.message(message?.id ?? ''))).toEqual([]);
  expect(textOf(await keyStatus(discord))).toContain(ENGLISH.key.noneAtAll);
  const again = await discord.as(admin.id).slash(atelier.channelId, 'key remove');
  expect(textOf(again.message)).toContain(ENGLISH.key.nothingToRemove);
});

test('the key is entered in a form, and no command has an option for it', async () => {
  const { discord } = await startKeyed();
  const command = discord.commands().find(({ name }) => name === 'key');
  expect(command?.default_member_permissions).toBe(String(1n << 5n));
  expect(command?.options.map((option) => ('options' in option ? option.options : undefined) ?? [])).toEqual([
    [],
    [],
    [],
  ]);
});

test('after the key was removed it is said that the operator pays, where they do', async () => {
  const { discord } = await startKeyed({});
  const { admin, atelier } = discord.world;
  await setKey(discord, SERVER_KEY);
  const { message } = await discord.as(admin.id).slash(atelier.channelId, 'key remove');
  const [confirm = ''] = customIdsOf(message);
  await discord.as(admin.id).click(message?.id ?? '', confirm);
  await expectText(discord, message?.id ?? '', ENGLISH.key.paidByOperator);
});

test('who may not manage the server is refused at each use, though the server shows the command', async () => {
  const { discord } = await startKeyed();
  const { admin, member, atelier } = discord.world;
  await setKey(discord, SERVER_KEY);
  const { message } = await discord.as(admin.id).slash(atelier.channelId, 'key remove');
  const { modal } = await discord.as(admin.id).slash(atelier.channelId, 'key set');
  Object.assign(discord.commands().find(({ name }) => name === 'key') ?? {}, {
    default_member_permissions: null,
  });
  for (const name of ['key set', 'key status', 'key remove']) {
    const result = await discord.as(member.id).slash(atelier.channelId, name);
    expect(textOf(result.message)).toContain(errorText('missing-right', { right: 'Manage Server' }));
    expect(result.message?.ephemeralTo).toBe(member.id);
  }
  const roles = atelier.guild.members.get(admin.id);
  if (roles) roles.roleIds = [];
  const clicked = await discord.as(admin.id).click(message?.id ?? '', customId('remove-key'));
  expect(textOf(clicked.message)).toContain(errorText('missing-right', { right: 'Manage Server' }));
  if (!modal) throw new Error('there is no form');
  const entered = await discord.as(admin.id).submitModal(modal, { key: NEW_KEY });
  expect(textOf(entered.message)).toContain(errorText('missing-right', { right: 'Manage Server' }));
});
