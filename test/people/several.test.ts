import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { InteractionResult, Message } from '../../sandbox/discord/index.ts';
import { ENGLISH, wordsIn } from '../../src/messages/language.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { changeBlocklist, openSettings, setNumbers, speakGerman } from '../world/admin-panels.ts';
import {
  cardAfter,
  expectPainted,
  expectSubmissions,
  interact,
  press,
  promptsOf,
  type Asking,
} from '../world/asking.ts';
import {
  allTextOf,
  buttonsOf,
  customIdOf,
  expectAnswer,
  expectCard,
  expectPictures,
  expectRefusal,
  labelsOf,
  picturesOf,
  textOf,
} from '../world/messages.ts';
import { tool } from '../storage/sqlite-tool.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { forgeClick } from '../world/forging.ts';
import { pictureOf } from '../world/picture-hosts.ts';

import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const { several, card } = ENGLISH;
const FOXES = '{red, blue} fox in {snow, sand}';
const FOUR = ['red fox in snow', 'red fox in sand', 'blue fox in snow', 'blue fox in sand'];

/** What the member is asked who types such a prompt. */
const question = async (world: World, prompt = FOXES, asking: Asking = {}): Promise<Message> => {
  const { message } = await interact(world, prompt, asking);
  expect(message?.ephemeralTo).toBe(world.discord.world.member.id);
  if (!message) throw new Error('there is no question');
  return message;
};

const pressed = ({ discord }: World, { id }: Message, label: string): Promise<InteractionResult> =>
  press(discord, discord.world.member.id, id, label);

/** The bot's messages in a channel that show pictures, once there are that many; oldest first. */
const painted = (
  { discord }: World,
  count: number,
  channelId = discord.world.atelier.channelId,
): Promise<Message[]> =>
  discord.until(
    () => {
      const messages = discord.messagesIn(channelId).filter((message) => picturesOf(message) > 0);
      return messages.length >= count ? messages : undefined;
    },
    { what: `${count} messages with pictures` },
  );

const promptShown = (message: Message): string => textOf(message).split('> ')[1]?.split('\n')[0] ?? '';

/** Sets how many requests one prompt may make in the atelier. */
const allow = async ({ discord }: World, most: number): Promise<void> => {
  const { admin } = discord.world;
  const panel = await openSettings(discord, 'people');
  const id = customId('settings', 'permutations');
  await discord.as(admin.id).select(panel, id, [String(most)]);
};

test('a prompt with choices is listed first, and Make posts a message for each, though Easel restarted', async () => {
  const world = await startWorld();
  const { discord } = world;
  await setNumbers(world, { personDaily: '12' });
  const asked = await question(world);
  expect(allTextOf(asked)).toContain('4 requests, 12 left today');
  expect(textOf(asked).split('\n')).toEqual(FOUR.map((prompt, index) => `${index + 1}. ${prompt}`));
  expect(labelsOf(asked)).toEqual([['Make 4', several.asWritten, 'Edit prompt', several.cancel]]);
  expect(promptsOf(world)).toEqual([]);
  await world.restart();
  const { message } = await pressed(world, asked, 'Make 4');
  expect(message?.content).toBe(several.made(4));
  expect([message?.embeds, message?.components]).toEqual([[], []]);
  const cards = await painted(world, 4);
  expect(cards.map(promptShown)).toEqual(FOUR);
  expect(cards.map(({ ephemeralTo }) => ephemeralTo)).toEqual([null, null, null, null]);
  expect(promptsOf(world).toSorted()).toEqual(FOUR.toSorted());
  expect(discord.message(cards[0]?.id ?? '')?.message_reference).toBeUndefined();
  // Each is a request of its own.
  const again = customIdOf(cards[1], 'again');
  expectCard(await discord.as(discord.world.secondMember.id).click(cards[1]?.id ?? '', again));
  await expectSubmissions(world, 5);
  expect(promptsOf(world).at(-1)).toBe('red fox in sand');
});

test('--repeat makes the same several times, with every option, and the last ones say how few are left', async () => {
  const world = await startWorld();
  await setNumbers(world, { personDaily: '5' });
  const options = { mode: 'relaxed', aspect_ratio: '16:9' };
  const asked = await question(world, 'a fox —repeat 3', { options });
  await pressed(world, asked, 'Make 3');
  const cards = await painted(world, 3);
  expect(new Set(promptsOf(world))).toEqual(new Set(['a fox --ar 16:9']));
  expect(world.service.submissions.map(({ body }) => (body as { mode?: unknown }).mode)).toEqual(
    Array.from({ length: 3 }, () => 'relaxed'),
  );
  expect(cards.map((message) => /\d requests? left/.exec(allTextOf(message))?.[0])).toEqual([
    undefined,
    '3 requests left',
    '2 requests left',
  ]);
});

