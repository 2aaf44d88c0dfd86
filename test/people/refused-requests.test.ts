import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Message, Modal } from '../../sandbox/discord/index.ts';
import { ENGLISH, wordsIn } from '../../src/messages/language.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { occupy } from '../storage/sqlite-tool.ts';
import {
  blockPerson,
  changeBlocklist,
  openSettings,
  setNumbers,
  speakGerman,
} from '../world/admin-panels.ts';
import { forgeClick } from '../world/forging.ts';
import { bodiesOf, cardAfter, expectPainted, interact, press, type Asking } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { NO_SHARED_KEY, SERVER_KEY, openAccounts, setKey } from '../world/keys.ts';
import {
  buttonsOf,
  customIdOf,
  expectAnswer,
  expectPictures,
  expectText,
  idOf,
  textOf,
} from '../world/messages.ts';
import { erase } from '../world/privacy.ts';
import { rowsLike } from '../world/stored-rows.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const { editPrompt, tryAgain } = ENGLISH.card.buttons;
const GONE = errorText('draft-gone');

/** A request that is refused. Returns what the member reads. */
const refused = async (world: World, prompt: string, asking: Asking = {}): Promise<Message> => {
  const { message } = await interact(world, prompt, asking);
  expect(message?.ephemeralTo).toBe(world.discord.world.member.id);
  if (!message) throw new Error('there is no answer');
  return message;
};

const labelsOf = (message: Message | undefined): string[] => Object.keys(buttonsOf(message));

const valueOf = (modal: Modal | undefined, name: string): unknown => {
  const component = modal?.components.find((label) => label.component?.custom_id === name)?.component;
  return component?.value ?? component?.options?.find((option) => option.default === true)?.value;
};

const pressed = ({ discord }: World, { id }: Message, label: string) =>
  press(discord, discord.world.member.id, id, label);

/** The form behind Edit prompt. */
const formOf = async (world: World, message: Message): Promise<Modal> => {
  const { modal } = await pressed(world, message, editPrompt);
  if (!modal) throw new Error('there is no form');
  return modal;
};

test('at a limit the prompt is quoted, and goes on with one button once there is room, though Easel restarted', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  await setNumbers(world, { personDaily: '1' });
  await expectPainted(world, 'the only one');
  const options = { mode: 'relaxed', private: true };
  const message = await refused(world, 'a fox\nin the snow', { options });
  expect(textOf(message)).toContain('your limit of 1 request');
  expect(textOf(message)).toContain('> a fox\n> in the snow');
  expect(labelsOf(message)).toEqual([editPrompt, tryAgain]);
  const still = await expectAnswer(discord, await pressed(world, message, tryAgain));
  expect(textOf(still)).toContain('> a fox\n> in the snow');
  await world.restart();
  await setNumbers(world, { personDaily: '2' });
  clock.advance(MINUTE_MS);
  const card = await expectPictures(discord, idOf(await pressed(world, message, tryAgain)), 4);
  expect(card.ephemeralTo).toBe(discord.world.member.id);
  expect(bodiesOf(world).at(-1)).toEqual({ prompt: 'a fox\nin the snow', mode: 'relaxed' });
  // It became a request: the same button makes no second one.
  clock.advance(MINUTE_MS);
  await setNumbers(world, {});
  expect(textOf((await pressed(world, message, tryAgain)).message)).toContain(GONE);
  expect(bodiesOf(world)).toHaveLength(2);
});

test('a blocked prompt is edited in a form with its options, and checked again', async () => {
  const world = await startWorld();
  const { discord } = world;
  await changeBlocklist(world, { rules: 'wolf' });
  const options = { aspect_ratio: '16:9', size: '4K' };
  const message = await refused(world, 'draw a wolf', { command: 'gen', options });
  expect(textOf(message)).toContain('> draw a wolf');
  // To wait would not help.
  expect(labelsOf(message)).toEqual([editPrompt]);
  const form = await formOf(world, message);
  const fields = ['prompt', 'aspectRatio', 'size'].map((name) => valueOf(form, name));
  expect(fields).toEqual(['draw a wolf', '16:9', '4K']);
  const again = await discord.as(discord.world.member.id).submitModal(form, { prompt: 'draw two wolf pups' });
  expect(again.message?.ephemeralTo).toBe(discord.world.member.id);
  expect(textOf(again.message)).toContain('> draw two wolf pups');
  const second = await formOf(world, again.message!);
  const done = await discord.as(discord.world.member.id).submitModal(second, { prompt: 'draw two dogs' });
  const card = await expectPictures(discord, await cardAfter(world, done), 1);
  expect(card.ephemeralTo).toBeNull();
  expect(bodiesOf(world)).toEqual([{ prompt: 'draw two dogs', aspect_ratio: '16:9', size: '4K' }]);
});

