import type { Message } from '../../sandbox/discord/index.ts';
import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { deleteBy } from '../actions/cards.ts';
import { changeBlocklist, openSettings } from '../world/admin-panels.ts';
import {
  ask,
  bodiesOf,
  cardAfter,
  expectAllClosed,
  expectPainted,
  openDetails,
  press,
  promptsOf,
  typeCommand,
} from '../world/asking.ts';
import { forgeClick } from '../world/forging.ts';
import { allTextOf, expectAnswer, expectPictures, idOf, labelsOf, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';
import { make, open, openPanel, POSTER, suggested, valueOf, makeStandard, shown } from '../world/styles.ts';

const { styles: texts, card } = ENGLISH;

test.each([
  ['imagine', ''],
  ['gen', 'Draw: '],
] as const)('/%s puts the prompt into a style', async (command, instruction) => {
  const world = await startWorld();
  await make(world, POSTER);
  await world.restart();
  const [only] = await suggested(world, 'pos', command);
  expect(only?.name).toBe('Poster · yours · a poster of {prompt}, 1960s');
  const id = await expectPainted(world, 'a fox', { command, options: { style: String(only?.value) } });
  await expectPainted(world, 'a hare', { command, options: { style: ' POSTER ' } });
  const posters = ['a poster of a fox, 1960s', 'a poster of a hare, 1960s'];
  expect(promptsOf(world)).toEqual(posters.map((poster) => `${instruction}${poster}`));
  expect(shown(world, id)).toContain('> a fox');
  expect(shown(world, id)).toContain(card.style('Poster'));
  expect(shown(world, id)).not.toContain('1960s');
  const details = await openDetails(world, id);
  expect(allTextOf(details.message)).toContain('a poster of a fox, 1960s');
});

test('without a place for it a style comes after the prompt and a comma, with its options', async () => {
  const world = await startWorld();
  await make(world, { name: 'Soft', text: 'in soft light --s 50', aspectRatio: '16:9', mode: 'relaxed' });
  await expectPainted(world, 'a fox', { options: { style: 'Soft' } });
  await expectPainted(world, 'a hare', { options: { style: 'Soft', aspect_ratio: '1:1', mode: 'fast' } });
  await expectPainted(world, 'an owl', { command: 'gen', options: { style: 'Soft' } });
  expect(bodiesOf(world)).toEqual([
    { prompt: 'a fox, in soft light --s 50 --ar 16:9', mode: 'relaxed' },
    { prompt: 'a hare, in soft light --s 50 --ar 1:1', mode: 'fast' },
    { prompt: 'Draw: an owl, in soft light', aspect_ratio: '16:9' },
  ]);
});

test('a style of one person is nothing for another, and theirs is not in the list', async () => {
  const world = await startWorld();
  const { secondMember } = world.discord.world;
  await make(world, POSTER);
  const style = await valueOf(world, 'Poster');
  expect(await suggested(world, '', 'imagine', secondMember.id)).toEqual([]);
  const { message } = await typeCommand(
    world,
    'imagine',
    { prompt: 'a fox', style },
    { personId: secondMember.id },
  );
  expect(message?.content).toContain(errorText('style-gone'));
  const panel = await openPanel(world, secondMember.id);
  const answer = await forgeClick(
    world.discord.as(secondMember.id),
    panel,
    customId('style-try', 'own', 0, style),
  );
  expect((await expectAnswer(world.discord, answer)).content).toContain(errorText('style-gone'));
});

test('a style that was deleted meanwhile is refused with the prompt, which goes on without it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await make(world, POSTER);
  const style = await valueOf(world, 'Poster');
  const panel = await open(world, 'Poster', 'own');
  await press(discord, member.id, panel, texts.delete);
  expect(shown(world, panel)).toContain(texts.deleteQuestion('`Poster`'));
  await press(discord, member.id, panel, texts.delete);
  const { message } = await typeCommand(world, 'imagine', { prompt: 'a fox', style });
  expect(message?.ephemeralTo).toBe(member.id);
  expect(message?.content).toContain('> a fox');
  expect(promptsOf(world)).toEqual([]);
  const { modal } = await press(discord, member.id, message?.id ?? '', card.buttons.editPrompt);
  if (!modal) throw new Error('no form');
  const made = await discord.as(member.id).submitModal(modal, {});
  await expectPictures(discord, await cardAfter(world, made), 4);
  expect(promptsOf(world)).toEqual(['a fox']);
});

