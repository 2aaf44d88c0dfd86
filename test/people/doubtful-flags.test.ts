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

test.each([
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
])('%s is asked about before it is paid for', async (prompt, doubt) => {
  const world = await startWorld();
  const { message } = await interact(world, prompt);
  expect(message?.ephemeralTo).toBe(world.discord.world.member.id);
  expect(message?.content.replaceAll('\\', '')).toContain(doubt);
  expect(message?.content).toContain(several.wouldSend);
  const [buttons] = labelsOf(message);
  expect(buttons?.slice(-3)).toEqual(['Edit prompt', several.send, several.cancel]);
  expect(world.service.submissions).toEqual([]);
  const sent = await pressed(world, message?.id ?? '', several.send);
  await expectPictures(world.discord, await cardAfter(world, sent), 4);
  expect(bodiesOf(world)).toEqual([{ prompt }]);
});

test.each([
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
])('%s is sent as it is', async (prompt) => {
  const world = await startWorld();
  await expectPainted(world, prompt);
  expect(bodiesOf(world)).toEqual([{ prompt }]);
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

test.each([
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
])(
  'an option of /gen that is typed as the flag %s is asked about before it is paid for',
  async (typed, option) => {
    const world = await startWorld();
    const { message } = await interact(world, `a fox ${typed}`, { command: 'gen' });
    expect(message?.content.replaceAll('\\', '')).toContain(several.doubts.option(typed, option));
    expect(world.service.submissions).toEqual([]);
  },
);

test.each([
  ['imagine', '--size 4K', 'size', '/gen'],
  ['imagine', '—output_size 2560x1440', 'output_size', '/gen'],
  ['imagine', '--reference cat', 'reference', '/gen'],
  ['gen', '--mode relaxed', 'mode', '/imagine'],
  ['gen', '--without trees', 'without', '/imagine'],
] as const)(
  'in /%s, %s is asked about as the option of the other command',
  async (command, typed, meant, other) => {
    const world = await startWorld();
    const { message } = await interact(world, `a fox ${typed}`, { command });
    expect(message?.content.replaceAll('\\', '')).toContain(several.doubts.elsewhere(typed, meant, other));
    expect(world.service.submissions).toEqual([]);
  },
);

test.each(['a fox,--size 4K', 'a fox (--size 4K)', 'a fox -- size 4K', 'a fox --size4K'])(
  'an option of /gen that is glued or apart is asked about: %s',
  async (prompt) => {
    const world = await startWorld();
    const { message } = await interact(world, prompt, { command: 'gen' });
    expect(message?.content).toContain('Use the option `size`');
    expect(world.service.submissions).toEqual([]);
  },
);

test('a ratio that is typed as the size of /gen is the flag for ratios', async () => {
  const world = await startWorld();
  const { message } = await interact(world, 'a fox --size 16:9', { command: 'gen' });
  expect(message?.content.replaceAll('\\', '')).toContain(several.doubts.name('--size 16:9', 'ar'));
});

test.each([
  'a sign that says “the --size matters”',
  'a book --text "the --size 4K"',
  'a toy—model of a train, size 4',
  'a toy--model of a train',
])('%s is sent by /gen as it is', async (prompt) => {
  const world = await startWorld();
  await expectPainted(world, prompt, { command: 'gen' });
  expect(bodiesOf(world)).toEqual([{ prompt: `Draw: ${prompt}` }]);
});

test('the ratio that is chosen counts beside an unknown flag that begins like the one for ratios', async () => {
  const world = await startWorld();
  const { message } = await interact(world, 'a fox --aspect_ratio 3:2', { options: { aspect_ratio: '2:1' } });
  expect(message?.content.replaceAll('\\', '')).toContain('--ar 2:1');
});

test.each([
  ['a fox --arr 3:2 --repeat 1', 'a fox --arr 3:2'],
  ['"a fox --arr 3:2"', 'a fox --arr 3:2'],
  ['a fox in \\{snow\\} --arr 3:2', 'a fox in {snow} --arr 3:2'],
])('what is sent of %s is what was shown', async (typed, shown) => {
  const world = await startWorld();
  const { message } = await interact(world, typed);
  expect(message?.content.replaceAll('\\', '')).toContain(`> ${shown}`);
  await pressed(world, message?.id ?? '', several.send);
  await expectAllClosed(world);
  expect(promptsOf(world)).toEqual([shown]);
});

test('a long value is named as cut, and a list says that nothing was submitted', async () => {
  const world = await startWorld();
  const url = 'https://example.com/hooks/finished';
  const { message } = await interact(world, `a {red, blue} fox --hook_url ${url}`);
  expect(message?.content).toContain('…');
  expect(message?.content).toContain(several.wouldSend);
});

test.each(['a fox --private-mode', 'a fox --private_answer'])(
  '%s is for its person alone',
  async (prompt) => {
    const world = await startWorld();
    const { message } = await interact(world, prompt);
    expect(message?.ephemeralTo).toBe(world.discord.world.member.id);
  },
);

test.each([
  ['a fox --ar-wide', several.doubts.ratio('--ar-wide')],
  ['{a fox --repeat 3 }', several.doubts.number('--repeat 3', 'repeat')],
])('%s is asked about, too', async (prompt, doubt) => {
  const world = await startWorld();
  const { message } = await interact(world, prompt);
  expect(message?.content.replaceAll('\\', '')).toContain(doubt);
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

test.each(['a fox --ar {1:1, 16:9}', '{a fox --ar 1:1, a fox --ar 16:9}'])(
  '%s is two requests, each with its ratio, and nothing in them is doubtful',
  async (prompt) => {
    const world = await startWorld();
    const { message } = await interact(world, prompt);
    expect(message?.content).toBe('');
    await pressed(world, message?.id ?? '', 'Make 2');
    await expectSubmissions(world, 2);
    const ratios = ['1:1', '16:9'].map((ratio) => ({ prompt: `a fox --ar ${ratio}` }));
    expect(bodiesOf(world)).toEqual(expect.arrayContaining(ratios));
  },
);

test('words after --private are part of the prompt, and the pictures are private', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { message } = await interact(world, 'a fox --private in the snow');
  expect(message?.ephemeralTo).toBe(discord.world.member.id);
  await expectSubmissions(world, 1);
  expect(bodiesOf(world)).toEqual([{ prompt: 'a fox in the snow' }]);
});

test.each([
  ['imagine', 'a fox --arr 3:2', 'Use --ar 3:2', { prompt: 'a fox --ar 3:2' }],
  ['imagine', 'a fox -ar 3:2 --v 7', 'Use --ar', { prompt: 'a fox --ar 3:2 --v 7' }],
  ['imagine', 'a fox --ratio 3:2 --tlie', 'Use --ar 3:2 --tile', { prompt: 'a fox --ar 3:2 --tile' }],
  ['imagine', 'a fox --size 16:9', 'Use --ar 16:9', { prompt: 'a fox --ar 16:9' }],
  ['gen', 'draw a fox --arr 16:9', 'Use --ar 16:9', { prompt: 'draw a fox', aspect_ratio: '16:9' }],
] as const)(
  'in /%s, %s is made as it was meant with the first, blue button',
  async (command, prompt, label, body) => {
    const world = await startWorld();
    const { discord } = world;
    const { message } = await interact(world, prompt, { command });
    expect(labelsOf(message)[0]?.[0]).toBe(label);
    expect(componentsOf(message).filter(({ style }) => style === 1)).toHaveLength(1);
    await world.restart();
    const person = discord.as(discord.world.member.id);
    const id = customIdOf(message, 'use-meant');
    const [made] = await Promise.all([
      person.click(message?.id ?? '', id),
      person.click(message?.id ?? '', id),
    ]);
    await cardAfter(world, made);
    await expectAllClosed(world);
    expect(bodiesOf(world)).toEqual([body]);
    expect(discord.message(message?.id ?? '')).toBeUndefined();
  },
);

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