test('where no other prompt would help, none is offered', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin, atelier, member } = discord.world;
  const painter = discord.addRole(atelier.guild.id, { name: 'Painter' });
  const panel = await openSettings(discord, 'people');
  await discord.as(admin.id).select(panel, customId('settings', 'roles'), [painter.id]);
  expect(labelsOf(await refused(world, 'without the role'))).toEqual([tryAgain]);
  await discord.as(admin.id).select(panel, customId('settings', 'roles'), []);
  await blockPerson(world, member.id);
  expect(labelsOf(await refused(world, 'blocked'))).toEqual([]);
});

test('an option that can’t be is put right in the form', async () => {
  const world = await startWorld();
  const options = { output_size: 'huge', aspect_ratio: '16:9' };
  const message = await refused(world, 'draw a harbour', { command: 'gen', options });
  expect(labelsOf(message)).toEqual([editPrompt]);
  const form = await formOf(world, message);
  expect(valueOf(form, 'outputSize')).toBe('huge');
  const { member } = world.discord.world;
  const answer = await world.discord.as(member.id).submitModal(form, { outputSize: '' });
  await expectPictures(world.discord, await cardAfter(world, answer), 1);
  expect(bodiesOf(world)).toEqual([{ prompt: 'draw a harbour', aspect_ratio: '16:9' }]);
});

test('what no field of the form can put right has its prompt to copy, and no button that leads nowhere', async () => {
  const world = await startWorld();
  const options = { hook_url: 'ftp://example.com/hook' };
  const message = await refused(world, 'draw it as a cartoon', { command: 'gen', options });
  expect(textOf(message)).toContain('> draw it as a cartoon');
  expect(labelsOf(message)).toEqual([]);
});

describe('pictures to start from that can’t be used', () => {
  const notes = { filename: 'notes.txt', contentType: 'text/plain', bytes: Buffer.from('x') };
  const many = Array.from({ length: 11 }, (_, index) => `https://example.com/${index}.png`);

  /** A world with a picture that can be used. */
  const withPicture = async (): Promise<{ world: World; good: string }> => {
    const world = await startWorld();
    await expectPainted(world, 'a fox');
    return { world, good: world.service.tasks[0]?.pictureUrls[0] ?? '' };
  };

  test.each([
    ['an address that is none', (good: string) => ({ reference_urls: `ftp://example.com/a.png ${good}` })],
    ['more than the limit', () => ({ reference_urls: many.join(' ') })],
    ['a file that is no picture', (good: string) => ({ reference: notes, reference_urls: good })],
    ['an empty tray', (good: string) => ({ start_from: 'tray', reference_urls: good })],
  ])('are put right in the form, beside the others: %s', async (_what, optionsOf) => {
    const { world, good } = await withPicture();
    const options = optionsOf(good);
    const message = await refused(world, 'draw it as a cartoon', { command: 'gen', options });
    const form = await formOf(world, message);
    expect(valueOf(form, 'references')).toBe(options.reference_urls.replaceAll(' ', '\n'));
    const person = world.discord.as(world.discord.world.member.id);
    const answer = await person.submitModal(form, { references: good });
    await expectPictures(world.discord, await cardAfter(world, answer), 1);
    expect(bodiesOf(world).slice(1)).toEqual([{ prompt: 'draw it as a cartoon', referImages: [good] }]);
  });

  test('as the image service says, are put right from the card', async () => {
    const { world, good } = await withPicture();
    const { discord } = world;
    world.service.planTasks({ failReason: 'A reference image could not be read: fetch failed' });
    const asked = await interact(world, 'draw it', { command: 'gen', options: { reference_urls: good } });
    const card = await expectText(discord, idOf(asked), 'could not be read');
    expect(textOf(card)).toContain(ENGLISH.card.couldNotMake);
    const form = await formOf(world, card);
    expect(valueOf(form, 'references')).toBe(good);
    const person = discord.as(discord.world.member.id);
    await expectPictures(discord, idOf(await person.submitModal(form, { references: '' })), 1);
    expect(bodiesOf(world).at(-1)).toEqual({ prompt: 'draw it' });
  });
});