test("Again, Vary and Edit prompt keep the style, and the form has the person's own prompt", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await make(world, POSTER);
  const id = await expectPainted(world, 'a fox --ar 1:1', { options: { style: 'Poster' } });
  await expectPictures(discord, idOf(await press(discord, member.id, id, card.buttons.again)), 4);
  const { modal } = await press(discord, member.id, id, card.buttons.editPrompt);
  if (!modal) throw new Error('no form');
  expect(JSON.stringify(modal)).toContain('"a fox"');
  expect(JSON.stringify(modal)).toContain(ENGLISH.options.inStyle('Poster'));
  const edited = idOf(await discord.as(member.id).submitModal(modal, { prompt: 'a hare' }));
  await expectPictures(discord, edited, 4);
  expect(shown(world, edited)).toContain('> a hare ');
  const picked = await press(discord, member.id, edited, '1');
  const varied = idOf(await press(discord, member.id, idOf(picked), ENGLISH.pictures.vary));
  await expectPictures(discord, varied, 1);
  expect(shown(world, varied)).toContain(card.style('Poster'));
  expect(promptsOf(world)).toEqual([
    'a poster of a fox, 1960s --ar 1:1',
    'a poster of a fox, 1960s --ar 1:1',
    'a poster of a hare, 1960s --ar 1:1',
    'Draw another version of this picture: a poster of a hare, 1960s',
  ]);
});

test('only the typed prompt has choices, and each of them gets the style', async () => {
  const world = await startWorld();
  const { discord } = world;
  await make(world, { name: 'Braces', text: '{prompt} in {oil, ink} --repeat 3' });
  const { message } = await typeCommand(world, 'imagine', { prompt: 'a {red, blue} fox', style: 'Braces' });
  expect(textOf(message)).toBe('1. a red fox\n2. a blue fox\n-# 🖌️ Style: Braces');
  await press(discord, discord.world.member.id, message?.id ?? '', 'Make 2');
  await expect.poll(() => promptsOf(world).length).toBe(2);
  expect(promptsOf(world)).toEqual(['a red fox in {oil, ink}', 'a blue fox in {oil, ink}']);
});

test("a server's styles are for all of its members, and for its admins to change", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await make(world, POSTER, 'server');
  expect((await suggested(world))[0]?.name).toContain("Poster · this server's");
  await expectPainted(world, 'a fox', { options: { style: 'poster' } });
  const panel = await open(world, 'Poster', 'server', member.id);
  expect(labelsOf(discord.message(panel)).flat()).toEqual([texts.try, texts.back]);
  const style = await valueOf(world, 'Poster');
  for (const id of [customId('style-delete', 'server', 1, style), customId('style-form', 'server')]) {
    const answer = await expectAnswer(discord, await forgeClick(discord.as(member.id), panel, id));
    expect(answer.content, id).toContain(errorText('missing-right', { right: 'Manage Server' }));
  }
  expect(await suggested(world)).toHaveLength(1);
});

const places = [{ title: 'SQLite', available: true, url: undefined }, ...SERVERS];

