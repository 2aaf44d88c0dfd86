import { describe, expect, test } from 'vitest';
import type { Discord, Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { blockPerson, changeBlocklist, openPanel, removeRule } from '../world/admin-panels.ts';
import { interact, press, type Asking } from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { forgeClick } from '../world/forging.ts';
import { allTextOf, customIdOf, expectPictures, expectRefusal, idOf, textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const { blocklist } = ENGLISH;
const blocked = (rule: string): string => errorText('blocked-prompt', { rule });

const request = (scene: Pick<World, 'discord'>, prompt: string, asking: Asking = {}) =>
  interact(scene, prompt, { command: 'gen', ...asking });

const refusalOf = async (world: World, prompt = 'a fox'): Promise<string> =>
  expectRefusal(await request(world, prompt));

const expectAllowed = async (world: World, prompt = 'a fox', asking: Asking = {}): Promise<void> => {
  await expectPictures(world.discord, idOf(await request(world, prompt, asking)), 1);
};

/** What the list shows. */
const shown = async (scene: Pick<World, 'discord'>): Promise<string> =>
  allTextOf(await openPanel(scene, 'blocklist'));

const menuOf = (message: Message | undefined): string[] =>
  (message?.components[0]?.components?.[0]?.options ?? []).map(({ label }) => label);

const showToAll = (discord: Discord): void => {
  for (const command of discord.commands()) command.default_member_permissions = null;
};

describe('a rule', () => {
  test('refuses privately and by its name, in every way to ask, and nothing of the prompt leaves', async () => {
    const world = await startWorld();
    const { service, log, restart } = world;
    expect(await changeBlocklist(world, { rules: 'Nude' })).toContain(blocklist.added(1, 0));
    await restart();
    const secret = 'marmalade-palace';
    for (const command of ['imagine', 'gen'] as const) {
      const result = await interact(world, `a NUDÉ in a ${secret}`, { command });
      expect(expectRefusal(result)).toContain(blocked('Nude'));
    }
    await expectAllowed(world);
    expect(service.submissions.map(({ body }) => body)).toEqual([{ prompt: 'Draw: a fox' }]);
    expect(JSON.stringify(service.calls)).not.toContain(secret);
    expect(log.join('')).not.toContain(secret);
  });

  test('also stops what was painted before from being repeated or edited', async () => {
    const world = await startWorld();
    const { discord, service } = world;
    const mona = discord.as(discord.world.member.id);
    const id = idOf(await request(world, 'a fox'));
    await expectPictures(discord, id, 1);
    await changeBlocklist(world, { rules: 'fox\nwolf' });
    const again = await mona.click(id, customIdOf(discord.message(id), 'again'));
    expect(textOf(again.message)).toContain(blocked('fox'));
    const form = await mona.click(id, customIdOf(discord.message(id), 'edit-prompt'));
    const refused = await mona.submitModal(form.modal!, { prompt: 'a wolf' });
    expect(textOf(refused.message)).toContain(blocked('wolf'));
    expect(service.submissions).toHaveLength(1);
  });

  test('holds in its server alone', async () => {
    const world = await startWorld();
    await changeBlocklist(world, { rules: 'fox' });
    await expectAllowed(world, 'a fox', { channelId: world.discord.world.gallery.channelId });
    await expectAllowed(world, 'a fox', { place: 'direct' });
  });

  test('stands once, however it is typed, and goes when it is picked from the list', async () => {
    const world = await startWorld();
    await changeBlocklist(world, { rules: 'dead body\n!dead body of water' });
    expect(await changeBlocklist(world, { rules: 'Dead  BODY' })).toContain(blocklist.known(1));
    expect(await refusalOf(world, 'a dead body')).toContain('dead body');
    expect(await removeRule(world, 'dead body')).toContain(blocklist.removed.rules('`dead body`'));
    await expectAllowed(world, 'a dead body');
    expect(await removeRule(world, 'dead body of water')).toContain(blocklist.empty);
  });

  test("that can't be one is explained, and isn't added", async () => {
    const world = await startWorld();
    const add = (rules: string) => changeBlocklist(world, { rules });
    for (const rule of ['/nud(e|ity)/', '/nude/i', '/nude'])
      for (const line of [rule, `!${rule}`])
        expect(await add(line)).toContain(errorText('not-a-rule', { rule, limit: 200 }));
    expect(await add('?!')).toContain(errorText('not-a-rule', { rule: '?!', limit: 200 }));
    expect(await shown(world)).toContain(blocklist.empty);
  });

  test('can be tried without asking for a picture', async () => {
    const world = await startWorld();
    await changeBlocklist(world, { rules: 'word 39\n!nudibranch\nnud*' });
    const found = await changeBlocklist(world, { prompt: 'word 39 is here' });
    expect(found).toContain(blocklist.blocked('`word 39`'));
    expect(await changeBlocklist(world, { prompt: 'a nudibranch' })).toContain(blocklist.allowed);
    expect(world.service.calls).toEqual([]);
  });
});

describe('the list', () => {
  test('shows rules, exceptions and who is blocked until when and why, harmless', async () => {
    const world = await startWorld();
    const { secondMember } = world.discord.world;
    await changeBlocklist(world, { rules: '@everyone *x*\n!nude mouse' });
    await blockPerson(world, secondMember.id, { reason: '*spam* @everyone' });
    const list = await shown(world);
    expect(list).toContain('- `@everyone *x*`');
    expect(list).toContain(`**${blocklist.lists.exceptions}**\n- \`nude mouse\``);
    expect(list).toContain(`<@${secondMember.id}> ${blocklist.end(undefined)} · \`*spam* @everyone\``);
  });

  test('that is long has pages, and an end', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { admin } = discord.world;
    const add = (count: number, rule: (index: number) => string) =>
      changeBlocklist(world, { rules: Array.from({ length: count }, (_, index) => rule(index)).join('\n') });
    expect(await add(30, (index) => `word ${index}`)).toContain(blocklist.added(30, 0));
    expect(await add(31, (index) => `word ${index}`)).toContain(
      `${blocklist.added(1, 0)}\n${blocklist.known(30)}`,
    );
    const panel = await openPanel(world, 'blocklist');
    expect(menuOf(panel)).toHaveLength(25);
    await press(discord, admin.id, panel.id, blocklist.next);
    expect(menuOf(discord.message(panel.id))).not.toEqual(menuOf(panel));
    for (const letter of ['w', 'v']) await add(330, (index) => letter + String(index));
    expect(await add(330, (index) => `u${String(index)}`)).toContain(
      errorText('blocklist-full', { what: 'rules', limit: 1_000 }),
    );
    const fill = (letter: string) => add(25, (index) => `${index} ${letter.repeat(150)}`);
    await fill('a');
    expect(await fill('b')).toContain(errorText('blocklist-full', { what: 'letters', limit: 10_000 }));
    expect(await shown(world)).not.toContain('bbb');
  });
});

describe('a blocked person', () => {
  test('is told why, and asks for nothing until they are unblocked, also after a restart', async () => {
    const world = await startWorld();
    const { member } = world.discord.world;
    const told = await blockPerson(world, member.id, { reason: 'spam' });
    expect(told).toContain(blocklist.banned(`<@${member.id}>`, undefined));
    await world.restart();
    expect(await refusalOf(world)).toContain(errorText('banned', { until: undefined, reason: 'spam' }));
    expect(world.service.submissions).toEqual([]);
    expect(await blockPerson(world, member.id)).toContain(blocklist.unbanned(`<@${member.id}>`));
    await expectAllowed(world);
  });

  test('may ask again when the time is over', async () => {
    const world = await startWorld();
    const { clock, discord } = world;
    const before = clock.now();
    expect(await blockPerson(world, discord.world.member.id, { time: 'week' })).toContain('until <t:');
    const refusal = await refusalOf(world);
    expect(refusal).toContain('until <t:');
    expect(refusal).not.toContain('Reason');
    clock.advance(before + 7 * DAY_MS - clock.now() - 5_000);
    expect(await refusalOf(world)).toContain('until <t:');
    clock.advance(65_000);
    await expectAllowed(world);
    expect(await shown(world)).toContain(blocklist.empty);
  });
});

test("nothing of it does anything for somebody who can't manage the server", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const mona = discord.as(member.id);
  await changeBlocklist(world, { rules: 'fox' });
  showToAll(discord);
  const missing = errorText('missing-right', { right: 'Manage Server' });
  const { message } = await mona.slash(atelier.channelId, 'blocklist');
  expect(textOf(message)).toContain(missing);
  for (const action of ['blocklist', 'blocklist-add'] as const)
    expect(textOf((await forgeClick(mona, message?.id ?? '', customId(action, 'panel'))).message)).toContain(
      missing,
    );
  for (const action of ['blocklist-remove', 'blocklist-person'] as const) {
    // No menu offered that.
    const answer = await forgeClick(mona, message?.id ?? '', customId(action, 'panel', 1), [member.id]);
    expect(textOf(answer.message)).toContain(errorText('command-changed'));
  }
  expect(await shown(world)).toContain('- `fox`');
});