test('a first request without a key goes on once there is one', async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  openAccounts(world);
  const message = await refused(world, 'the very first');
  expect(textOf(message)).toContain('/key set');
  await setKey(world.discord, SERVER_KEY);
  await expectPictures(world.discord, idOf(await pressed(world, message, tryAgain)), 4);
});

test('what was typed into the forms of a card is kept as well', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const cardId = await expectPainted(world, 'a fox');
  await changeBlocklist(world, { rules: 'wolf' });
  const person = discord.as(member.id);
  const picked = await expectAnswer(discord, await press(discord, member.id, cardId, '1'));
  const typed = { 'edit-prompt': 'a wolf at dusk', 'edit-picture': 'make it a wolf' } as const;
  for (const [action, prompt] of Object.entries(typed) as [keyof typeof typed, string][]) {
    const shown = action === 'edit-picture' ? picked : discord.message(cardId);
    const { modal } = await person.click(shown?.id ?? '', customIdOf(shown, action));
    const { message } = await person.submitModal(modal!, { prompt });
    expect(message?.ephemeralTo).toBe(member.id);
    expect(textOf(message)).toContain(`> ${prompt}`);
    const form = await formOf(world, message!);
    expect(valueOf(form, 'prompt')).toBe(prompt);
    await person.submitModal(form, { prompt: prompt.replace('wolf', 'fox') });
  }
  await expect.poll(() => bodiesOf(world).length).toBe(3);
  const edited = bodiesOf(world).find((body) => (body as { prompt: string }).prompt.startsWith('make'));
  expect(edited).toEqual({
    prompt: 'make it a fox',
    aspect_ratio: '1:1',
    referImages: [expect.stringContaining('http')],
  });
});

test('a refused request is kept for an hour, for its own person, in its own channel', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, gallery, member, secondMember } = discord.world;
  await changeBlocklist(world, { rules: 'wolf' });
  const message = await refused(world, 'a wolf');
  const id = customIdOf(message, 'edit-refused');
  const from = async (personId: string, channelId: string) => {
    const { message: own } = await discord.as(personId).slash(channelId, 'help');
    return forgeClick(discord.as(personId), own?.id ?? '', id);
  };
  expect(textOf((await from(secondMember.id, atelier.channelId)).message)).toBe(GONE);
  expect(textOf((await from(member.id, gallery.channelId)).message)).toBe(GONE);
  await world.stopEasel();
  const [row] = z.array(z.object({ value: z.string() })).parse(await rowsLike(world, 'drafts:*'));
  const { expires } = z.object({ expires: z.number() }).parse(JSON.parse(row?.value ?? ''));
  expect(Math.round((expires - Date.now()) / MINUTE_MS)).toBe(60);
});

test('while the store can’t be written, the prompt is quoted and there is no button that could not work', async () => {
  const world = await startWorld();
  await changeBlocklist(world, { rules: 'wolf' });
  const release = await occupy(world);
  const answer = await expectAnswer(
    world.discord,
    await interact(world, 'a wolf', { options: { private: true } }),
  );
  expect(textOf(answer)).toContain('> a wolf');
  expect(labelsOf(answer)).toEqual([]);
  await release();
});

test('what is kept of a person’s refused requests goes with their data', async () => {
  const world = await startWorld();
  await changeBlocklist(world, { rules: 'wolf' });
  await refused(world, 'a wolf for me alone');
  await erase(world.discord, world.discord.world.member.id);
  await world.stopEasel();
  expect(await rowsLike(world, 'drafts:*')).toEqual([]);
});

test('a German refusal has German buttons, and nothing in the prompt pings or formats', async () => {
  const world = await startWorld();
  await speakGerman(world.discord);
  await changeBlocklist(world, { rules: 'Fuchs' });
  const message = await refused(world, 'ein @everyone **Fuchs**');
  expect(textOf(message)).toContain(String.raw`> ein \@everyone \*\*Fuchs\*\*`);
  expect(labelsOf(message)).toEqual([wordsIn('de').card.buttons.editPrompt]);
});