for (const place of places)
  test.skipIf(!place.available)(
    `the server's defaults hold unless a person chooses: ${place.title}`,
    async () => {
      const world = await startWorld('fresh' in place ? { env: { STORE_URL: await place.fresh() } } : {});
      const { discord } = world;
      await make(world, { name: 'House', text: 'in blue' }, 'server');
      await make(world, { name: 'Mine', text: 'in red --no snow' });
      await makeStandard(world, 'House');
      const settings = await openSettings(discord);
      const admin = discord.as(discord.world.admin.id);
      const { modal } = await admin.click(settings, customId('settings-form', 'without'));
      if (!modal) throw new Error('no form');
      await admin.submitModal(modal, { without: 'text' });
      await world.restart();
      await expectPainted(world, 'a fox');
      await expectPainted(world, 'a fox', { options: { style: 'Mine', without: 'people' } });
      const [none, ...others] = await suggested(world);
      expect(none?.name).toBe(texts.none);
      expect(others.map(({ name }) => name)).toEqual([
        'Mine · yours · in red --no snow',
        `House · ${texts.standard} · in blue`,
      ]);
      await expectPainted(world, 'a fox', { options: { style: String(none?.value) } });
      const panel = await open(world, 'House', 'server');
      await press(discord, discord.world.admin.id, panel, texts.makeStandard.true);
      await expectPainted(world, 'a hare');
      expect(promptsOf(world)).toEqual([
        'a fox, in blue --no text',
        'a fox, in red --no people, snow',
        'a fox --no text',
        'a hare --no text',
      ]);
    },
  );

test('Try it makes a request of either command, and a form that is sent twice makes one', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await make(world, POSTER);
  const panel = await open(world, 'Poster', 'own');
  const { modal } = await press(discord, member.id, panel, texts.try);
  if (!modal) throw new Error('no form');
  const person = discord.as(member.id);
  const answer = await person.submitModal(modal, { prompt: 'a fox', command: ['gen'] });
  await world.restart();
  const again = await person.submitModal(modal, { prompt: 'a fox', command: ['gen'] });
  expect((await expectAnswer(discord, again)).content).toContain(errorText('already-started'));
  await expectPictures(discord, idOf(answer), 1);
  expect(discord.message(idOf(answer))?.ephemeralTo).toBeNull();
  expect(promptsOf(world)).toEqual(['Draw: a poster of a fox, 1960s']);
});

test('the same prompt in another style, a moment later, is another request', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const person = discord.as(member.id);
  await make(world, POSTER);
  await make(world, { name: 'Ink', text: 'ink of {prompt}' });
  const forms = [];
  for (const name of ['Poster', 'Ink'])
    forms.push((await press(discord, member.id, await open(world, name, 'own'), texts.try)).modal);
  for (const form of forms) {
    if (!form) throw new Error('no form');
    await expectPictures(discord, idOf(await person.submitModal(form, { prompt: 'a fox' })), 4);
  }
  expect(promptsOf(world)).toEqual(['a poster of a fox, 1960s', 'ink of a fox']);
});

test('the blocklist reads the prompt as typed and as a style makes it', async () => {
  const world = await startWorld();
  await changeBlocklist(world, { rules: 'gore' });
  await make(world, { name: 'Re', text: '{prompt}re' });
  await make(world, { name: 'Hide', text: 'x{prompt}x' });
  for (const [prompt, style] of [
    ['go', 'Re'],
    ['gore', 'Hide'],
  ] as const) {
    const { message } = await typeCommand(world, 'imagine', { prompt, style });
    expect(message?.content).toContain('This server blocks');
  }
  expect(promptsOf(world)).toEqual([]);
});

