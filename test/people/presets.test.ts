import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectPainted, promptsOf, typeCommand } from '../world/asking.ts';
import { allTextOf, customIdOf } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { errorText } from '../world/words.ts';

const openPanel = async (world: World): Promise<string> =>
  (await typeCommand(world, 'defaults')).message?.id ?? '';

/** Makes a preset in the panel; returns what came of it. */
const make = async (world: World, panel: string, name: string, text: string) => {
  const person = world.discord.as(world.discord.world.member.id);
  const { modal } = await person.click(panel, customId('preset-form', 'new'));
  if (!modal) throw new Error('no form');
  return person.submitModal(modal, { name, text });
};

const suggested = async (world: World, command: string, typed: string, personId?: string) => {
  const { discord } = world;
  const { choices } = await discord
    .as(personId ?? discord.world.member.id)
    .autocomplete(discord.world.atelier.channelId, command, 'preset', typed, { prompt: 'a fox' });
  return choices;
};

test.each(['imagine', 'gen'] as const)('a preset is put behind the prompt of /%s', async (command) => {
  const world = await startWorld();
  await make(world, await openPanel(world), 'Morning', 'in soft light --ar 16:9');
  await world.restart();
  expect(await suggested(world, command, 'mor')).toEqual([
    { name: 'Morning · in soft light --ar 16:9', value: 'Morning' },
  ]);
  await expectPainted(world, 'a fox', { command, options: { preset: 'Morning' } });
  expect(promptsOf(world)).toEqual(['a fox in soft light --ar 16:9']);
});

test('suggestions are those that hold what was typed, and only the own ones', async () => {
  const world = await startWorld();
  const panel = await openPanel(world);
  for (const name of ['Evening', 'Late evening', 'Noon']) await make(world, panel, name, 'in light');
  const names = (await suggested(world, 'imagine', 'EVEN'))?.map(({ value }) => value);
  expect(names).toEqual(['Evening', 'Late evening']);
  expect(await suggested(world, 'imagine', '')).toHaveLength(3);
  expect(await suggested(world, 'imagine', '', world.discord.world.secondMember.id)).toEqual([]);
});

test('a preset that is not there is refused privately, and nothing is submitted', async () => {
  const world = await startWorld();
  const { message } = await typeCommand(world, 'imagine', { prompt: 'a fox', preset: 'Nowhere' });
  expect(message?.ephemeralTo).toBe(world.discord.world.member.id);
  expect(message?.content).toContain(errorText('unknown-preset', { name: 'Nowhere' }));
  expect(promptsOf(world)).toEqual([]);
});

test('a preset is changed and deleted in the panel, also after a restart', async () => {
  const world = await startWorld();
  const { discord } = world;
  const panel = await openPanel(world);
  await make(world, panel, 'Morning', 'in soft light');
  await world.restart();
  const person = discord.as(discord.world.member.id);
  const preset = discord
    .message(panel)
    ?.components.flatMap(({ components = [] }) => components)
    .at(-1)?.options?.[0];
  await person.select(panel, customId('preset', 'own'), [preset?.value ?? '']);
  expect(allTextOf(discord.message(panel))).toContain('in soft light');
  const { modal } = await person.click(panel, customIdOf(discord.message(panel), 'preset-form'));
  if (!modal) throw new Error('no form');
  await person.submitModal(modal, { text: 'in hard light' });
  expect(JSON.stringify(discord.message(panel)?.components)).toContain('in hard light');
  await expectPainted(world, 'a fox', { options: { preset: 'morning' } });
  await person.select(panel, customId('preset', 'own'), [preset?.value ?? '']);
  await person.click(panel, customIdOf(discord.message(panel), 'preset-delete'));
  expect(allTextOf(discord.message(panel))).toContain(ENGLISH.defaults.deleteQuestion('`Morning`'));
  await person.click(panel, customIdOf(discord.message(panel), 'preset-delete'));
  expect(JSON.stringify(discord.message(panel))).not.toContain('Morning');
  expect(promptsOf(world)).toEqual(['a fox in hard light']);
  expect(await suggested(world, 'imagine', '')).toEqual([]);
});

test("two presets can't have one name, and the panel stays as it is", async () => {
  const world = await startWorld();
  const panel = await openPanel(world);
  await make(world, panel, 'Morning', 'in soft light');
  const { message } = await make(world, panel, ' MORNING ', 'in other light');
  expect(message?.content).toContain('already');
  expect(allTextOf(world.discord.message(panel))).toContain('(1 of 25)');
});

test('there are twenty-five presets at most', async () => {
  const world = await startWorld();
  const { discord } = world;
  const panel = await openPanel(world);
  const person = discord.as(discord.world.member.id);
  const { modal } = await person.click(panel, customId('preset-form', 'new'));
  for (let n = 1; n <= 25; n += 1) await make(world, panel, `Preset ${n}`, `text ${n}`);
  expect(await suggested(world, 'gen', '')).toHaveLength(25);
  await expect(person.click(panel, customId('preset-form', 'new'))).rejects.toThrow('disabled');
  // The form that was open all the time.
  if (!modal) throw new Error('no form');
  const { message } = await person.submitModal(modal, { name: 'One more', text: 'too many' });
  expect(message?.content).toContain(errorText('too-many-presets', { limit: 25 }));
  expect(allTextOf(discord.message(panel))).toContain('(25 of 25)');
});

test('a prompt that is too long with its preset is refused before anything is submitted', async () => {
  const world = await startWorld();
  await make(world, await openPanel(world), 'Long', 'x'.repeat(4_000));
  const { message } = await typeCommand(world, 'imagine', { prompt: 'y'.repeat(3_000), preset: 'Long' });
  expect(message?.content).toContain('7,001 characters');
  expect(promptsOf(world)).toEqual([]);
});

test("a preset's flags are put right without a word, and count less than an option", async () => {
  const world = await startWorld();
  await make(world, await openPanel(world), 'Odd', 'in oil —ar16:9');
  const id = await expectPainted(world, 'a fox', { options: { preset: 'Odd' } });
  expect(allTextOf(world.discord.message(id))).not.toContain('Sent as');
  await expectPainted(world, 'a hare', { options: { preset: 'Odd', aspect_ratio: '1:1' } });
  expect(promptsOf(world)).toEqual(['a fox in oil --ar 16:9', 'a hare in oil --ar 1:1']);
});

test('flags alone are enough where a preset has the words', async () => {
  const world = await startWorld();
  await make(world, await openPanel(world), 'Fox', 'a fox in oil');
  await expectPainted(world, '--ar 16:9', { options: { preset: 'Fox' } });
  expect(promptsOf(world)).toEqual(['a fox in oil --ar 16:9']);
});
