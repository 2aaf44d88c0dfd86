import { expect, test } from 'vitest';
import { Permission, type Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { startWorld } from '../world/world.ts';
import { askToDelete, confirm, finishedCard, waitUntilQuiet } from './cards.ts';
import {
  componentsOf,
  customIdOf,
  expectAnswer,
  expectPictures,
  picturesOf,
  allTextOf,
  textOf,
} from '../world/messages.ts';
import { bodiesOf, expectSubmissions, openDetails } from '../world/asking.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { errorText } from '../world/words.ts';

const EPHEMERAL = 1 << 6;
const isPrivate = (message: Message | undefined): boolean =>
  message !== undefined && (message.flags & EPHEMERAL) !== 0;

test('buttons work after a restart, months later, and on messages that no cache knows', async () => {
  const world = await startWorld({ env: { JOB_RETENTION_DAYS: '365' } });
  const { discord, clock } = world;
  const { member } = discord.world;
  const card = await finishedCard(world);
  clock.advance(90 * 86_400_000);
  await world.restart();
  const answer = await discord.as(member.id).click(card.id, customIdOf(card.message, 'again'));
  await expectPictures(discord, answer.message?.id ?? '', 4);
});

test('again is for anybody, gives the same request body, and says who asked', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { secondMember } = discord.world;
  const options = {
    prompt: 'a fox',
    size: '4K',
    output_size: '1920x1080',
    hook_url: 'https://example.com/hook',
  };
  const card = await finishedCard(world, { command: 'gen', options });
  const answer = await discord.as(secondMember.id).click(card.id, customIdOf(card.message, 'again'));
  expect(answer.deferred).toBe(false);
  const done = await expectPictures(discord, answer.message?.id ?? '', 1);
  expect(textOf(done)).toContain(`by <@${secondMember.id}>`);
  // The address of a hook is for its own person.
  const [first, second] = bodiesOf(world).map((body) => JSON.stringify(body));
  expect(first).toContain('"hookUrl":"https://example.com/hook"');
  expect(second).toBe(first?.replace(',"hookUrl":"https://example.com/hook"', ''));
  expect(textOf(done)).toContain('1920 × 1088');
});

test('two clicks on again at once ask once; two persons ask twice', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member, secondMember } = discord.world;
  const card = await finishedCard(world);
  const again = customIdOf(card.message, 'again');
  const [first, second, third] = await Promise.all([
    discord.as(member.id).click(card.id, again),
    discord.as(member.id).click(card.id, again),
    discord.as(secondMember.id).click(card.id, again),
  ]);
  expect([first, second, third].map(({ answered }) => answered)).toEqual([true, true, true]);
  const said = [first, second, third].map(({ message }) => message?.content);
  expect(said.filter((text) => text === errorText('already-started'))).toHaveLength(1);
  await expectSubmissions({ service }, 3);
  await expectPictures(discord, first.message?.id ?? third.message?.id ?? '', 4);
  expect(service.submissions).toHaveLength(3);
});

test('a click and a reaction of one person at once ask once', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  const card = await finishedCard(world);
  discord.as(member.id).react(card.id, '🔄');
  await discord.as(member.id).click(card.id, customIdOf(card.message, 'again'));
  await expectSubmissions({ service }, 2);
  const ended = () => service.tasks.every(({ state }) => state === 'success');
  await service.until(ended, { what: 'the end' });
  expect(service.submissions).toHaveLength(2);
});

test('who may not use commands is refused, and may try again at once', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, member } = discord.world;
  const card = await finishedCard(world);
  const id = member.id;
  const again = customIdOf(card.message, 'again');
  discord.setOverwrite(atelier.channelId, {
    id,
    type: 'member',
    allow: 0n,
    deny: Permission.UseApplicationCommands,
  });
  const refused = await discord.as(id).click(card.id, again);
  expect(isPrivate(refused.message)).toBe(true);
  expect(service.submissions).toHaveLength(1);
  discord.setOverwrite(atelier.channelId, { id, type: 'member', allow: 0n, deny: 0n });
  const answer = await discord.as(id).click(card.id, again);
  await expectPictures(discord, answer.message?.id ?? '', 4);
});

