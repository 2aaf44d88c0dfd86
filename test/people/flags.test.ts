import { expect, test } from 'vitest';
import { speakGerman } from '../world/admin-panels.ts';
import { startWorld } from '../world/world.ts';
import { bodiesOf, expectPainted, promptsOf, typeCommand } from '../world/asking.ts';
import { customIdOf, expectPictures, textOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';

test('a shape and what is not wanted are chosen without flags, and sent as flags', async () => {
  const world = await startWorld();
  const options = { without: ' people, text ', aspect_ratio: '16:9' };
  const id = await expectPainted(world, 'a fox --v 6', { options });
  expect(promptsOf(world)).toEqual(['a fox --v 6 --ar 16:9 --no people, text']);
  const text = textOf(world.discord.message(id));
  for (const part of ['read as', 'overrides']) expect(text).not.toContain(part);
});

test('a flag that was typed counts before the option, and the message says so', async () => {
  const world = await startWorld();
  const options = { without: 'people', aspect_ratio: '1:1' };
  const { message } = await typeCommand(world, 'imagine', {
    prompt: 'a fox --aspect 3:2 --no snow',
    ...options,
  });
  expect(textOf(message)).toContain('`--ar` in the prompt overrides the option `1:1`.');
  expect(textOf(message)).toContain('`--no` in the prompt overrides the option `people`.');
  await speakGerman(world.discord);
  const id = await expectPainted(world, 'ein Fuchs --ar 3:2', { options: { aspect_ratio: '1:1' } });
  expect(textOf(world.discord.message(id))).toContain('`--ar` im Prompt hat Vorrang vor der Option `1:1`.');
  expect(promptsOf(world)).toEqual(['a fox --aspect 3:2 --no snow', 'ein Fuchs --ar 3:2']);
});

test('what a phone made of a flag is put right before it is paid for, and one quiet line says so', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { message } = await typeCommand(world, 'imagine', { prompt: 'a blue fox —ar 16:9' });
  expect(textOf(message)).toContain('-# `—ar 16:9` read as `--ar 16:9`');
  const card = await expectPictures(discord, message?.id ?? '', 4);
  expect(textOf(card)).toContain('-# `—ar 16:9` read as `--ar 16:9`');
  await speakGerman(discord);
  const german = await expectPainted(world, 'ein „roter“ Fuchs —no Schnee');
  expect(textOf(discord.message(german))).toContain('-# `—no Schnee` als `--no Schnee` gelesen');
  expect(promptsOf(world)).toEqual(['a blue fox --ar 16:9', 'ein "roter" Fuchs --no Schnee']);
});

const PUT_RIGHT = [
  ['a fox --ar16x9, in the snow', '`--ar16x9,` read as `--ar 16:9`'],
  ['a fox --v 6 --ar 16 : 9', '`--ar 16 : 9` read as `--ar 16:9`'],
  [`${'a very long story of a fox '.repeat(200)}—ar16:9`, '`—ar16:9` read as `--ar 16:9`'],
] as const;

test('what was put right is said as it was typed, wherever it stands', async () => {
  const world = await startWorld();
  for (const [prompt, said] of PUT_RIGHT) {
    const { message } = await typeCommand(world, 'imagine', { prompt });
    expect(textOf(message)).toContain(said);
  }
});

test('nothing is said about a prompt that is sent as typed', async () => {
  const world = await startWorld();
  const prompt = 'a fox — the red one — at "—ar 16:9" --glimmer7 of gold';
  const typed = await expectPainted(world, prompt);
  const gen = await expectPainted(world, 'a fox — the red one', { command: 'gen' });
  for (const id of [typed, gen]) expect(textOf(world.discord.message(id))).not.toMatch(/read as|⚠️/);
  expect(promptsOf(world)).toEqual([prompt, 'Draw: a fox — the red one']);
});

test('an edited prompt is put right, too, and its fields are written into it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await expectPainted(world, 'a fox --ar 16:9');
  const person = discord.as(discord.world.member.id);
  const { modal } = await person.click(id, customIdOf(discord.message(id), 'edit-prompt'));
  const fields = { prompt: 'a fox —v6', aspectRatio: ['9:16'], without: 'snow' };
  const { message } = await person.submitModal(modal!, fields);
  expect(textOf(await expectPictures(discord, message?.id ?? '', 4))).toContain('`—v6` read as `--v 6`');
  expect(bodiesOf(world)[1]).toEqual({ prompt: 'a fox --v 6 --ar 9:16 --no snow' });
});

test('a prompt that is edited down to its flags is declined, and nothing more is submitted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await expectPainted(world, 'a fox --ar 16:9');
  const person = discord.as(discord.world.member.id);
  const { modal } = await person.click(id, customIdOf(discord.message(id), 'edit-prompt'));
  const { message } = await person.submitModal(modal!, { prompt: '--ar 16:9' });
  expect(message?.ephemeralTo).toBe(discord.world.member.id);
  expect(message?.content).toContain(errorText('prompt-empty'));
  expect(promptsOf(world)).toEqual(['a fox --ar 16:9']);
});
