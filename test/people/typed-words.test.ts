import { expect, test } from 'vitest';
import type { OptionValue } from '../../sandbox/discord/index.ts';
import { wrongLimit } from '../world/admin-panels.ts';
import { expectPainted, interact, typeCommand } from '../world/asking.ts';
import { allTextOf, expectRefusal, textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

/** What the admin reads after a command. */
const admin = async (
  world: World,
  command: string,
  options: Record<string, OptionValue> = {},
): Promise<string> => {
  const asker = { personId: world.discord.world.admin.id };
  return textOf((await typeCommand(world, command, options, asker)).message);
};

test('words that somebody typed are set off from the sentence, in every answer', async () => {
  const world = await startWorld();
  await expectPainted(world, 'a lighthouse');
  const { message: found } = await typeCommand(world, 'history', { text: 'LIGHTHOUSE' });
  expect(allTextOf(found)).toContain('**Your requests with `LIGHTHOUSE`** · page 1 of 1');
  expect(await admin(world, 'blocklist add', { rule: 'dragon' })).toBe(
    'Prompts with `dragon` are now blocked.',
  );
  expect(await admin(world, 'blocklist add', { rule: 'dragon' })).toBe(
    '`dragon` is already on the blocklist.',
  );
  expect(await admin(world, 'blocklist test', { prompt: 'a dragon' })).toBe(
    'This prompt is blocked by the rule `dragon`.',
  );
  expect(expectRefusal(await interact(world, 'a dragon'))).toContain(
    'This server blocks `dragon` in prompts,',
  );
  expect(await wrongLimit(world, 'many')).toContain("`many` isn't a limit, so nothing was changed.");
  expect(allTextOf((await interact(world, 'a fox —ar 1:1')).message)).toContain('Sent as `… --ar 1:1`');
});

test('and they can end neither code style nor the line', async () => {
  const world = await startWorld();
  const rule = '`@everyone` ``**now**';
  expect(await admin(world, 'blocklist add', { rule })).toBe(
    'Prompts with `ˋ@everyoneˋ ˋˋ**now**` are now blocked.',
  );
  const { message } = await typeCommand(world, 'history', { text: '`\n# big' });
  expect(allTextOf(message)).toContain('with `ˋ # big` here');
});