test('two quick presses of Make, and one more later, pay once', async () => {
  const world = await startWorld();
  const asked = await question(world, '{red, blue} fox');
  const id = customIdOf(asked, 'make-several');
  const person = world.discord.as(world.discord.world.member.id);
  await Promise.all([person.click(asked.id, id), person.click(asked.id, id)]);
  await painted(world, 2);
  world.clock.advance(MINUTE_MS);
  await world.restart();
  const { message } = await forgeClick(person, asked.id, id);
  expect(message?.content).toBe(errorText('draft-gone'));
  expect(promptsOf(world).toSorted()).toEqual(['blue fox', 'red fox']);
});

test('all are accepted or none, and those that were too many go once there is room', async () => {
  const world = await startWorld();
  await setNumbers(world, { personDaily: '4' });
  await expectPainted(world, 'one before');
  const asked = await question(world);
  expect(allTextOf(asked)).toContain('4 requests, 3 left today');
  await expectPainted(world, 'one more');
  const refused = await pressed(world, asked, 'Make 3');
  expect(textOf(await expectAnswer(world.discord, refused))).toBe(
    errorText('too-few-left', { count: 3, left: 2, period: 'day' }),
  );
  // The question itself goes on, and so at once.
  expect(labelsOf(await expectAnswer(world.discord, refused))).toEqual([]);
  expect(promptsOf(world)).toEqual(['one before', 'one more']);
  await setNumbers(world, { personDaily: '5' });
  await pressed(world, asked, 'Make 3');
  await expectSubmissions(world, 5);
});

test('where the question can’t be taken back, nothing is made that it could make again', async () => {
  const world = await startWorld();
  await setNumbers(world, { personDaily: '2' });
  const asked = await question(world, '{red, blue} fox');
  const { query } = await tool(join(world.folder, 'easel.sqlite'));
  const drafts = "WHEN OLD.key LIKE 'drafts:%'";
  await query(
    `CREATE TRIGGER stuck BEFORE DELETE ON easel ${drafts} BEGIN SELECT RAISE(ABORT, 'stuck'); END`,
  );
  await pressed(world, asked, 'Make 2');
  await query('DROP TRIGGER stuck');
  expect(promptsOf(world)).toEqual([]);
  await pressed(world, asked, 'Make 2');
  await painted(world, 2);
  expect(promptsOf(world)).toHaveLength(2);
});

test('one blocked word among the choices stops all of them', async () => {
  const world = await startWorld();
  const { discord } = world;
  await changeBlocklist(world, { rules: 'wolf' });
  const asked = await question(world, 'a {fox, wolf}');
  const refused = await expectAnswer(discord, await pressed(world, asked, 'Make 2'));
  expect(refused.content).toContain('wolf');
  expect(promptsOf(world)).toEqual([]);
});

test('Send unchanged makes one request with its braces, and Cancel none', async () => {
  const world = await startWorld();
  const { discord } = world;
  const asked = await question(world);
  const sent = await cardAfter(world, await pressed(world, asked, several.asWritten));
  await expectPictures(discord, sent, 4);
  expect(discord.message(asked.id)).toBeUndefined();
  expect(promptsOf(world)).toEqual([FOXES]);
  const other = await question(world);
  await pressed(world, other, several.cancel);
  await discord.until(() => !discord.message(other.id), { what: 'the question to go' });
  // Again repeats what was sent, and asks nothing.
  const again = customIdOf(discord.message(sent), 'again');
  expectCard(await discord.as(discord.world.member.id).click(sent, again));
});

test('the flag --repeat is never sent as written', async () => {
  const world = await startWorld();
  for (const prompt of ['a fox --repeat 3', 'a fox --repeat 30']) {
    const asked = await question(world, prompt);
    expect(labelsOf(asked).flat()).not.toContain(several.asWritten);
    expect(labelsOf(asked).flat()).toContain(several.cancel);
  }
});

