import { describe, expect, test, vi } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { sealedRows } from '../keys/database.ts';
import { openPanel, openSettings, setNumbers } from '../world/admin-panels.ts';
import { ask, expectLogged, expectOpenJobs, expectPainted, interact, typeCommand } from '../world/asking.ts';
import { keyStatus, NEW_KEY, NO_SHARED_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { expectPictures, expectText, textOf } from '../world/messages.ts';
import { BROKEN, rowsLike, withRows } from '../world/stored-rows.ts';
import { errorText } from '../world/words.ts';
import { startWorld, type World } from '../world/world.ts';

// Several starts take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const refusalOf = async (world: World): Promise<string | undefined> =>
  (await interact(world, 'a fox')).message?.content;

test("a server whose key's row can't be read is not paid for by another key, and may set another", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await expectLogged(world, 'set an API key');
  await world.stopEasel();
  const owner = `keys:server:${discord.world.atelier.guild.id}`;
  await withRows(world, { [owner]: BROKEN });
  await world.startEasel();
  expect(await refusalOf(world)).toBe(errorText('unreadable-choices', { of: 'key' }));
  world.log.length = 0;
  await setKey(discord, SERVER_KEY);
  await expectLogged(world, 'set an API key');
  await expectPainted(world, 'with a key');
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  expect(await rowsLike(world, `unreadable:${owner}:*`)).toEqual([{ value: BROKEN }]);
});

test("a server whose key's row can't be read keeps no other server's old key in the store", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  const { admin, atelier } = discord.world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await world.stopEasel();
  const [[, value] = []] = await sealedRows(world);
  const first = { [`keys:${'0'.repeat(24)}`]: JSON.stringify({ value }) };
  await withRows(world, { ...first, [`keys:server:${atelier.guild.id}`]: BROKEN });
  await world.startEasel();
  await setKey(discord, SERVER_KEY, 'direct');
  await setKey(discord, NEW_KEY, 'direct');
  await expectLogged(world, 'removed an unused API key');
  await world.stopEasel();
  const owners = (await sealedRows(world)).map(([, row]) => row.kind === 'sealed' && row.owner);
  const server = `server:${atelier.guild.id}`;
  expect(owners.sort()).toEqual([`person:${admin.id}`, server, server].sort());
});

test("a request whose key is in a row that can't be read is refused, and waits for nothing", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await world.stopEasel();
  const [[keyRef] = ['']] = await sealedRows(world);
  await withRows(world, { [`keys:${keyRef}`]: BROKEN });
  await world.startEasel();
  await expectText(discord, await ask(world, 'without a key'), ENGLISH.card.failures['key-gone'][0]);
  await expectOpenJobs(world, 0);
  expect(textOf(await keyStatus(discord))).toContain(ENGLISH.key.damaged);
});

test("pictures that were paid for wait until their key's row can be read again", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord, service } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  service.setDurations('artgen', { minMs: 2_000, maxMs: 2_000 });
  const id = await ask(world, 'paid for', { options: { timeout: 300 } });
  await service.until(() => service.tasks.length === 1, { what: 'a task', timeoutMs: 5_000 });
  await world.stopEasel();
  const [[keyRef, value] = ['']] = await sealedRows(world);
  await withRows(world, { [`keys:${keyRef}`]: BROKEN });
  await world.startEasel();
  world.log.length = 0;
  world.clock.advance(361_000);
  await expectLogged(world, 'a poll failed');
  await world.stopEasel();
  await withRows(world, { [`keys:${keyRef}`]: JSON.stringify({ value }) });
  await world.startEasel();
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
});

const ROW_NAMES = {
  settings: 'guilds',
  limits: 'limits',
  blocklist: 'blocklists',
  defaults: 'people',
} as const;
type Choices = keyof typeof ROW_NAMES;

/** An Easel that finds a row that it can't read where an admin or the member chose something. */
const withUnreadable = async (of: Choices): Promise<World> => {
  const world = await startWorld();
  await world.stopEasel();
  const { member, atelier } = world.discord.world;
  const key = of === 'defaults' ? member.id : atelier.guild.id;
  await withRows(world, { [`${ROW_NAMES[of]}:${key}`]: BROKEN });
  await world.startEasel();
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
  test("nothing is submitted until an admin has changed the server's settings", () =>
    expectWayOut('settings', async (world) => {
      const { discord } = world;
      const { admin } = discord.world;
      const id = await openSettings(discord, 'people');
      expect(discord.message(id)?.content).toBe(unreadable);
      await discord.as(admin.id).select(id, customId('settings', 'language'), ['de']);
      expect(discord.message(id)?.content).toBe('');
    }));

  test("nothing is submitted until an admin has changed the server's limits", () =>
    expectWayOut('limits', async (world) => {
      const { content } = await openPanel(world, 'limits');
      expect(content).toBe(unreadable);
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

  test('nothing is submitted for a person until they have chosen their defaults again', () =>
    expectWayOut('defaults', async (world) => {
      const { discord } = world;
      const { member, atelier } = discord.world;
      const typing = discord.as(member.id).autocomplete(atelier.channelId, 'imagine', 'preset', 'mor');
      expect((await typing).choices).toEqual([]);
      expect(world.log.join('')).not.toContain("couldn't handle an interaction");
      const { message } = await typeCommand(world, 'defaults');
      expect(message?.content).toBe(unreadable);
      const id = message?.id ?? '';
      await discord.as(member.id).select(id, customId('default', 'mode'), ['relaxed']);
      expect(discord.message(id)?.content).toBe('');
    }));
});
