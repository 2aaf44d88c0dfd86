import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { setNumbers } from '../world/admin-panels.ts';
import {
  bodiesOf,
  cardAfter,
  expectAllClosed,
  expectPainted,
  expectSubmissions,
  interact,
  press,
  promptsOf,
} from '../world/asking.ts';
import { componentsOf, customIdOf, expectPictures, labelsOf, textOf } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const { several } = ENGLISH;
const DOUBTFUL = 'a fox --arr 3:2';

const pressed = async ({ discord }: World, id: string, label: string) =>
  press(discord, discord.world.member.id, id, label);

/** What the question about a prompt says is doubtful. */
const ASKED_ABOUT = [
  ['a fox --arr 3:2', several.doubts.name('--arr 3:2', 'ar')],
  ['a fox --tlie', several.doubts.name('--tlie', 'tile')],
  ['a fox --stylise 200', several.doubts.name('--stylise 200', 'stylize')],
  ['a fox -ar 3:2', several.doubts.name('-ar', 'ar')],
  ['a fox --ar 3;2', several.doubts.ratio('--ar 3;2')],
  ['a fox --ar 0:0', several.doubts.ratio('--ar 0:0')],
  ['a fox in ||snow --ar 3:2||', several.doubts.ratio('--ar 3:2||')],
  ['a fox (in snow --chaos 20)', several.doubts.number('--chaos 20)', 'chaos')],
  ['a fox (in snow --repeat 3)', several.doubts.number('--repeat 3)', 'repeat')],
  ['a fox --ratio 3:2', several.doubts.name('--ratio 3:2', 'ar')],
  ['a fox --size 1024x768', several.doubts.name('--size 1024x768', 'ar')],
  ['a fox --seed 12 --ar', several.doubts.ratio('--ar')],
  ['a fox --chaos abc', several.doubts.number('--chaos abc', 'chaos')],
  ['a fox --repeat two', several.doubts.number('--repeat two', 'repeat')],
  ['a fox --repeat 0', several.doubts.number('--repeat 0', 'repeat')],
  ['a fox -private', several.doubts.name('-private', 'private')],
  ['—private a fox in the snow', several.doubts.name('—private', 'private')],
  ['a fox—private in the snow', several.doubts.name('—private', 'private')],
  ['a fox --no', several.doubts.words('--no')],
  ['a fox --style --ar 3:2', several.doubts.words('--style')],
  ['a fox --aspect_ratio 3:2', several.doubts.name('--aspect_ratio 3:2', 'ar')],
  ['a fox --aspect-ratio wide', several.doubts.name('--aspect-ratio wide', 'ar')],
  ['a fox --without trees', several.doubts.option('--without trees', 'without')],
  ['a fox --ar-wide', several.doubts.ratio('--ar-wide')],
] as const;

test('what is doubtful is asked about before it is paid for, and sent as it is by the button', async () => {
  const world = await startWorld();
  const prompts: string[] = [];
  for (const [prompt, doubt] of ASKED_ABOUT) {
    const { message } = await interact(world, prompt);
    expect(message?.ephemeralTo, prompt).toBe(world.discord.world.member.id);
    expect(message?.content.replaceAll('\\', '')).toContain(doubt);
    expect(message?.content).toContain(several.wouldSend);
    const [buttons] = labelsOf(message);
    expect(buttons?.slice(-3)).toEqual(['Edit prompt', several.send, several.cancel]);
    expect(promptsOf(world)).toEqual(prompts);
    const sent = await pressed(world, message?.id ?? '', several.send);
    await expectPictures(world.discord, await cardAfter(world, sent), 4);
    prompts.push(prompt);
    expect(bodiesOf(world).at(-1)).toEqual({ prompt });
  }
  expect(promptsOf(world)).toEqual(prompts);
});

const UNDOUBTED = [
  'a castle --dramatic',
  'a fox --foo bar',
  'a fox --niji --weird',
  'a fox --p',
  'a fox --v 6.1 --s 250 --chaos 5 --no dogs --sref random --style raw --tile --q .5',
  'two foxes -- one red, one blue',
  'a fox in the --night',
  'a house — private, with a semi-private garden',
  'a sign that says "--mode fast"',
  'a chair — mode of the seventies, size matters',
];

