import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tool } from '../storage/sqlite-tool.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { startWorld, type World } from '../world/world.ts';
import { bodiesOf, expectPainted, typeCommand } from '../world/asking.ts';
import { allTextOf, customIdOf, expectPictures, labelsOf } from '../world/messages.ts';

const openPanel = async (world: World, channelId?: string): Promise<string> => {
  const { message } = await typeCommand(world, 'defaults', {}, channelId === undefined ? {} : { channelId });
  expect(message?.ephemeralTo).toBe(world.discord.world.member.id);
  return message?.id ?? '';
};

const choose = (world: World, panel: string, name: string, value: string) =>
  world.discord.as(world.discord.world.member.id).select(panel, customId('default', name), [value]);

/** Presses the button of a default until the panel says what is wanted. */
const toggle = async (world: World, panel: string, name: string, label: string): Promise<void> => {
  const { discord } = world;
  for (let press = 0; press < 3; press += 1) {
    await discord
      .as(discord.world.member.id)
      .click(panel, customIdOf(discord.message(panel), 'default', name));
    if (JSON.stringify(discord.message(panel)?.components).includes(label)) return;
  }
  throw new Error(`no ${label}`);
};

test('defaults are used where a command says nothing, wherever the person is', async () => {
  const world = await startWorld();
  const { gallery, member } = world.discord.world;
  const panel = await openPanel(world);
  await choose(world, panel, 'mode', 'relaxed');
  await choose(world, panel, 'size', '4K');
  await choose(world, panel, 'aspectRatio', '16:9');
  expect(JSON.stringify(world.discord.message(panel)?.components)).toContain('Mode for /imagine: relaxed');
  await expectPainted(world, 'a fox');
  await expectPainted(world, 'a hare', { command: 'gen', channelId: gallery.channelId });
  await world.restart();
  await expectPainted(world, 'a wolf', {
    command: 'gen',
    options: { size: '1K' },
    channelId: member.directChannelId,
  });
  expect(bodiesOf(world)).toEqual([
    { prompt: 'a fox --ar 16:9', mode: 'relaxed' },
    { prompt: 'Draw: a hare', size: '4K', aspect_ratio: '16:9' },
    { prompt: 'Draw: a wolf', size: '1K', aspect_ratio: '16:9' },
  ]);
});

test('where nothing was chosen, every control says what applies, and no text repeats it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const panel = await openPanel(world);
  const buttons = () => labelsOf(discord.message(panel)).flat().slice(-5);
  const selects = JSON.stringify(discord.message(panel)?.components);
  for (const value of ['Mode for /imagine: fast', 'Size for /gen: 1K', 'Aspect ratio: Auto']) {
    expect(selects).toContain(`${value} (server default)`);
    expect(allTextOf(discord.message(panel))).not.toContain(value);
  }
  expect(buttons()).toEqual([
    'Leave out in /imagine: nothing',
    'Private: no',
    'Spoiler: no (server default)',
    'Mention me: off',
    'DM me: off',
  ]);
  await toggle(world, panel, 'isPrivate', 'Private: yes');
  await toggle(world, panel, 'mention', 'Mention me: on');
  expect(buttons().slice(1)).toEqual([
    'Private: yes',
    'Spoiler: no (server default)',
    'Mention me: on',
    'DM me: off',
  ]);
});

test("one person's defaults are nobody else's", async () => {
  const world = await startWorld();
  const panel = await openPanel(world);
  await choose(world, panel, 'mode', 'relaxed');
  await expectPainted(world, 'a fox', { personId: world.discord.world.secondMember.id });
  expect(bodiesOf(world)).toEqual([{ prompt: 'a fox' }]);
});

test('exact pixels are not spoiled by a default size or ratio', async () => {
  const world = await startWorld();
  const panel = await openPanel(world);
  await choose(world, panel, 'size', '1K');
  await choose(world, panel, 'aspectRatio', '1:1');
  await expectPainted(world, 'a fox', { command: 'gen', options: { output_size: '1920x1088' } });
  expect(bodiesOf(world)).toEqual([{ prompt: 'Draw: a fox', size: '4K', output_size: '1920x1088' }]);
});

test('a default can be given up again', async () => {
  const world = await startWorld();
  const panel = await openPanel(world);
  await choose(world, panel, 'mode', 'relaxed');
  await world.restart();
  await choose(world, panel, 'mode', 'none');
  await expectPainted(world, 'a fox');
  expect(bodiesOf(world)).toEqual([{ prompt: 'a fox' }]);
});

test('private by default: the answer is for the person alone, unless the command says otherwise', async () => {
  const world = await startWorld();
  const { discord } = world;
  await toggle(world, await openPanel(world), 'isPrivate', 'Private: yes');
  await world.restart();
  const silent = await typeCommand(world, 'imagine', { prompt: 'a secret fox' });
  expect(silent.message?.ephemeralTo).toBe(discord.world.member.id);
  const open = await typeCommand(world, 'imagine', { prompt: 'a fox for all', private: false });
  expect(open.message?.ephemeralTo).toBeNull();
  for (const { message } of [silent, open]) await expectPictures(discord, message?.id ?? '', 4);
});