test('a prompt that is too long with its style is refused with its name, and goes on in it once it is shorter', async () => {
  const world = await startWorld();
  await make(world, { name: 'Long', text: 'x'.repeat(4_000) });
  const { message } = await typeCommand(world, 'imagine', { prompt: 'y'.repeat(3_000), style: 'Long' });
  expect(message?.content).toContain('With the style `Long`, your prompt has 7,002 characters');
  expect(promptsOf(world)).toEqual([]);
  const { member } = world.discord.world;
  const { modal } = await press(world.discord, member.id, message?.id ?? '', card.buttons.editPrompt);
  if (!modal) throw new Error('no form');
  expect(JSON.stringify(modal)).toContain(ENGLISH.options.inStyle('Long'));
  const shorter = await world.discord.as(member.id).submitModal(modal, { prompt: 'a fox' });
  await expectPictures(world.discord, await cardAfter(world, shorter), 4);
  expect(promptsOf(world)).toEqual([`a fox, ${'x'.repeat(4_000)}`]);
});

test('a style is changed in the panel, and two of a list never have one name', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await make(world, POSTER);
  const { message } = await make(world, { name: ' POSTER ', text: 'another' });
  expect(message?.content).toContain('already');
  const panel = await open(world, 'Poster', 'own');
  const { modal } = await press(discord, member.id, panel, texts.edit);
  if (!modal) throw new Error('no form');
  await discord.as(member.id).submitModal(modal, { text: 'in hard light' });
  expect(shown(world, panel)).toContain(texts.heads.own(1, 25));
  await expectPainted(world, 'a fox', { options: { style: 'poster' } });
  expect(promptsOf(world)).toEqual(['a fox, in hard light']);
});

test('there are 25 of one’s own, and a server’s 26th stands in a second menu', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const before = await discord
    .as(member.id)
    .click(await openPanel(world, member.id), customId('style-form', 'own'));
  const names = Array.from({ length: 26 }, (_none, index) => `Style ${index}`);
  for (const name of names.slice(1)) await make(world, { name, text: 'in ink' });
  if (!before.modal) throw new Error('no form');
  const refused = await discord.as(member.id).submitModal(before.modal, { name: 'Style 0', text: 'in ink' });
  expect(textOf(refused.message)).toContain(errorText('too-many-styles', { limit: 25 }));
  for (const name of names) await make(world, { name, text: 'in chalk' }, 'server');
  await open(world, 'Style 9', 'server', member.id);
  expect(await suggested(world)).toHaveLength(25);
});

test('a style shows the last picture that its person made with it, and none that is hidden or deleted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await make(world, POSTER);
  // The signature of a link changes each second.
  const fileIn = (message: Message | undefined) => {
    const url = message?.embeds[0]?.image?.url;
    return url === undefined ? undefined : new URL(url).pathname;
  };
  const previewIn = async () => fileIn(discord.message(await open(world, 'Poster', 'own', member.id)));
  expect(await previewIn()).toBeUndefined();
  const style = await valueOf(world, 'Poster');
  const first = await expectPainted(world, 'a fox', { command: 'gen', options: { style } });
  await ask(world, 'a hare', { command: 'gen', options: { style, spoiler: true } });
  await expectPainted(world, 'an owl', { command: 'gen' });
  await expectAllClosed(world);
  expect(await previewIn()).toBe(fileIn(discord.message(first)));
  await deleteBy(world, member.id, first);
  expect(await previewIn()).toBeUndefined();
});

test('/privacy gives and deletes the styles of a person', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await make(world, POSTER);
  const panel = idOf(await typeCommand(world, 'privacy'));
  const file = await expectAnswer(discord, await discord.as(member.id).click(panel, customId('export-data')));
  expect(await (await fetch(file.attachments[0]?.url ?? '')).json()).toMatchObject({
    'history and defaults': [{ profile: { styles: [POSTER] } }],
  });
  await press(discord, member.id, panel, ENGLISH.privacy.delete);
  const asked = discord.messagesIn(discord.world.atelier.channelId);
  const confirm = [discord.message(panel), ...asked].find(
    (message) => message && labelsOf(message).flat().includes(ENGLISH.privacy.confirm),
  );
  await press(discord, member.id, confirm?.id ?? panel, ENGLISH.privacy.confirm);
  await expect.poll(() => suggested(world)).toEqual([]);
});
