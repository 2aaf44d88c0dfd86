import { expect, test } from 'vitest';
import { changeBlocklist, wrongLimit } from '../world/admin-panels.ts';
import { expectPainted, interact, typeCommand } from '../world/asking.ts';
import { allTextOf, expectRefusal } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('words that somebody typed are set off from the sentence, in every answer', async () => {
  const world = await startWorld();
  await expectPainted(world, 'a lighthouse');
  const { message: found } = await typeCommand(world, 'history', { text: 'LIGHTHOUSE' });
  expect(allTextOf(found)).toContain('**Your requests with `LIGHTHOUSE`** · page 1 of 1');
  expect(await changeBlocklist(world, { rules: 'dragon', prompt: 'a dragon' })).toContain(
    'This prompt is blocked by the rule `dragon`.',
  );
  expect(expectRefusal(await interact(world, 'a dragon'))).toContain(
    'This server blocks `dragon` in prompts.',
  );
  expect(await wrongLimit(world, 'many')).toContain("`many` isn't a limit, so that one wasn't changed.");
  expect(allTextOf((await interact(world, 'a fox —ar 1:1')).message)).toContain(
    '`—ar 1:1` read as `--ar 1:1`',
  );
});

test('and they can end neither code style nor the line', async () => {
  const world = await startWorld();
  const rule = '`@everyone` ``**now**';
  expect(await changeBlocklist(world, { rules: rule })).toContain('- `ˋ@everyoneˋ ˋˋ**now**`');
  const { message } = await typeCommand(world, 'history', { text: '`\n# big' });
  expect(allTextOf(message)).toContain('with `ˋ # big` here');
});