test('what only looks like a flag, and the flags of the service, are sent as they are', async () => {
  const world = await startWorld();
  for (const prompt of UNDOUBTED) await expectPainted(world, prompt);
  expect(bodiesOf(world)).toEqual(UNDOUBTED.map((prompt) => ({ prompt })));
});

test('what is asked about can be put right in the form, and is paid for once', async () => {
  const world = await startWorld();
  const { discord } = world;
  const person = discord.as(discord.world.member.id);
  const { message } = await interact(world, 'a fox --arr 3:2', { options: { mode: 'relaxed' } });
  const { modal } = await person.click(message?.id ?? '', customIdOf(message, 'edit-refused'));
  const made = await person.submitModal(modal!, { prompt: 'a fox --ar 3:2' });
  await expectPictures(discord, await cardAfter(world, made), 4);
  expect(bodiesOf(world)).toEqual([{ prompt: 'a fox --ar 3:2', mode: 'relaxed' }]);
  expect(discord.message(message?.id ?? '')).toBeUndefined();
  await expectSubmissions(world, 1);
});

test('a question is answered once, however often it is pressed after a restart', async () => {
  const world = await startWorld();
  const { message } = await interact(world, DOUBTFUL);
  await world.restart();
  const answers = await Promise.all([1, 2, 3].map(() => pressed(world, message?.id ?? '', several.send)));
  const again = answers.filter((answer) => answer.message?.content === errorText('already-started'));
  expect(again).toHaveLength(2);
  await expectAllClosed(world);
  expect(promptsOf(world)).toEqual([DOUBTFUL]);
});

test('what is asked about counts when it is sent: then the last request of the day may be gone', async () => {
  const world = await startWorld();
  await setNumbers(world, { personDaily: '1' });
  const { message } = await interact(world, DOUBTFUL);
  await expectPainted(world, 'a hen');
  const late = await pressed(world, message?.id ?? '', several.send);
  expect(late.message?.content).toContain('your limit of 1 request');
  await expectAllClosed(world);
  expect(promptsOf(world)).toEqual(['a hen']);
});

test('in /gen only the flags that do something there are asked about', async () => {
  const world = await startWorld();
  const { message } = await interact(world, 'draw a fox --arr 3:2', { command: 'gen' });
  expect(message?.content.replaceAll('\\', '')).toContain(several.doubts.name('--arr 3:2', 'ar'));
  const id = await expectPainted(world, 'draw a hen --chaos abc', { command: 'gen' });
  expect(textOf(world.discord.message(id))).toContain('no effect');
  await expectSubmissions(world, 1);
});

const OPTIONS_OF_GEN = [
  ['--size 4K', 'size'],
  ['--output-size 2560x1440', 'output_size'],
  ['—output_size 2560x1440', 'output_size'],
  ['--MODEL best', 'model'],
  ['--spoiler', 'spoiler'],
  ['--hook_url secret', 'hook_url'],
  ['--start_from last', 'start_from'],
  ['--size 1920x1080', 'output_size'],
  ['--outputSize 1920x1080', 'output_size'],
  ['--resolution 1920x1080', 'output_size'],
  ['-size 4K', 'size'],
  ['——size 4K', 'size'],
  ['－－size 4K', 'size'],
  ['--referenceurls example', 'reference_urls'],
] as const;

test('an option of /gen that is typed as a flag is asked about before it is paid for', async () => {
  const world = await startWorld();
  for (const [typed, option] of OPTIONS_OF_GEN) {
    const { message } = await interact(world, `a fox ${typed}`, { command: 'gen' });
    expect(message?.content.replaceAll('\\', '')).toContain(several.doubts.option(typed, option));
  }
  for (const prompt of ['a fox,--size 4K', 'a fox (--size 4K)', 'a fox -- size 4K', 'a fox --size4K']) {
    const { message } = await interact(world, prompt, { command: 'gen' });
    expect(message?.content, prompt).toContain('Use the option `size`');
  }
  expect(world.service.submissions).toEqual([]);
});

const OPTIONS_OF_ANOTHER = [
  ['imagine', '--size 4K', 'size', '/gen'],
  ['imagine', '—output_size 2560x1440', 'output_size', '/gen'],
  ['imagine', '--reference cat', 'reference', '/gen'],
  ['gen', '--mode relaxed', 'mode', '/imagine'],
  ['gen', '--without trees', 'without', '/imagine'],
] as const;

