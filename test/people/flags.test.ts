import { expect, test } from 'vitest';
import type { CustomId } from '../../src/messages/custom-id.ts';
import { startWorld } from '../world/world.ts';
import { expectPainted, promptsOf, typeCommand } from '../world/asking.ts';
import { customIdOf, customIdsOf, expectPictures, textOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';

const FAULTY = 'a fox —ar16:9 in the snow';
const CORRECTED = 'a fox in the snow --ar 16:9';

test('a faulty flag is warned of in one line, and what was typed is submitted untouched', async () => {
  const world = await startWorld();
  const id = await expectPainted(world, FAULTY);
  const warning = textOf(world.discord.message(id))
    .split('\n')
    .filter((line) => line.includes('⚠️'));
  expect(warning).toHaveLength(1);
  expect(warning[0]).toContain(ENGLISH.card.faults['glued-value']('--ar'));
  expect(warning[0]).toContain(`${ENGLISH.card.corrected}: \`${CORRECTED}\``);
  expect(promptsOf(world)).toEqual([FAULTY]);
});

test('the warning stands there from the first answer on', async () => {
  const world = await startWorld();
  const { message } = await typeCommand(world, 'imagine', { prompt: FAULTY });
  expect(textOf(message)).toContain('⚠️');
  expect(customIdsOf(message).some((id) => id.startsWith('use-corrected:' satisfies CustomId))).toBe(true);
  await expectPictures(world.discord, message?.id ?? '', 4);
});

test.each([
  ['now', false],
  ['after a restart', true],
])('the button asks again with the corrected prompt, %s', async (_when, restarts) => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const id = await expectPainted(world, FAULTY, { options: { mode: 'relaxed' } });
  if (restarts) await world.restart();
  const { message } = await discord.as(member.id).click(id, customIdOf(discord.message(id), 'use-corrected'));
  const card = await expectPictures(discord, message?.id ?? '', 4);
  expect(card.channel_id).toBe(atelier.channelId);
  expect(world.service.submissions.map(({ body }) => body)).toEqual([
    { prompt: FAULTY, mode: 'relaxed' },
    { prompt: CORRECTED, mode: 'relaxed' },
  ]);
  expect(textOf(card)).not.toContain('⚠️');
  expect(textOf(card)).toContain(`/${id})`);
});

test('two clicks at once ask once', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await expectPainted(world, FAULTY);
  const button = customIdOf(discord.message(id), 'use-corrected');
  const person = discord.as(discord.world.member.id);
  const results = await Promise.all([person.click(id, button), person.click(id, button)]);
  expect(results.every(({ answered }) => answered)).toBe(true);
  const card = results.map(({ message }) => message).find((message) => message && message.id !== id);
  await expectPictures(discord, card?.id ?? '', 4);
  expect(promptsOf(world)).toEqual([FAULTY, CORRECTED]);
});

test('somebody else is told that it is not theirs, and nothing is submitted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await expectPainted(world, FAULTY);
  const { message } = await discord
    .as(discord.world.secondMember.id)
    .click(id, customIdOf(discord.message(id), 'use-corrected'));
  expect(message?.ephemeralTo).toBe(discord.world.secondMember.id);
  expect(message?.content).toContain(errorText('not-yours'));
  expect(promptsOf(world)).toEqual([FAULTY]);
});

test('what comes of a private card is private', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await expectPainted(world, FAULTY, { options: { private: true } });
  const { message } = await discord
    .as(discord.world.member.id)
    .click(id, customIdOf(discord.message(id), 'use-corrected'));
  expect(message?.ephemeralTo).toBe(discord.world.member.id);
  await expectPictures(discord, message?.id ?? '', 4);
});

test('a prompt that is edited down to its flags is declined, and nothing more is submitted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await expectPainted(world, 'a fox --ar 16:9');
  const person = discord.as(discord.world.member.id);
  const { modal } = await person.click(id, customIdOf(discord.message(id), 'edit-prompt'));
  const { message } = await person.submitModal(modal!, { prompt: '--ar 16:9' });
  expect(message?.ephemeralTo).toBe(discord.world.member.id);
  expect(message?.content).toContain(errorText('prompt-only-flags'));
  expect(promptsOf(world)).toEqual(['a fox --ar 16:9']);
});

test('a ratio that no picture can have is warned of, and the correction is without it', async () => {
  const world = await startWorld();
  const { message } = await typeCommand(world, 'imagine', { prompt: 'a fox --ar 0:0' });
  expect(textOf(message)).toContain(
    '⚠️ `--ar` needs a ratio without a 0, such as `16:9`. Corrected: `a fox`',
  );
  expect(customIdsOf(message).some((id) => id.startsWith('use-corrected:' satisfies CustomId))).toBe(true);
});

test('nothing is said about unknown flags, nor about any flags in /gen', async () => {
  const world = await startWorld();
  const unknown = await expectPainted(world, 'a fox --glimmer7 of gold');
  const gen = await expectPainted(world, FAULTY, { command: 'gen' });
  for (const id of [unknown, gen]) expect(textOf(world.discord.message(id))).not.toContain('⚠️');
});

test('a long prompt is shown with its end, where the flags are', async () => {
  const world = await startWorld();
  const id = await expectPainted(world, `${'a very long story of a fox '.repeat(200)}--ar16:9`);
  const [warning = ''] = textOf(world.discord.message(id))
    .split('\n')
    .filter((line) => line.includes('⚠️'));
  expect(warning).toMatch(/Corrected: `a very long.*… .*--ar 16:9`$/);
  expect(warning.length).toBeLessThan(1_000);
});

test('the warning is a sentence, and says how the flag was typed', async () => {
  const world = await startWorld();
  const { message } = await typeCommand(world, 'imagine', { prompt: 'a “red” fox —ar 16:9' });
  expect(textOf(message)).toContain(
    '⚠️ Curly quotes need to be straight; `--ar` was typed with a long dash instead of two hyphens. Corrected:',
  );
});

test('an address for a hook that is no good is answered with an example of a hook', async () => {
  const world = await startWorld();
  const { message } = await typeCommand(world, 'imagine', { prompt: 'a fox', hook_url: 'nowhere' });
  expect(textOf(message)).toContain('Use an address like `https://example.com/hook`.');
  const gen = await typeCommand(world, 'gen', { prompt: 'a fox', reference_urls: 'nowhere' });
  expect(textOf(gen.message)).toContain('Use an address like `https://example.com/picture.png`.');
});
