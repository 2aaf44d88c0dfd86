import { expect, test } from 'vitest';
import type { PickedFile } from '../../sandbox/discord/index.ts';
import { startWorld, type World } from '../world/world.ts';
import { finishedCard } from './cards.ts';
import { customIdOf, expectAnswer, expectPictures, expectReply, textOf } from '../world/messages.ts';
import { bodiesOf } from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/language.ts';

const picture = (filename: string): PickedFile => ({
  filename,
  contentType: 'image/png',
  bytes: pictureOf(),
});

const urlsOf = (body: unknown): string[] => {
  const urls = typeof body === 'object' && body !== null && 'referImages' in body ? body.referImages : [];
  return Array.isArray(urls) ? urls.map(String) : [];
};

const edited = (world: World) =>
  finishedCard(world, {
    command: 'gen',
    options: { prompt: 'give it a hat', reference: picture('cat.png'), reference_2: picture('dog.png') },
  });

test('again with references that still work sends the same body', async () => {
  const world = await startWorld();
  const { discord } = world;
  const card = await edited(world);
  const answer = await discord.as(discord.world.member.id).click(card.id, customIdOf(card.message, 'again'));
  await expectPictures(discord, answer.message?.id ?? '', 1);
  const [first, second] = bodiesOf(world);
  expect(JSON.stringify(second)).toBe(JSON.stringify(first));
});

test('references whose links have died are renewed, also for a reaction', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const { atelier, secondMember } = discord.world;
  const card = await edited(world);
  clock.advance(3 * DAY_MS);
  await world.restart();
  const answer = await discord.as(secondMember.id).click(card.id, customIdOf(card.message, 'again'));
  const done = await expectPictures(discord, (await expectAnswer(discord, answer)).id, 1);
  discord.as(secondMember.id).react(done.id, '🔄');
  await expectPictures(discord, (await expectReply(discord, atelier.channelId, done.id)).id, 1);
  const [first, second, third] = bodiesOf(world).map(urlsOf);
  const paths = first?.map((url) => new URL(url).pathname);
  expect(second?.map((url) => new URL(url).pathname)).toEqual(paths);
  expect(third?.map((url) => new URL(url).pathname)).toEqual(paths);
  expect(second).not.toEqual(first);
  for (const url of [...(second ?? []), ...(third ?? [])]) expect((await fetch(url)).status).toBe(200);
});

test('references that are gone are said to be gone, and new ones are taken in a form', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { member } = discord.world;
  const card = await edited(world);
  const [url] = urlsOf(service.submissions[0]?.body);
  discord.removeFile(url ?? '');
  clock.advance(3 * DAY_MS);
  await world.restart();
  const person = discord.as(member.id);
  const answer = await person.click(card.id, customIdOf(card.message, 'again'));
  const question = await expectAnswer(discord, answer);
  expect(question.ephemeralTo).toBe(member.id);
  expect(textOf(question)).toContain(errorText('references-gone'));
  expect(service.submissions).toHaveLength(1);
  await world.restart();
  const { modal } = await person.click(question.id, customIdOf(question, 'renew-references'));
  const handedIn = await person.submitModal(modal!, { references: [picture('new-cat.png')] });
  const done = await expectPictures(discord, handedIn.message?.id ?? '', 1);
  expect(done.ephemeralTo).toBeNull();
  expect(textOf(done)).toContain(`by <@${member.id}>`);
  expect(service.submissions[1]?.body).toMatchObject({ prompt: 'give it a hat' });
  expect(urlsOf(service.submissions[1]?.body).join()).toMatch(/new-cat\.png\?ex=[^,]*$/);
});

test('a new reference has to be a picture', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  const card = await edited(world);
  discord.removeFile(urlsOf(service.submissions[0]?.body)[0] ?? '');
  const person = discord.as(member.id);
  const question = await expectAnswer(
    discord,
    await person.click(card.id, customIdOf(card.message, 'again')),
  );
  const { modal } = await person.click(question.id, customIdOf(question, 'renew-references'));
  for (const [filename, contentType] of [
    ['notes.txt', 'text/plain'],
    ['notes.svg', 'image/svg+xml'],
  ] as const) {
    const file = { filename, contentType, bytes: pictureOf() };
    const answer = await person.submitModal(modal!, { references: [file] });
    expect(answer.message?.ephemeralTo).toBe(member.id);
    expect(answer.message?.content).toContain('notes');
  }
  expect(service.submissions).toHaveLength(1);
});