test('what is an option of the other command is asked about as that', async () => {
  const world = await startWorld();
  for (const [command, typed, meant, other] of OPTIONS_OF_ANOTHER) {
    const { message } = await interact(world, `a fox ${typed}`, { command });
    expect(message?.content.replaceAll('\\', '')).toContain(several.doubts.elsewhere(typed, meant, other));
  }
  expect(world.service.submissions).toEqual([]);
});

test('a ratio that is typed as the size of /gen is the flag for ratios', async () => {
  const world = await startWorld();
  const { message } = await interact(world, 'a fox --size 16:9', { command: 'gen' });
  expect(message?.content.replaceAll('\\', '')).toContain(several.doubts.name('--size 16:9', 'ar'));
});

const UNDOUBTED_IN_GEN = [
  'a sign that says “the --size matters”',
  'a book --text "the --size 4K"',
  'a toy—model of a train, size 4',
  'a toy--model of a train',
];

test('what only looks like an option is sent by /gen as it is', async () => {
  const world = await startWorld();
  for (const prompt of UNDOUBTED_IN_GEN) await expectPainted(world, prompt, { command: 'gen' });
  expect(bodiesOf(world)).toEqual(UNDOUBTED_IN_GEN.map((prompt) => ({ prompt: `Draw: ${prompt}` })));
});

test('the ratio that is chosen counts beside an unknown flag that begins like the one for ratios', async () => {
  const world = await startWorld();
  const { message } = await interact(world, 'a fox --aspect_ratio 3:2', { options: { aspect_ratio: '2:1' } });
  expect(message?.content.replaceAll('\\', '')).toContain('--ar 2:1');
});

test('what is sent is what was shown', async () => {
  const world = await startWorld();
  for (const [typed, shown] of [
    ['a fox --arr 3:2 --repeat 1', 'a fox --arr 3:2'],
    ['"a fox --arr 3:2"', 'a fox --arr 3:2'],
    ['a fox in \\{snow\\} --arr 3:2', 'a fox in {snow} --arr 3:2'],
  ] as const) {
    const { message } = await interact(world, typed);
    expect(message?.content.replaceAll('\\', '')).toContain(`> ${shown}`);
    await pressed(world, message?.id ?? '', several.send);
    await expectAllClosed(world);
    expect(promptsOf(world).at(-1)).toBe(shown);
  }
  await expectSubmissions(world, 3);
});

test('a long value is named as cut, and a list says that nothing was submitted', async () => {
  const world = await startWorld();
  const url = 'https://example.com/hooks/finished';
  const { message } = await interact(world, `a {red, blue} fox --hook_url ${url}`);
  expect(message?.content).toContain('…');
  expect(message?.content).toContain(several.wouldSend);
});

test('what resembles --private is for its person alone', async () => {
  const world = await startWorld();
  for (const prompt of ['a fox --private-mode', 'a fox --private_answer']) {
    const { message } = await interact(world, prompt);
    expect(message?.ephemeralTo).toBe(world.discord.world.member.id);
  }
});

test('a number of requests inside of braces is asked about, too', async () => {
  const world = await startWorld();
  const { message } = await interact(world, '{a fox --repeat 3 }');
  expect(message?.content.replaceAll('\\', '')).toContain(several.doubts.number('--repeat 3', 'repeat'));
  expect(world.service.submissions).toEqual([]);
});

test('a mode that is typed with another word behind it counts', async () => {
  const world = await startWorld();
  await expectPainted(world, 'a fox --relax-mode');
  expect(bodiesOf(world)).toMatchObject([{ mode: 'relaxed' }]);
});

test('too many requests are no number that is missing', async () => {
  const world = await startWorld();
  const { message } = await interact(world, 'a fox --repeat 99');
  expect(message?.content).toContain(several.tooMany(4));
  expect(message?.content).not.toContain('needs a number');
});

test('several requests are listed with what is doubtful in them', async () => {
  const world = await startWorld();
  const { message } = await interact(world, 'a {red, blue} fox --arr 3:2');
  expect(message?.content.replaceAll('\\', '')).toContain(several.doubts.name('--arr 3:2', 'ar'));
  await pressed(world, message?.id ?? '', 'Make 2');
  await expectSubmissions(world, 2);
});

