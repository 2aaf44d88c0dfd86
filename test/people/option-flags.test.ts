import { expect, test } from 'vitest';
import { ask, bodiesOf, cardAfter, expectPainted, expectSubmissions, interact } from '../world/asking.ts';
import { customIdOf, expectPictures, expectRefusal } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const MODES = [
  ['a fox --relax', { prompt: 'a fox', mode: 'relaxed' }],
  ['a fox —fast --ar 16:9', { prompt: 'a fox --ar 16:9', mode: 'fast' }],
  ['a fox --relax --fast', { prompt: 'a fox', mode: 'fast' }],
  ['a fox, "--relax"', { prompt: 'a fox, "--relax"' }],
] as const;

test('--relax and --fast in /imagine name the mode', async () => {
  const world = await startWorld();
  for (const [prompt] of MODES) await expectPainted(world, prompt);
  expect(bodiesOf(world)).toEqual(MODES.map(([, body]) => body));
});

test('--private in /imagine shows the pictures to its person alone, also for several at once', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const id = await ask(world, 'a fox --private');
  expect(discord.message(id)?.ephemeralTo).toBe(member.id);
  const drawn = await ask(world, 'a hen --private', { command: 'gen' });
  expect(discord.message(drawn)?.ephemeralTo).toBe(member.id);
  await expectSubmissions(world, 2);
  expect(bodiesOf(world)).toEqual([{ prompt: 'a fox' }, { prompt: 'Draw: a hen' }]);
  const { message } = await interact(world, 'a {red, blue} fox --private');
  await discord.as(member.id).click(message?.id ?? '', customIdOf(message, 'make-several'));
  await expectSubmissions(world, 4);
  const { atelier } = discord.world;
  await expect
    .poll(() => discord.messagesIn(atelier.channelId).every((one) => one.ephemeralTo === member.id))
    .toBe(true);
});

test('where the answer is for everyone, --private is refused and nothing is posted or paid for', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await expectPainted(world, 'a fox');
  const person = discord.as(discord.world.member.id);
  const { modal } = await person.click(id, customIdOf(discord.message(id), 'edit-prompt'));
  const refused = await person.submitModal(modal!, { prompt: 'a secret fox —private' });
  expect(expectRefusal(refused)).toContain(errorText('private-flag'));
  await expectSubmissions(world, 1);
  const again = await person.click(refused.message?.id ?? '', customIdOf(refused.message, 'edit-refused'));
  const made = await person.submitModal(again.modal!, { prompt: 'a fox again' });
  await expectPictures(discord, await cardAfter(world, made), 4);
});

test('a choice that asks to be private is not shown to everyone', async () => {
  const world = await startWorld();
  expect(expectRefusal(await interact(world, 'a {red fox, blue hen —private}'))).toContain(
    errorText('private-flag'),
  );
  expect(bodiesOf(world)).toEqual([]);
});

test.each(['imagine', 'gen'] as const)(
  '--private false in /%s is neither private nor a word; true is',
  async (command) => {
    const world = await startWorld();
    const { discord } = world;
    const seenBy = async (prompt: string) =>
      discord.message(await ask(world, prompt, { command }))?.ephemeralTo ?? 'everyone';
    for (const prompt of ['draw a fox --private false', 'draw a fox --private=False'])
      expect(await seenBy(prompt)).toBe('everyone');
    for (const prompt of ['draw a fox --private true', 'draw a fox --private falsetto'])
      expect(await seenBy(prompt)).toBe(discord.world.member.id);
    await expectSubmissions(world, 4);
    const sent = bodiesOf(world).map((body) => (body as { prompt: string }).prompt);
    expect(sent.toSorted()).toEqual(['draw a fox', 'draw a fox', 'draw a fox', 'draw a fox falsetto']);
  },
);
