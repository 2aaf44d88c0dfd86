import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { openPanel, setNumbers, speakGerman, wrongLimit } from '../world/admin-panels.ts';
import { typeCommand } from '../world/asking.ts';
import { textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('thousands are set apart, as the language does', async () => {
  const world = await startWorld();
  expect(await wrongLimit(world, 'many')).toContain('from 0 to 100,000');
  expect(await setNumbers(world, { serverDaily: '12000', personDaily: '1500' })).toMatch(
    /Each person: \*\*1,500\*\*[^]*Whole server: \*\*12,000\*\*/,
  );
  expect(textOf((await typeCommand(world, 'usage')).message)).toContain('**1,500** of 1,500 requests left');
  await speakGerman(world.discord);
  expect(await wrongLimit(world, 'viele')).toContain('von 0 bis 100.000');
  expect(textOf((await typeCommand(world, 'usage')).message)).toContain('**1.500** von 1.500 Anfragen');
  expect(textOf(await openPanel(world, 'limits'))).toContain('**12.000**');
});

test('a limit may be typed as it is shown', async () => {
  const world = await startWorld();
  expect(await setNumbers(world, { personDaily: '1,500', serverDaily: '12.000' })).toMatch(
    /Each person: \*\*1,500\*\*[^]*Whole server: \*\*12,000\*\*/,
  );
  for (const typed of ['1,50', '1.5', '1,,000', '100,001'])
    expect(await wrongLimit(world, typed)).toContain("isn't a limit");
});

test("what isn't a limit is answered with the way back to its form", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin, atelier } = discord.world;
  const role = discord.addRole(atelier.guild.id, { name: 'Gold' });
  const wrongRoleLimit = async (): Promise<string> => {
    const panel = await openPanel(world, 'limits');
    const person = discord.as(admin.id);
    const { modal } = await person.select(panel.id, customId('limits-role', 'panel'), [role.id]);
    return textOf((await person.submitModal(modal!, { daily: 'many' })).message);
  };
  expect(await wrongLimit(world, 'many')).toMatch(/Press \*\*Edit limits\*\* again to correct it\.$/);
  expect(await wrongRoleLimit()).toMatch(
    /Choose the role again under \*\*Set requests per day for a role\*\*/,
  );
  await speakGerman(discord);
  expect(await wrongLimit(world, 'viele')).toContain('Drücke noch einmal **Limits bearbeiten**');
  expect(await wrongRoleLimit()).toContain('Wähle die Rolle unter **Limit für eine Rolle festlegen**');
});
