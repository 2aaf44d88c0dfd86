import { expect, test } from 'vitest';
import type { Discord, OptionValue } from '../../sandbox/discord/index.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { speakGerman } from '../world/admin-panels.ts';
import { interact, typeCommand } from '../world/asking.ts';
import { expectRefusal, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

/** What an admin reads after a subcommand. */
const admin = async (
  discord: Discord,
  name: string,
  options: Record<string, OptionValue>,
): Promise<string> => {
  const asker = { personId: discord.world.admin.id };
  return textOf((await typeCommand({ discord }, `blocklist ${name}`, options, asker)).message);
};

test('an expression is not shown to members, but what it found in their prompt', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  for (const rule of ['/(a+)+$/', '/<@.*>/', String.raw`/wolf|fox\b/`]) await admin(discord, 'add', { rule });
  const refusal = async (prompt: string) => expectRefusal(await interact(world, prompt));
  const found = await refusal('a map of Panamaaa');
  expect(found).toContain(errorText('blocked-prompt', { part: 'aaa' }));
  expect(found).not.toContain('+');
  expect(await refusal('hi <@123> **now**')).toContain(errorText('blocked-prompt', { part: '<@123>' }));
  expect(await admin(discord, 'test', { prompt: 'Panamaaa' })).toContain('(a');
  await speakGerman(discord);
  expect(await refusal('a Wolf')).toContain('Dieser Server blockiert `Wolf` in Prompts,');
  expect(service.submissions).toEqual([]);
});

test('where that part is empty, the refusal speaks of something in the prompt', async () => {
  const world = await startWorld();
  await admin(world.discord, 'add', { rule: String.raw`/\b/` });
  const refusal = expectRefusal(await interact(world, 'a fox'));
  expect(refusal).toContain('This server blocks something in your prompt, so nothing was submitted.');
});

test('the words of the regular expressions package are set off from ours', async () => {
  const { discord } = await startWorld();
  expect(await admin(discord, 'add', { rule: '/([a-z/' })).toBe(
    "`/([a-z/` wasn't added: the expression isn't valid (`missing closing ]: [a-z`). Look-around and back references aren't supported.",
  );
  await speakGerman(discord);
  expect(await admin(discord, 'add', { rule: '/([a-z/' })).toContain(
    'ist ungültig (`missing closing ]: [a-z`)',
  );
});

test('an exception can be removed as it is suggested, without saying that it is one', async () => {
  const { discord } = await startWorld();
  const { admin: ada, atelier } = discord.world;
  await admin(discord, 'add', { rule: 'mouse' });
  await admin(discord, 'add', { rule: 'field mouse', exception: true });
  const suggested = await discord
    .as(ada.id)
    .autocomplete(atelier.channelId, 'blocklist remove', 'rule', 'field');
  expect(suggested.choices).toMatchObject([{ value: 'field mouse' }]);
  const { blocklist } = ENGLISH;
  const remove = (exception?: boolean) =>
    admin(discord, 'remove', { rule: 'field mouse', ...(exception !== undefined && { exception }) });
  expect(await remove()).toBe(blocklist.question.exceptions('`field mouse`'));
  expect(await remove(true)).toBe(blocklist.question.exceptions('`field mouse`'));
  expect(await remove(false)).toBe(blocklist.noSuch.rules);
});
