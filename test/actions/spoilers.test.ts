import { expect, test } from 'vitest';
import type { Discord, InteractionResult, Message } from '../../sandbox/discord/index.ts';
import { startWorld } from '../world/world.ts';
import { expectPainted, typeCommand, type Asking } from '../world/asking.ts';
import { customIdOf, expectAnswer, picturesOf } from '../world/messages.ts';
import { make } from '../world/styles.ts';
import { pictureOf } from '../world/picture-hosts.ts';

const SPOILER = 1 << 3;

const hiddenPictures = (message: Message | undefined): number =>
  (message?.attachments ?? []).filter(({ flags = 0 }) => (flags & SPOILER) !== 0).length;

const openPictures = (message: Message | undefined): number =>
  (message?.attachments ?? []).length -
  hiddenPictures(message) +
  (message?.embeds ?? []).filter(({ image }) => image !== undefined).length;

const hidden = (discord: Discord, messageId: string, count: number): Promise<Message> =>
  discord.until(
    () => {
      const message = discord.message(messageId);
      return hiddenPictures(message) === count ? message : undefined;
    },
    { what: `${count} hidden pictures` },
  );

test('spoiler hides the pictures of both commands, and of all that is made of them', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember } = discord.world;
  for (const [command, count] of [
    ['imagine', 4],
    ['gen', 1],
  ] as const) {
    const options = { prompt: 'draw a fox', spoiler: true };
    const answer = await discord.as(member.id).slash(atelier.channelId, command, options);
    const card = await hidden(discord, answer.message?.id ?? '', count);
    expect(openPictures(card)).toBe(0);
    await world.restart();
    const again = await discord.as(secondMember.id).click(card.id, customIdOf(card, 'again'));
    const second = await hidden(discord, again.message?.id ?? '', count);
    expect(openPictures(second)).toBe(0);
    const person = discord.as(member.id);
    const shown = count > 1 ? (await person.click(card.id, customIdOf(card, 'pick'))).message : card;
    const { modal } = await person.click(shown?.id ?? '', customIdOf(shown, 'edit-picture'));
    const edited = await person.submitModal(modal!, { prompt: 'make it night' });
    await hidden(discord, edited.message?.id ?? '', 1);
  }
});

test('a hidden picture that is posted, published or sent stays hidden', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const options = { prompt: 'draw a fox', spoiler: true, private: true };
  const answer = await discord.as(member.id).slash(atelier.channelId, 'imagine', options);
  const card = await hidden(discord, answer.message?.id ?? '', 4);
  const person = discord.as(member.id);
  const picked = await expectAnswer(discord, await person.click(card.id, customIdOf(card, 'pick')));
  const posted = await expectAnswer(discord, await person.click(picked.id, customIdOf(picked, 'post')));
  expect([hiddenPictures(posted), openPictures(posted)]).toEqual([1, 0]);
  const published = await expectAnswer(discord, await person.click(card.id, customIdOf(card, 'publish')));
  expect([hiddenPictures(published), openPictures(published)]).toEqual([4, 0]);
});

test('hidden pictures that are linked stand behind spoiler marks', async () => {
  const world = await startWorld({ web: { waitsMs: [] } });
  const { discord, service } = world;
  service.faults.order({ kind: 'picture-missing', times: 4 });
  const { atelier, member } = discord.world;
  const options = { prompt: 'draw a fox', spoiler: true };
  const answer = await discord.as(member.id).slash(atelier.channelId, 'imagine', options);
  const card = await discord.until(
    () => {
      const message = discord.message(answer.message?.id ?? '');
      return message?.content === '' ? undefined : message;
    },
    { what: 'the links' },
  );
  const urls = service.tasks[0]?.pictureUrls ?? [];
  expect(card.content).toBe(urls.map((url) => `||${url}||`).join('\n'));
  expect(openPictures(card)).toBe(0);
});

test('what is made of a hidden picture of a member is hidden, in every way in', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const { channelId } = atelier;
  const person = discord.as(member.id);
  const wound = { filename: 'SPOILER_wound.png', contentType: 'image/png', bytes: pictureOf() };
  const expectHidden = async ({ message }: InteractionResult) => {
    expect(openPictures(await hidden(discord, message?.id ?? '', 1))).toBe(0);
  };
  const gen = (options: Asking['options']) => typeCommand(world, 'gen', { prompt: 'draw', ...options });
  const attached = await gen({ reference: wound });
  await expectHidden(attached);
  await expectHidden(await gen({ start_from: 'last' }));
  const posted = person.send(channelId, 'look', [wound]);
  const { modal } = await person.menu(channelId, 'Edit this picture', posted.id);
  await expectHidden(await person.submitModal(modal!, { prompt: 'make it day' }));
  const tray = await expectAnswer(discord, await person.menu(channelId, 'Use in Easel', posted.id));
  expect([picturesOf(tray), /\|\|\S+SPOILER_wound\S+\|\|/.test(tray.content)]).toEqual([0, true]);
  const combined = await person.click(tray.id, customIdOf(tray, 'tray-combine'));
  await expectHidden(await person.submitModal(combined.modal!, { prompt: 'mix' }));
  await person.menu(channelId, 'Use in Easel', posted.id);
  await expectHidden(await gen({ start_from: 'tray' }));
  const signed = posted.attachments[0]?.url ?? '';
  await expectHidden(await gen({ reference_urls: signed }));
  const open = person.send(channelId, 'cat', [{ ...wound, filename: 'cat.png' }]);
  await expectHidden(await gen({ reference_urls: `|| ${open.attachments[0]?.url ?? ''} ||` }));
  const spoiler = async (prompt: string, style?: string) => {
    const { message } = await typeCommand(world, 'imagine', { prompt, ...(style && { style }) });
    expect(openPictures(await hidden(discord, message?.id ?? '', 4))).toBe(0);
  };
  const openly = open.attachments[0]?.url ?? '';
  for (const prompt of [`${signed} as a fox`, `a fox --sref ${signed}`, `a fox --oref || ${openly} ||`])
    await spoiler(prompt);
  await make(world, { name: 'Wound', text: `{prompt} --cref ${signed}` });
  await make(world, { name: 'Bars', text: `{prompt} --cref ||${openly}||` });
  await spoiler('a fox', 'Wound');
  await spoiler('a fox', 'Bars');
  const own = attached.message?.id ?? '';
  const form = await person.menu(channelId, 'Edit this picture', own);
  await expectHidden(await person.submitModal(form.modal!, { prompt: 'make it red' }));
});

test('new reference pictures that are hidden hide what is made of them', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const person = discord.as(member.id);
  const cat = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };
  const id = await expectPainted(world, 'draw', { command: 'gen', options: { reference: cat } });
  const card = discord.message(id);
  discord.faults.answer(
    { method: 'POST', route: /refresh-urls/, times: Infinity },
    { status: 404, body: {} },
  );
  world.clock.advance(3 * 86_400_000);
  const asked = await expectAnswer(discord, await person.click(id, customIdOf(card, 'again')));
  const { modal } = await person.click(asked.id, customIdOf(asked, 'renew-references'));
  const files = [{ ...cat, filename: 'SPOILER_cat.png' }];
  const { message } = await person.submitModal(modal!, { references: files });
  expect(openPictures(await hidden(discord, message?.id ?? '', 1))).toBe(0);
  expect(atelier.channelId).toBe(message?.channel_id);
});
