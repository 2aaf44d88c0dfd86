import { expect, test } from 'vitest';
import { changeBlocklist, speakGerman } from '../world/admin-panels.ts';
import { interact } from '../world/asking.ts';
import { expectRefusal } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

test('an expression is not shown to members, but what it found in their prompt', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  await changeBlocklist(world, { rules: ['/(a+)+$/', '/<@.*>/', String.raw`/wolf|fox\b/`].join('\n') });
  const refusal = async (prompt: string) => expectRefusal(await interact(world, prompt));
  const found = await refusal('a map of Panamaaa');
  expect(found).toContain(errorText('blocked-prompt', { rule: 'aaa', part: 'aaa' }));
  expect(found).not.toContain('+');
  expect(await refusal('hi <@123> **now**')).toContain(
    errorText('blocked-prompt', { rule: '<@123>', part: '<@123>' }),
  );
  expect(await changeBlocklist(world, { prompt: 'Panamaaa' })).toContain('by the rule `/(a+)+$/`');
  await speakGerman(discord);
  expect(await refusal('a Wolf')).toContain('Dieser Server blockiert `Wolf` in Prompts,');
  expect(service.submissions).toEqual([]);
});

test('where that part is empty, the refusal speaks of something in the prompt', async () => {
  const world = await startWorld();
  await changeBlocklist(world, { rules: String.raw`/\b/` });
  const refusal = expectRefusal(await interact(world, 'a fox'));
  expect(refusal).toContain('This server blocks something in your prompt, so nothing was submitted.');
});

test('the words of the regular expressions package are set off from ours', async () => {
  const world = await startWorld();
  expect(await changeBlocklist(world, { rules: '/([a-z/' })).toBe(
    "`/([a-z/` wasn't added: the expression isn't valid (`missing closing ]: [a-z`). Look-around and back references aren't supported.",
  );
  await speakGerman(world.discord);
  expect(await changeBlocklist(world, { rules: '/([a-z/' })).toContain(
    'ist ungültig (`missing closing ]: [a-z`)',
  );
});
