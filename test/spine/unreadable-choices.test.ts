import { describe, expect, test } from 'vitest';
import type { InteractionResult } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { openPanel, openSettings, setNumbers } from '../world/admin-panels.ts';
import { expectLogged, expectOpenJobs, expectPainted, interact, typeCommand } from '../world/asking.ts';
import { expectAnswer, textOf } from '../world/messages.ts';
import { BROKEN, rowsLike, withRows } from '../world/stored-rows.ts';
import { errorText } from '../world/words.ts';
import { startWorld, type World } from '../world/world.ts';

// Several starts take their time on a busy machine.
const refusalOf = async (world: World): Promise<string | undefined> =>
  (await interact(world, 'a fox')).message?.content;

const ROW_NAMES = {
  settings: 'guilds',
  limits: 'limits',
  blocklist: 'blocklists',
  defaults: 'people',
} as const;
type Choices = keyof typeof ROW_NAMES;

/** Makes the row unreadable in which an admin or the member chose something. */
const breakRow = async (world: World, of: Choices): Promise<void> => {
  await world.stopEasel();
  const { member, atelier } = world.discord.world;
  const key = of === 'defaults' ? member.id : atelier.guild.id;
  await withRows(world, { [`${ROW_NAMES[of]}:${key}`]: BROKEN });
  await world.startEasel();
};

const withUnreadable = async (of: Choices): Promise<World> => {
  const world = await startWorld();
  await breakRow(world, of);
  return world;
};

/** Nothing was paid for, each refusal names the way out, and what could not be read is kept. */
const expectWayOut = async (of: Choices, wayOut: (world: World) => Promise<unknown>): Promise<void> => {
  const world = await withUnreadable(of);
  expect(await refusalOf(world)).toBe(errorText('unreadable-choices', { of }));
  expect(world.service.submissions).toEqual([]);
  await wayOut(world);
  await expectPainted(world, 'a hare');
  await expectOpenJobs(world, 0);
  expect(world.log.join('')).not.toContain('a command failed');
  await world.stopEasel();
  expect(await rowsLike(world, `unreadable:${ROW_NAMES[of]}:*`)).toEqual([{ value: BROKEN }]);
};

test("a reaction in a server whose settings can't be read does nothing, without an error each time", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, atelier } = discord.world;
  const id = await expectPainted(world, 'a fox');
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  await withRows(world, { [`guilds:${atelier.guild.id}`]: BROKEN });
  await world.startEasel();
  discord.as(member.id).react(id, '🔄');
  await expectLogged(world, "can't read a stored row");
  expect(await refusalOf(world)).toBe(errorText('unreadable-choices', { of: 'settings' }));
  expect(world.log.join('')).not.toContain("couldn't handle a reaction");
  expect(world.service.submissions).toHaveLength(1);
});

const { unreadable } = ENGLISH.panels;

describe('where the row of what people chose is unreadable', () => {
  test("nothing is submitted until an admin has replaced the server's settings", () =>
    expectWayOut('settings', async (world) => {
      const { discord } = world;
      const { admin } = discord.world;
      const id = await openSettings(discord);
      expect(discord.message(id)?.content).toBe(unreadable);
      await discord.as(admin.id).click(id, customId('settings-replace', 'panel'));
      expect(discord.message(id)?.content).toBe('');
      await expectLogged(world, ENGLISH.log.changes.replaced.settings);
    }));

  test("nothing is submitted until an admin has replaced the server's limits", () =>
    expectWayOut('limits', async (world) => {
      const { discord } = world;
      const { id, content } = await openPanel(world, 'limits');
      expect(content).toBe(unreadable);
      await discord.as(discord.world.admin.id).click(id, customId('limits-replace', 'panel'));
      await expectLogged(world, ENGLISH.log.changes.replaced.limits);
      expect(await setNumbers(world, { personDaily: '7' })).toContain('**7**');
    }));

  test('nothing is submitted until an admin has added to the blocklist; bans leave it as it is', () =>
    expectWayOut('blocklist', async (world) => {
      const { admin, member } = world.discord.world;
      const asAdmin = { personId: admin.id };
      const refusal = errorText('unreadable-choices', { of: 'blocklist' });
      for (const command of ['blocklist bar', 'blocklist unbar']) {
        const { message } = await typeCommand(world, command, { person: member.id }, asAdmin);
        expect(message?.content).toBe(refusal);
      }
      expect(await refusalOf(world)).toBe(refusal);
      await typeCommand(world, 'blocklist add', { rule: 'a weasel' }, asAdmin);
    }));

  test('nothing is submitted for a person until they have replaced their defaults', () =>
    expectWayOut('defaults', async (world) => {
      const { discord } = world;
      const { member, atelier } = discord.world;
      const typing = discord.as(member.id).autocomplete(atelier.channelId, 'imagine', 'preset', 'mor');
      expect((await typing).choices).toEqual([]);
      expect(world.log.join('')).not.toContain("couldn't handle an interaction");
      const { message } = await typeCommand(world, 'defaults');
      expect(message?.content).toBe(unreadable);
      const id = message?.id ?? '';
      await discord.as(member.id).click(id, customId('defaults-replace', 'own'));
      expect(discord.message(id)?.content).toBe('');
    }));
});

/** Opens a panel, makes the row that it shows unreadable, and does something on the panel as if nothing had happened. */
const expectRefusedClick = async (
  of: Choices,
  open: (world: World) => Promise<string>,
  click: (world: World, panelId: string) => Promise<InteractionResult>,
): Promise<void> => {
  const world = await startWorld();
  const id = await open(world);
  const shown = world.discord.message(id);
  await breakRow(world, of);
  const { content } = await expectAnswer(world.discord, await click(world, id));
  expect(content).toBe(errorText('unreadable-choices', { of }));
  expect(world.discord.message(id)).toEqual(shown);
  await world.stopEasel();
  expect(await rowsLike(world, `${ROW_NAMES[of]}:*`)).toEqual([{ value: BROKEN }]);
};

describe('on a panel that was opened before its row became unreadable, a click does not replace the rest', () => {
  test('of the settings', () =>
    expectRefusedClick(
      'settings',
      ({ discord }) => openSettings(discord, 'people'),
      ({ discord }, id) =>
        discord.as(discord.world.admin.id).select(id, customId('settings', 'language'), ['de']),
    ));

  test('of the limits', () =>
    expectRefusedClick(
      'limits',
      async (world) => (await openPanel(world, 'limits')).id,
      ({ discord }, id) =>
        discord.as(discord.world.admin.id).select(id, customId('limits-exempt', 'panel'), []),
    ));

  test('of the defaults and presets', () =>
    expectRefusedClick(
      'defaults',
      async (world) => (await typeCommand(world, 'defaults')).message?.id ?? '',
      ({ discord }, id) =>
        discord.as(discord.world.member.id).select(id, customId('default', 'mode'), ['relaxed']),
    ));
});

test('what another admin has replaced meanwhile stays when it is replaced from a panel that says it is unreadable', async () => {
  const world = await withUnreadable('limits');
  const { discord } = world;
  const admin = discord.as(discord.world.admin.id);
  const { id: first } = await openPanel(world, 'limits');
  const { id: second } = await openPanel(world, 'limits');
  await admin.click(first, customId('limits-replace', 'panel'));
  await setNumbers(world, { personDaily: '7' });
  await admin.click(second, customId('limits-replace', 'panel'));
  expect(textOf(discord.message(second))).toContain('**7**');
});
