import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { openPanel, setNumbers } from '../world/admin-panels.ts';
import { textOf } from '../world/messages.ts';
import { press } from '../world/asking.ts';
import { make, open, POSTER, shown } from '../world/styles.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { startWorld } from '../world/world.ts';

const { styles: texts } = ENGLISH;

test('a form changes what its admin changed in it, and nothing that another set since it was opened', async () => {
  const world = await startWorld();
  const { discord } = world;
  await setNumbers(world, { serverAtOnce: '4' });
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(world, 'limits');
  const { modal } = await admin.click(panel.id, customId('limits-edit'));
  if (!modal) throw new Error('no form');
  await setNumbers(world, { personDaily: '5', serverAtOnce: '4' });
  await admin.submitModal(modal, { personDaily: '', serverDaily: '9', personAtOnce: '', serverAtOnce: '' });
  const shown = textOf(await openPanel(world, 'limits'));
  expect(shown).toContain('Each person: **5**');
  expect(shown).toContain('Whole server: **9**');
  // What it showed and its admin took out is gone.
  expect(shown.split('Whole server: no limit')).toHaveLength(3);
});

test('two admins who pick roles on panels of the same age keep each other’s', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier } = discord.world;
  const [gold, silver] = ['Gold', 'Silver'].map((name) => discord.addRole(atelier.guild.id, { name }).id);
  if (gold === undefined || silver === undefined) throw new Error('no roles');
  const admin = discord.as(discord.world.admin.id);
  const [one, other] = [await openPanel(world, 'limits'), await openPanel(world, 'limits')];
  await admin.select(one.id, customId('limits-exempt'), [gold]);
  await admin.select(other.id, customId('limits-exempt'), [silver]);
  const both = await openPanel(world, 'limits');
  expect(textOf(both)).toMatch(new RegExp(`<@&${gold}>.*<@&${silver}>`));
  await admin.select(both.id, customId('limits-exempt'), [silver]);
  expect(textOf(await openPanel(world, 'limits'))).not.toContain(gold);
});

test('two admins who change a style in forms of the same age keep each other’s changes', async () => {
  const world = await startWorld();
  const { discord } = world;
  const admin = discord.as(discord.world.admin.id);
  await make(world, { ...POSTER, aspectRatio: '16:9' }, 'server');
  const openForm = async () => {
    const panel = await open(world, 'Poster', 'server');
    const { modal } = await press(discord, discord.world.admin.id, panel, texts.edit);
    if (!modal) throw new Error('no form');
    return modal;
  };
  const [one, other, third] = [await openForm(), await openForm(), await openForm()];
  await admin.submitModal(one, { text: 'in hard light' });
  await admin.submitModal(other, { name: 'Light' });
  await admin.submitModal(third, { aspectRatio: [] });
  const panel = await open(world, 'Light', 'server');
  expect(shown(world, panel)).toContain('in hard light');
  expect(shown(world, panel)).not.toContain('16:9');
});
