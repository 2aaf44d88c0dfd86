import { expect, test } from 'vitest';
import { ENGLISH } from '../src/messages/language.ts';
import { press, typeCommand } from './world/asking.ts';
import { textOf } from './world/messages.ts';
import { startWorld, type World } from './world/world.ts';

const { pages, button, menu, introduction } = ENGLISH.help;

const idOf = ({ discord }: World, name: string): string =>
  discord.commands().find((command) => command.name === name)?.id ?? '';

test('/help says what Easel does in a few lines, and leads to its buttons', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { message } = await typeCommand(world, 'help');
  const id = message?.id ?? '';
  expect(textOf(message)).toContain(introduction);
  expect(textOf(message).split('\n').length).toBeLessThanOrEqual(6);
  for (const name of ['imagine', 'gen']) expect(textOf(message)).toContain(`</${name}:${idOf(world, name)}>`);
  await press(discord, discord.world.member.id, id, pages.buttons);
  const buttons = textOf(discord.message(id));
  for (const line of [...Object.values(button), menu]) expect(buttons).toContain(line);
  await press(discord, discord.world.member.id, id, pages.start);
  expect(textOf(discord.message(id))).toContain(introduction);
});

test('what the admins of a server keep from its members is not shown to them', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier } = discord.world;
  const everyone = { id: atelier.guild.id, type: 1, permission: false } as const;
  discord.setCommandRules(atelier.guild.id, idOf(world, 'gen'), [everyone]);
  const text = textOf((await typeCommand(world, 'help')).message);
  expect(text).not.toContain('</gen:');
  expect(text).toContain('</imagine:');
});