test('a prompt that makes more than four keeps its text, and can be sent as written or changed', async () => {
  const world = await startWorld();
  const { discord } = world;
  const prompt = '{a, b, c, d, e} fox';
  const asked = await question(world, prompt);
  expect(asked.content).toContain(several.tooMany(4));
  expect(asked.content).toContain(String.raw`\{a\, b\, c\, d\, e\} fox`);
  expect(labelsOf(asked)).toEqual([['Edit prompt', several.asWritten, several.cancel]]);
  const { modal } = await pressed(world, asked, card.buttons.editPrompt);
  const second = await discord.as(discord.world.member.id).submitModal(modal!, { prompt: '{a, b} fox' });
  expect(labelsOf(second.message)).toEqual([['Make 2', several.asWritten, 'Edit prompt', several.cancel]]);
  const third = await question(world, '{a, b}'.repeat(1_000));
  expect(third.content).toContain(several.tooMany(4));
});

test('an admin allows up to ten, or one', async () => {
  const world = await startWorld();
  await allow(world, 10);
  const asked = await question(world, '{a, b, c, d, e} fox --repeat 2');
  await pressed(world, asked, 'Make 10');
  await expectSubmissions(world, 10);
  expect((await question(world, '{a, b, c} fox --repeat 4')).content).toContain(several.tooMany(10));
  await allow(world, 1);
  expect((await question(world, '{a, b} fox')).content).toContain(several.tooMany(1));
});

test('what an admin allows holds when the button is pressed, also by a forged one', async () => {
  const world = await startWorld();
  const { discord } = world;
  const asked = await question(world);
  await allow(world, 1);
  expect((await pressed(world, asked, 'Make 4')).message?.content).toBe(several.tooMany(1));
  const refused = await question(world, '{a, b, c, d, e} fox --repeat 3');
  const forged = customIdOf(refused, 'send-as-written').replace('send-as-written', 'make-several');
  const { message } = await forgeClick(discord.as(discord.world.member.id), refused.id, forged);
  expect(message?.content).toBe(several.tooMany(1));
  expect(promptsOf(world)).toEqual([]);
});

test('a choice that leaves no prompt is refused as if it was typed alone, and nothing is paid', async () => {
  const world = await startWorld();
  const asked = await interact(world, '{, a red fox} --ar 16:9');
  expect(expectRefusal(asked)).toContain(errorText('prompt-empty'));
  expect(promptsOf(world)).toEqual([]);
});

test('/gen keeps its options and reference pictures, and a private request stays private', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const reference = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };
  const options = { reference, size: '4K', private: true };
  const asked = await question(world, 'give it a {red, blue} hat', { command: 'gen', options });
  await pressed(world, asked, 'Make 2');
  const cards = await painted(world, 2);
  expect(cards.map(({ ephemeralTo }) => ephemeralTo)).toEqual([member.id, member.id]);
  expect(cards.map(promptShown)).toEqual(['give it a red hat', 'give it a blue hat']);
  expect(world.service.submissions.map(({ body }) => body)).toEqual(
    ['red', 'blue'].map((colour) => ({
      prompt: `give it a ${colour} hat`,
      referImages: [expect.stringContaining('cat.png')],
      aspect_ratio: '1:1',
      size: '4K',
    })),
  );
  const everyone = discord.messagesIn(atelier.channelId).filter(({ ephemeralTo }) => ephemeralTo === null);
  expect(everyone.filter((message) => picturesOf(message) > 0)).toEqual([]);
});

test('braces that are escaped or in quotes are text', async () => {
  const world = await startWorld();
  await expectPainted(world, String.raw`a sign with \{open, closed\}`);
  await expectPainted(world, 'a sign that says "{open, closed}"');
  expect(promptsOf(world)).toEqual(['a sign with {open, closed}', 'a sign that says "{open, closed}"']);
});

test('a prompt that is edited can have choices, too', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await expectPainted(world, 'a fox');
  const person = discord.as(discord.world.secondMember.id);
  const { modal } = await person.click(id, customIdOf(discord.message(id), 'edit-prompt'));
  const { message } = await person.submitModal(modal!, { prompt: 'a {red, blue} fox' });
  expect(message?.ephemeralTo).toBe(discord.world.secondMember.id);
  await person.click(message?.id ?? '', customIdOf(message, 'make-several'));
  const cards = await painted(world, 3);
  expect(
    cards.slice(1).map((made) => textOf(made).includes(ENGLISH.card.origins['prompt-edited'].did(''))),
  ).toEqual([true, true]);
});

test('what Discord won’t take is not paid for, nor what would come after it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const asked = await question(world);
  const cards = { method: 'POST', route: /\/channels\/\d+\/messages$/ };
  discord.events.on('message', (_change, { content, ephemeralTo }) => {
    if (ephemeralTo === null && content === '')
      discord.faults.answer(cards, { status: 400, body: { message: 'Invalid', code: 50_035 } });
  });
  await pressed(world, asked, 'Make 4');
  await painted(world, 1);
  await world.restart();
  expect(promptsOf(world)).toEqual(['red fox in snow']);
});