test('a person who reacts to a job whose references are gone is told which button to press, and that it helps', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await edited(world);
  discord.removeFile(urlsOf(service.submissions[0]?.body)[0] ?? '');
  discord.as(secondMember.id).react(card.id, '🔄');
  const notice = await expectReply(discord, atelier.channelId, card.id);
  expect(notice.content).toContain(ENGLISH.pictures.refusedPublicly(ENGLISH.card.buttons.again));
  const pressed = await discord.as(secondMember.id).click(card.id, customIdOf(card.message, 'again'));
  expect(textOf(await expectAnswer(discord, pressed))).toContain(errorText('references-gone'));
  expect(service.submissions).toHaveLength(1);
});

test('a link that Discord will not renew counts as gone', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { member } = discord.world;
  const card = await edited(world);
  clock.advance(3 * DAY_MS);
  discord.faults.answer(
    { method: 'POST', route: /refresh-urls/ },
    { status: 404, body: { message: '404: Not Found', code: 0 } },
  );
  const answer = await discord.as(member.id).click(card.id, customIdOf(card.message, 'again'));
  expect(textOf(await expectAnswer(discord, answer))).toContain('gone');
  expect(service.submissions).toHaveLength(1);
});

test('an edited prompt keeps the references, and renews them just so', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { member } = discord.world;
  const card = await edited(world);
  clock.advance(3 * DAY_MS);
  const person = discord.as(member.id);
  const { modal } = await person.click(card.id, customIdOf(card.message, 'edit-prompt'));
  const answer = await person.submitModal(modal!, { prompt: 'give it a scarf' });
  await expectPictures(discord, (await expectAnswer(discord, answer)).id, 1);
  expect(service.submissions[1]?.body).toMatchObject({ prompt: 'give it a scarf' });
  for (const url of urlsOf(service.submissions[1]?.body)) expect((await fetch(url)).status).toBe(200);
});

test('a form with files that is submitted twice within a moment is paid for once', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const person = discord.as(discord.world.member.id);
  const card = await edited(world);
  discord.removeFile(urlsOf(service.submissions[0]?.body)[0] ?? '');
  const question = await expectAnswer(
    discord,
    await person.click(card.id, customIdOf(card.message, 'again')),
  );
  const { modal } = await person.click(question.id, customIdOf(question, 'renew-references'));
  const first = await person.submitModal(modal!, { references: [picture('new-cat.png')] });
  const second = await person.submitModal(modal!, { references: [picture('new-cat.png')] });
  await expectPictures(discord, first.message?.id ?? '', 1);
  expect((await expectAnswer(discord, second)).content).toBe(errorText('already-started'));
  expect(service.submissions).toHaveLength(2);
});

test('a 4K card that is made again with a new picture shows the prompt of the person', async () => {
  const world = await startWorld();
  const { discord } = world;
  const person = discord.as(discord.world.member.id);
  const card = await finishedCard(world, { options: { prompt: 'a grey fox' } });
  const picked = await expectAnswer(discord, await person.click(card.id, customIdOf(card.message, 'pick')));
  const { message } = await person.click(picked.id, customIdOf(picked, 'enlarge'));
  const large = await expectPictures(discord, message?.id ?? '', 1);
  for (const url of bodiesOf(world).flatMap(urlsOf)) discord.removeFile(url);
  const question = await expectAnswer(discord, await person.click(large.id, customIdOf(large, 'again')));
  const { modal } = await person.click(question.id, customIdOf(question, 'renew-references'));
  const renewed = await person.submitModal(modal!, { references: [picture('fox.png')] });
  const done = await expectPictures(discord, renewed.message?.id ?? '', 1);
  expect(textOf(done)).toContain('a grey fox');
  expect(textOf(done)).not.toContain('Redraw');
});