test('two ratios in braces are two requests, each with its own, and nothing in them is doubtful', async () => {
  const world = await startWorld();
  const ratios = ['1:1', '16:9'].map((ratio) => ({ prompt: `a fox --ar ${ratio}` }));
  for (const prompt of ['a fox --ar {1:1, 16:9}', '{a fox --ar 1:1, a fox --ar 16:9}']) {
    const before = bodiesOf(world).length;
    const { message } = await interact(world, prompt);
    expect(message?.content).toBe('');
    await pressed(world, message?.id ?? '', 'Make 2');
    await expectSubmissions(world, before + 2);
    expect(bodiesOf(world).slice(before)).toEqual(expect.arrayContaining(ratios));
    await expectAllClosed(world);
  }
});

test('words after --private are part of the prompt, and the pictures are private', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { message } = await interact(world, 'a fox --private in the snow');
  expect(message?.ephemeralTo).toBe(discord.world.member.id);
  await expectSubmissions(world, 1);
  expect(bodiesOf(world)).toEqual([{ prompt: 'a fox in the snow' }]);
});

const MEANT = [
  ['imagine', 'a fox --arr 3:2', 'Use --ar 3:2', { prompt: 'a fox --ar 3:2' }],
  ['imagine', 'a fox -ar 3:2 --v 7', 'Use --ar', { prompt: 'a fox --ar 3:2 --v 7' }],
  ['imagine', 'a fox --ratio 3:2 --tlie', 'Use --ar 3:2 --tile', { prompt: 'a fox --ar 3:2 --tile' }],
  ['imagine', 'a fox --size 16:9', 'Use --ar 16:9', { prompt: 'a fox --ar 16:9' }],
  ['gen', 'draw a fox --arr 16:9', 'Use --ar 16:9', { prompt: 'draw a fox', aspect_ratio: '16:9' }],
] as const;

test('what is doubtful is made as it was meant with the first, blue button, once, also after a restart', async () => {
  const world = await startWorld();
  const { discord } = world;
  const person = discord.as(discord.world.member.id);
  const questions = [];
  for (const [command, prompt, label] of MEANT) {
    const { message } = await interact(world, prompt, { command });
    expect(labelsOf(message)[0]?.[0]).toBe(label);
    expect(componentsOf(message).filter(({ style }) => style === 1)).toHaveLength(1);
    questions.push(message);
  }
  await world.restart();
  for (const message of questions) {
    const press = () => person.click(message?.id ?? '', customIdOf(message, 'use-meant'));
    const [made] = await Promise.all([press(), press()]);
    await cardAfter(world, made);
    await expectAllClosed(world);
    expect(discord.message(message?.id ?? '')).toBeUndefined();
  }
  expect(bodiesOf(world)).toEqual(MEANT.map(([, , , body]) => body));
});

test('what was meant as private is, also by the button', async () => {
  const world = await startWorld();
  const { message } = await interact(world, 'a fox—private in the snow');
  await pressed(world, message?.id ?? '', 'Use --private');
  await expectAllClosed(world);
  expect(bodiesOf(world)).toEqual([{ prompt: 'a fox in the snow' }]);
  const { atelier, member } = world.discord.world;
  const seen = world.discord.messagesIn(atelier.channelId).map(({ ephemeralTo }) => ephemeralTo);
  expect(new Set(seen)).toEqual(new Set([member.id]));
});

test('where another flag is still doubtful, the same message asks about it', async () => {
  const world = await startWorld();
  const { message } = await interact(world, 'a fox --tlie --chaos abc');
  const asked = await pressed(world, message?.id ?? '', 'Use --tile');
  expect(asked.message?.id).toBe(message?.id);
  expect(asked.message?.content.replaceAll('\\', '')).toContain(
    several.doubts.number('--chaos abc', 'chaos'),
  );
  expect(asked.message?.content).not.toContain('tlie');
  expect(bodiesOf(world)).toEqual([]);
});

test('pictures are a number in the question, and the other options stand there, too', async () => {
  const world = await startWorld();
  const reference = { filename: 'SPOILER_cat.png', contentType: 'image/png', bytes: pictureOf() };
  const options = { reference, size: '4K', private: true };
  const { message } = await interact(world, 'add a hat --arr 3:2', { command: 'gen', options });
  expect(message?.content).toContain('-# From 1 picture · 4K · Private · Spoiler');
  expect(message?.content).not.toContain('://');
});