describe('where the bot is no member', () => {
  const elsewhere = (world: World) => {
    const { discord } = world;
    const { member, secondMember } = discord.world;
    member.user.hasInstalledApplication = true;
    return discord.addGuild({ name: 'Elsewhere', memberIds: [member.id, secondMember.id], withBot: false });
  };

  test('each is a message by the token of the press', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { channelId } = elsewhere(world);
    const asked = await question(world, FOXES, { channelId });
    await pressed(world, asked, 'Make 4');
    const made = await painted(world, 4, channelId);
    expect(made.map(promptShown)).toEqual(FOUR);
    expect(made.map(({ ephemeralTo }) => ephemeralTo)).toEqual([null, null, null, null]);
    expect((await question(world, '{a, b, c, d, e}', { channelId })).content).toContain(several.tooMany(4));
    // Its pictures are read again from where they stand.
    const [first] = made;
    const picked = await discord
      .as(discord.world.member.id)
      .click(first?.id ?? '', customIdOf(first, 'pick'));
    expect(picturesOf(await expectAnswer(discord, picked))).toBe(1);
  });

  test('after fifteen minutes each waits for a press that shows it', async () => {
    const durations = { minMs: 3_000, maxMs: 3_000 };
    const world = await startWorld({ service: { durations: { artgen: durations, gen: durations } } });
    const { discord, clock } = world;
    const { channelId } = elsewhere(world);
    // Else a task that is polled just then would be out of time.
    const options = { timeout: 1_200 };
    const asked = await question(world, '{red, blue} fox', { channelId, options });
    await pressed(world, asked, 'Make 2');
    await expectSubmissions(world, 2);
    clock.advance(13.5 * MINUTE_MS);
    const waiting = await discord.until(
      () => {
        const shown = discord
          .messagesIn(channelId)
          .filter((one) => card.buttons.showResult in buttonsOf(one));
        return shown.length === 2 ? shown : undefined;
      },
      { what: 'two messages that wait for a press' },
    );
    discord.expireAllTokens();
    for (const one of waiting) await pressed(world, one, card.buttons.showResult);
    expect((await painted(world, 2, channelId)).map(({ id }) => id)).toEqual(waiting.map(({ id }) => id));
    expect(promptsOf(world)).toHaveLength(2);
  });
});

test('in German it is asked in German, and nothing in a prompt pings or formats', async () => {
  const world = await startWorld();
  await speakGerman(world.discord);
  const asked = await question(world, '{@everyone, **rot**} Fuchs');
  expect(textOf(asked)).toContain(String.raw`1. \@everyone Fuchs`);
  expect(textOf(asked)).toContain(String.raw`2. \*\*rot\*\* Fuchs`);
  const { several: words, card: cards } = wordsIn('de');
  expect(labelsOf(asked)).toEqual([[words.make(2), words.asWritten, cards.buttons.editPrompt, words.cancel]]);
});

test('"As written" and the form of "Edit prompt" in the same second make one request', async () => {
  const world = await startWorld();
  const { discord } = world;
  const asked = await question(world, '{a, b, c, d, e} fox');
  const { modal: form } = await pressed(world, asked, card.buttons.editPrompt);
  if (!form) throw new Error('no form');
  const member = discord.as(discord.world.member.id);
  await Promise.all([
    pressed(world, asked, several.asWritten),
    member.submitModal(form, { prompt: 'a fox' }),
  ]);
  await expect.poll(() => world.service.submissions.length).toBe(1);
  await member.submitModal(form, { prompt: 'a fox, too' });
  expect(world.service.submissions).toHaveLength(1);
});

test('the last look says what isn’t in the prompts, and offers what can still be made', async () => {
  const world = await startWorld();
  await setNumbers(world, { personDaily: '3' });
  await expectPainted(world, 'one before');
  const options = { mode: 'relaxed', private: true, spoiler: true };
  const asked = await question(world, '{a, b, c} fox', { options });
  expect(textOf(asked).split('\n').at(-1)).toBe('-# relaxed · Private · Spoiler');
  await pressed(world, asked, 'Make 2');
  await expectSubmissions(world, 3);
  expect(promptsOf(world).toSorted()).toEqual(['a fox', 'b fox', 'one before']);
  const none = await question(world, '{a, b} fox');
  expect(allTextOf(none)).toContain('2 requests, 0 left today');
  expect(labelsOf(none)).toEqual([['Edit prompt', several.cancel]]);
});
