import { expect, test } from 'vitest';
import { ENGLISH } from '../src/messages/words/words.ts';
import { typeCommand, type Asker } from './world/asking.ts';
import { textOf } from './world/messages.ts';
import { startWorld, type World } from './world/world.ts';

const help = async (world: World, asker: Asker = {}): Promise<string> =>
  textOf((await typeCommand(world, 'help', {}, asker)).message);

const idOf = ({ discord }: World, name: string): string =>
  discord.commands().find((command) => command.name === name)?.id ?? '';

const ADMIN_COMMANDS = ['key set', 'limits', 'settings', 'blocklist'];

test('/help shows commands that can be clicked, and what buttons do', async () => {
  const world = await startWorld();
  const text = await help(world);
  for (const name of ['imagine', 'gen', 'jobs', 'history', 'defaults', 'privacy', 'usage'])
    expect(text).toContain(`</${name}:${idOf(world, name)}>`);
  const { button, menu } = ENGLISH.help;
  for (const line of Object.values(button)) expect(text).toContain(line);
  expect(text).toContain(menu);
});

test('it shows those alone that the reader may use where they are', async () => {
  const world = await startWorld();
  const { admin } = world.discord.world;
  const [forMember, forAdmin, direct] = [
    await help(world),
    await help(world, { personId: admin.id }),
    await help(world, { place: 'direct' }),
  ];
  for (const name of ADMIN_COMMANDS) {
    expect(forMember).not.toContain(`</${name}:`);
    expect(forAdmin).toContain(`</${name}:`);
  }
  expect(direct).toContain('</key set:');
  expect(direct).not.toContain('</limits:');
});

test('what the admins of a server keep from its members is not shown to them', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier } = discord.world;
  const everyone = { id: atelier.guild.id, type: 1, permission: false } as const;
  discord.setCommandRules(atelier.guild.id, idOf(world, 'gen'), [everyone]);
  const text = await help(world);
  expect(text).not.toContain('</gen:');
  expect(text).toContain('</imagine:');
});