test('a number shows that one picture large, privately, with what can be done with it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { secondMember } = discord.world;
  const card = await finishedCard(world);
  await world.restart();
  const answer = await discord.as(secondMember.id).click(card.id, customId('pick', card.jobId, 3));
  const message = await expectAnswer(discord, answer);
  expect(isPrivate(message)).toBe(true);
  const shown = new URL(message.embeds[0]?.image?.url ?? '').pathname;
  expect(shown).toBe(new URL(card.message.embeds[2]?.image?.url ?? '').pathname);
  const link = componentsOf(message).find(({ url }) => url !== undefined)?.url ?? '';
  expect((await fetch(link)).status).toBe(200);
});

test('post here puts one picture into the channel, if the person may write there', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  const person = discord.as(secondMember.id);
  const picked = await expectAnswer(discord, await person.click(card.id, customId('pick', card.jobId, 2)));
  const posted = await expectAnswer(discord, await person.click(picked.id, customIdOf(picked, 'post')));
  expect(isPrivate(posted)).toBe(false);
  expect(textOf(posted)).toContain(card.id);
  expect(picturesOf(posted)).toBe(1);
  const id = secondMember.id;
  discord.setOverwrite(atelier.channelId, { id, type: 'member', allow: 0n, deny: Permission.SendMessages });
  const refused = await person.click(picked.id, customIdOf(picked, 'post'));
  expect(isPrivate(refused.message)).toBe(true);
  expect(refused.message?.content).toContain('Send Messages');
});

test('details tell what people want to know: seed, size, originals, times and prompts, privately', async () => {
  const world = await startWorld();
  const prompt = 'a `fox` --ar 1:1 --seed 42';
  const card = await finishedCard(world, { options: { prompt, mode: 'relaxed' } });
  await world.restart();
  const answer = await openDetails(world, card.id);
  expect(isPrivate(answer.message)).toBe(true);
  const text = allTextOf(answer.message);
  expect(textOf(answer.message)).toMatch(
    /^\*\*Seed\*\* 42\n\*\*Originals\*\* .*\n\*\*Requested\*\* <t:\d+:f> · took \d+\u00A0s$/,
  );
  expect(text).toContain(`\`\`\`\n${prompt}\n\`\`\``);
});

test('a long prompt is there to be copied, as a file', async () => {
  const world = await startWorld();
  const prompt = `draw ${'x'.repeat(3_000)}`;
  const card = await finishedCard(world, { command: 'gen', options: { prompt } });
  const { message } = await openDetails(world, card.id);
  expect(await (await fetch(message?.attachments[0]?.url ?? '')).text()).toBe(prompt);
});

test('delete asks once, and is for the person who asked and for moderators', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, secondMember, admin } = discord.world;
  const [first, second] = [await finishedCard(world), await finishedCard(world)];
  await world.restart();
  const refused = await discord.as(secondMember.id).click(first.id, customIdOf(first.message, 'delete'));
  expect(isPrivate(refused.message)).toBe(true);
  for (const [person, card] of [
    [member, first],
    [admin, second],
  ] as const) {
    const asked = await askToDelete(world, person.id, card.id);
    expect(asked.message).toMatchObject({
      ephemeralTo: person.id,
      content: ENGLISH.deleting.pictures.question,
    });
    expect(asked.label).toBe('Delete message and pictures');
    expect(discord.message(card.id)).toBeDefined();
    expect(await confirm(world, person.id, asked)).toBe('Deleted.');
    await discord.until(() => !discord.message(card.id), { what: 'the card to go' });
  }
});

test('a moderator who is none any more when the question is answered deletes nothing', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const { id } = secondMember;
  const card = await finishedCard(world);
  const manage = (allow: bigint) => {
    discord.setOverwrite(atelier.channelId, { id, type: 'member', allow, deny: 0n });
  };
  manage(Permission.ManageMessages);
  const asked = await askToDelete(world, id, card.id);
  manage(0n);
  await confirm(world, id, asked);
  await waitUntilQuiet(world);
  expect(discord.message(card.id)).toBeDefined();
});
