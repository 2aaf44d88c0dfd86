import { expect, test } from 'vitest';
import { ENGLISH } from '../src/messages/language.ts';
import { press, typeCommand, type Asker } from './world/asking.ts';
import { textOf } from './world/messages.ts';
import { startWorld, type World } from './world/world.ts';

const { pages, button, menu, introduction } = ENGLISH.help;

/** The commands that `/help` shows to a person. */
const help = async (world: World, asker: Asker = {}): Promise<string> => {
  const { message } = await typeCommand(world, 'help', {}, asker);
  const { id: memberId } = world.discord.world.member;
  await press(world.discord, asker.personId ?? memberId, message?.id ?? '', pages.commands);
  return textOf(world.discord.message(message?.id ?? ''));
};

const idOf = ({ discord }: World, name: string): string =>
  discord.commands().find((command) => command.name === name)?.id ?? '';

const ADMIN_COMMANDS = ['key set', 'limits', 'settings', 'blocklist'];

test('/help says what Easel does in a few lines, and leads to its commands and buttons', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { message } = await typeCommand(world, 'help');
  const id = message?.id ?? '';
  expect(textOf(message)).toContain(introduction);
  expect(textOf(message).split('\n').length).toBeLessThanOrEqual(6);
  await press(discord, discord.world.member.id, id, pages.commands);
  const commands = textOf(discord.message(id));
  for (const name of ['imagine', 'gen', 'jobs', 'history', 'defaults', 'privacy', 'usage'])
    expect(commands).toContain(`</${name}:${idOf(world, name)}>`);
  await press(discord, discord.world.member.id, id, pages.buttons);
  const buttons = textOf(discord.message(id));
  for (const line of [...Object.values(button), menu]) expect(buttons).toContain(line);
  await press(discord, discord.world.member.id, id, pages.start);
  expect(textOf(discord.message(id))).toContain(introduction);
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
