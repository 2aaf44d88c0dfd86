import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { startWorld } from '../world/world.ts';
import { demote, openPanel, setNumbers, setRole } from '../world/admin-panels.ts';
import { expectCard, expectRefusal, textOf } from '../world/messages.ts';
import { interact } from '../world/asking.ts';
import { errorText } from '../world/words.ts';

test('the panel shows what was set, after a restart too', async () => {
  const world = await startWorld();
  const { atelier } = world.discord.world;
  const role = world.discord.addRole(atelier.guild.id, { name: 'Gold' });
  await setNumbers(world, { personDaily: '10', serverDaily: '200', personAtOnce: '2' });
  await setRole(world, role.id, '50');
  await world.restart();
  const shown = textOf(await openPanel(world, 'limits'));
  expect(shown).toContain(ENGLISH.usage.failedFree);
  expect(shown).toContain('Each person: **10**');
  expect(shown).toContain('Whole server: **200**');
  expect(shown).toContain('Each person: **2**');
  expect(shown).toContain('Whole server: no limit');
  expect(shown).toContain(`<@&${role.id}>: **50**`);
});

test('the form is filled with what holds, and an empty field takes a limit away', async () => {
  const world = await startWorld();
  const { discord } = world;
  await setNumbers(world, { personDaily: '0' });
  const panel = await openPanel(world, 'limits');
  const { modal } = await discord.as(discord.world.admin.id).click(panel.id, customId('limits-edit'));
  expect(modal?.components.map(({ component }) => component?.value)).toEqual([
    '0',
    undefined,
    undefined,
    undefined,
  ]);
  expect(await setNumbers(world, {})).toContain('Each person: no limit');
  expectCard(await interact(world));
});

test('what is no limit changes nothing', async () => {
  const world = await startWorld();
  const { discord } = world;
  const admin = discord.as(discord.world.admin.id);
  await setNumbers(world, { personDaily: '7' });
  const panel = await openPanel(world, 'limits');
  for (const typed of ['ten', '-1', '1.5', '100001']) {
    const { modal } = await admin.click(panel.id, customId('limits-edit'));
    if (!modal) throw new Error('no form');
    const answer = await admin.submitModal(modal, { personDaily: typed });
    const label = ENGLISH.limits.fields.personDaily;
    expect(expectRefusal(answer)).toContain(errorText('not-a-limit', { label, typed, largest: 100_000 }));
  }
  expect(textOf(await openPanel(world, 'limits'))).toContain('Each person: **7**');
});

test('the numbers of roles can be removed, one and all', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, admin } = discord.world;
  const [gold, silver] = ['Gold', 'Silver'].map((name) => discord.addRole(atelier.guild.id, { name }).id);
  await setRole(world, gold ?? '', '50');
  expect(await setRole(world, silver ?? '', '20')).toContain(`<@&${silver ?? ''}>`);
  expect(await setRole(world, silver ?? '', '')).not.toContain(`<@&${silver ?? ''}>`);
  const panel = await openPanel(world, 'limits');
  expect(textOf(panel)).toContain(`<@&${gold ?? ''}>`);
  await discord.as(admin.id).click(panel.id, customId('limits-clear'));
  // It is asked first, with the roles by name, and can be left.
  expect(textOf(discord.message(panel.id))).toContain(ENGLISH.limits.clearQuestion(`<@&${gold ?? ''}>`));
  await discord.as(admin.id).click(panel.id, customId('limits-clear', 'here', 0));
  expect(textOf(discord.message(panel.id))).toContain(`<@&${gold ?? ''}>: **50**`);
  await discord.as(admin.id).click(panel.id, customId('limits-clear'));
  await discord.as(admin.id).click(panel.id, customId('limits-clear', 'here', 1));
  expect(textOf(discord.message(panel.id))).not.toContain('<@&');
});

test('members do not see the command', async () => {
  const { discord } = await startWorld();
  const { atelier, member } = discord.world;
  await expect(discord.as(member.id).slash(atelier.channelId, 'limits')).rejects.toThrow('no command limits');
});

test('who has lost the right is refused on a panel that is still open', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, admin } = discord.world;
  const role = discord.addRole(atelier.guild.id, { name: 'Gold' });
  await setRole(world, role.id, '5');
  const panel = await openPanel(world, 'limits');
  const person = discord.as(admin.id);
  const { modal } = await person.click(panel.id, customId('limits-edit'));
  const { modal: roleModal } = await person.select(panel.id, customId('limits-role'), [role.id]);
  if (!modal || !roleModal) throw new Error('no form');
  demote(discord);
  const answers = [
    await person.submitModal(modal, { personDaily: '0' }),
    await person.submitModal(roleModal, { daily: '0' }),
    await person.click(panel.id, customId('limits-edit')),
    await person.click(panel.id, customId('limits-clear')),
    await person.select(panel.id, customId('limits-role'), [role.id]),
    await person.select(panel.id, customId('limits-exempt'), [role.id]),
  ];
  for (const answer of answers) {
    expect(answer.modal).toBeUndefined();
    expect(expectRefusal(answer)).toContain(errorText('missing-right', { right: 'Manage Server' }));
  }
  expectCard(await interact(world));
});

test('a change is told with who did it and what it was', async () => {
  const world = await startWorld();
  await setNumbers(world, { personDaily: '5' });
  await setNumbers(world, { personDaily: '8' });
  const line = world.log.find((entry) => entry.includes(`${ENGLISH.limits.fields.personDaily}: 5 → 8`));
  expect(line).toContain(world.discord.world.admin.id);
});