test('private by default holds though the store is slow', async () => {
  const world = await startWorld();
  const { discord } = world;
  await toggle(world, await openPanel(world), 'isPrivate', 'Private: yes');
  const other = await tool(join(world.folder, 'easel.sqlite'));
  await other.query('BEGIN IMMEDIATE');
  const secret = await typeCommand(world, 'gen', { prompt: 'a secret hare' });
  await other.query('COMMIT');
  expect(secret.message?.ephemeralTo).toBe(discord.world.member.id);
  await expectPictures(discord, secret.message?.id ?? '', 1);
  await other.query('BEGIN IMMEDIATE');
  const open = await typeCommand(world, 'gen', { prompt: 'a hare for all', private: false });
  await other.query('COMMIT');
  expect(open.message?.ephemeralTo).toBeNull();
  await expectPictures(discord, open.message?.id ?? '', 1);
});

test('hidden by default: the pictures come as spoilers', async () => {
  const world = await startWorld();
  const { discord } = world;
  await toggle(world, await openPanel(world), 'spoiler', 'Spoiler: yes');
  await world.restart();
  const { message } = await typeCommand(world, 'imagine', { prompt: 'a hidden fox' });
  const id = message?.id ?? '';
  const card = await discord.until(
    () => {
      const present = discord.message(id);
      return present?.attachments.length === 4 ? present : undefined;
    },
    { what: 'four attached files' },
  );
  expect(card.attachments.every(({ filename }) => filename.startsWith('SPOILER_'))).toBe(true);
});

test("a person's default goes before the server's, and the server's before none", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin, atelier } = discord.world;
  const { message: settings } = await discord.as(admin.id).slash(atelier.channelId, 'settings');
  await discord.as(admin.id).select(settings?.id ?? '', customId('settings', 'mode'), ['relaxed']);
  await discord.as(admin.id).select(settings?.id ?? '', customId('settings', 'size'), ['4K']);
  const panel = await openPanel(world);
  await choose(world, panel, 'mode', 'fast');
  await expectPainted(world, 'a fox');
  await expectPainted(world, 'a hare', { command: 'gen' });
  await expectPainted(world, 'a wolf', { command: 'gen', channelId: discord.world.gallery.channelId });
  expect(bodiesOf(world)).toEqual([
    { prompt: 'a fox', mode: 'fast' },
    { prompt: 'Draw: a hare', size: '4K' },
    { prompt: 'Draw: a wolf' },
  ]);
});

test('the panel names what applies here where the person chose nothing', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin, atelier, member } = discord.world;
  const { message: settings } = await discord.as(admin.id).slash(atelier.channelId, 'settings');
  await discord.as(admin.id).select(settings?.id ?? '', customId('settings', 'mode'), ['relaxed']);
  await discord.as(admin.id).click(settings?.id ?? '', customId('settings', 'spoiler', 1));
  const here = await openPanel(world);
  const controls = (id: string) => JSON.stringify(discord.message(id)?.components);
  expect(controls(here)).toContain('Mode for /imagine: relaxed (server default)');
  expect(controls(here)).toContain('Spoiler: yes (server default)');
  await choose(world, here, 'mode', 'fast');
  await choose(world, here, 'mode', 'none');
  expect(controls(here)).toContain('Mode for /imagine: relaxed (server default)');
  const elsewhere = await openPanel(world, member.directChannelId);
  expect(controls(elsewhere)).toContain('Mode for /imagine: fast (default)');
  expect(controls(elsewhere)).toContain('Spoiler: no (default)');
});

test('the button for private requests leads from no to yes and back', async () => {
  const world = await startWorld();
  const { discord } = world;
  const panel = await openPanel(world);
  for (const label of ['Private: yes', 'Private: no', 'Private: yes']) {
    await discord
      .as(discord.world.member.id)
      .click(panel, customIdOf(discord.message(panel), 'default', 'isPrivate'));
    expect(labelsOf(discord.message(panel)).flat()).toContain(label);
  }
});

test('what pictures must not show is a default of /imagine, until the command or the prompt says otherwise', async () => {
  const world = await startWorld();
  const { discord } = world;
  const person = discord.as(discord.world.member.id);
  const panel = await openPanel(world);
  const fill = async (without: string) => {
    const { modal } = await person.click(panel, customId('without-form'));
    await person.submitModal(modal!, { without });
  };
  await fill(' text, people ');
  expect(labelsOf(discord.message(panel)).flat()).toContain('Leave out in /imagine: text, people');
  await choose(world, panel, 'aspectRatio', '16:9');
  await world.restart();
  await expectPainted(world, 'a fox');
  await expectPainted(world, 'a hare', { options: { without: 'snow', aspect_ratio: '1:1' } });
  const id = await expectPainted(world, 'a wolf --no trees --ar 3:2');
  expect(allTextOf(discord.message(id))).not.toContain('overrides');
  await expectPainted(world, 'a cat', { command: 'gen' });
  await fill('');
  expect(labelsOf(discord.message(panel)).flat()).toContain('Leave out in /imagine: nothing');
  expect(bodiesOf(world)).toEqual([
    { prompt: 'a fox --ar 16:9 --no text, people' },
    { prompt: 'a hare --ar 1:1 --no snow' },
    { prompt: 'a wolf --no trees --ar 3:2' },
    { prompt: 'Draw: a cat', aspect_ratio: '16:9' },
  ]);
});

test("the server's aspect ratio is the shape of /imagine, too", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin, atelier } = discord.world;
  const { message: settings } = await discord.as(admin.id).slash(atelier.channelId, 'settings');
  await discord.as(admin.id).select(settings?.id ?? '', customId('settings', 'aspectRatio'), ['2:1']);
  await expectPainted(world, 'a fox');
  expect(bodiesOf(world)).toEqual([{ prompt: 'a fox --ar 2:1' }]);
});
