import { expect, test } from 'vitest';
import { withoutPersonalParts } from '../../src/commands/card/regenerate.ts';
import { isPersonalAddress } from '../../src/services/requests/personal-addresses.ts';
import type { Submission } from '../../src/services/requests/families/index.ts';
import { startWorld, type World } from '../world/world.ts';
import { finishedCard } from './cards.ts';
import {
  componentsOf,
  customIdOf,
  expectPictures,
  expectReply,
  expectText,
  textOf,
} from '../world/messages.ts';
import { bodiesOf, openDetails, submissionsOf } from '../world/asking.ts';

const HOOK = 'https://hooks.example/done/SECRET';
const DISCORD_FILE =
  'https://cdn.discordapp.com/attachments/1/2/cat.png?ex=68a1b2c3&is=68a06143&hm=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef&';
const PLAIN = 'https://pictures.example/cat.png';
const PRESIGNED =
  'https://bucket.s3.amazonaws.com/cat.png?X-Amz-Credential=AKIA&X-Amz-Expires=900&X-Amz-Signature=5f2e';

const gen = (...referImages: string[]): Submission => ({
  family: 'gen',
  body: { prompt: 'give it a hat', referImages, hookUrl: HOOK },
});
const job = (submission: Submission) => ({ id: 'job', personId: 'ada', submission });

test.each([
  PRESIGNED,
  'https://pictures.example/cat.png?v=1',
  'https://ada:secret@pictures.example/cat.png',
  'https://pictures.example/attachments/1/2/cat.png?hm=00&token=abc',
  'https://api.telegram.org/file/bot123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc/photos/cat.jpg',
])('%s is only for the person who entered it', (address) => {
  expect(isPersonalAddress(address)).toBe(true);
});

test.each([
  PLAIN,
  DISCORD_FILE,
  'https://media.discordapp.net/ephemeral-attachments/1/2/cat.png?ex=68a1b2c3&is=68a06143&hm=ab12&=&format=webp',
  'https://pictures.example/a-very-long-name-of-a-picture-that-is-no-secret-at-all.png',
])('%s can be handed on', (address) => {
  expect(isPersonalAddress(address)).toBe(false);
});

test('the person who asked keeps everything', () => {
  const submission = gen(PRESIGNED, PLAIN);
  expect(withoutPersonalParts(submission, job(submission), 'ada')).toBe(submission);
});

test('for anybody else there is no hook, and what everybody can fetch stays', () => {
  const submission = gen(PLAIN, DISCORD_FILE);
  expect(withoutPersonalParts(submission, job(submission), 'felix')).toEqual({
    family: 'gen',
    body: { prompt: 'give it a hat', referImages: [PLAIN, DISCORD_FILE] },
  });
  const artgen: Submission = { family: 'artgen', body: { prompt: 'a fox', hookUrl: HOOK, mode: 'fast' } };
  expect(withoutPersonalParts(artgen, job(artgen), 'felix')).toEqual({
    family: 'artgen',
    body: { prompt: 'a fox', mode: 'fast' },
  });
});

test('nobody else starts from pictures at addresses for one person alone, but from their own they do', () => {
  const earlier = job(gen(PLAIN, PRESIGNED));
  expect(() => withoutPersonalParts(earlier.submission, earlier, 'felix')).toThrow('references-not-yours');
  // The pictures made of it are for all who see the card, at the service's address.
  const request: Submission = {
    family: 'gen',
    body: { prompt: 'make it night', referImages: ['https://service.example/1.png?token=abc'] },
  };
  expect(withoutPersonalParts(request, earlier, 'felix')).toEqual(request);
});

const answersIn = ({ discord }: World): string =>
  JSON.stringify(discord.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body));

test("somebody else's Again, by button, form or reaction, has no hook of the first person's", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember } = discord.world;
  const card = await finishedCard(world, { options: { hook_url: HOOK } });
  const person = discord.as(secondMember.id);
  const again = await person.click(card.id, customIdOf(card.message, 'again'));
  const { modal } = await person.click(card.id, customIdOf(card.message, 'edit-prompt'));
  await person.submitModal(modal!, { prompt: 'a wolf' });
  const theirs = await expectPictures(discord, again.message?.id ?? '', 4);
  discord.as(secondMember.id).react(theirs.id, '🔄');
  await expectPictures(discord, (await expectReply(discord, atelier.channelId, theirs.id)).id, 4);
  await openDetails(world, theirs.id, secondMember.id);
  await openDetails(world, card.id, secondMember.id);
  const { message: privacy } = await person.slash(atelier.channelId, 'privacy');
  await person.click(privacy?.id ?? '', customIdOf(privacy, 'export-data'));
  expect(answersIn(world)).not.toContain('SECRET');
  const own = await discord.as(member.id).click(card.id, customIdOf(card.message, 'again'));
  await expectPictures(discord, own.message?.id ?? '', 4);
  const hooks = bodiesOf(world).map((body) => JSON.stringify(body).includes('SECRET'));
  expect(hooks).toEqual([true, false, false, false, true]);
});

test("somebody else has to hand over pictures of their own where the first person's are private", async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { secondMember } = discord.world;
  await finishedCard(world);
  const options = {
    reference_urls: `${service.tasks[0]?.pictureUrls[0] ?? ''}?token=SECRET`,
    hook_url: HOOK,
  };
  const card = await finishedCard(world, { command: 'gen', options });
  const person = discord.as(secondMember.id);
  for (const action of ['again', 'edit-prompt'] as const) {
    const { message, modal } = await person.click(card.id, customIdOf(card.message, action));
    expect(modal).toBeUndefined();
    expect(message?.ephemeralTo).toBe(secondMember.id);
    expect(message?.content).toContain('Add your own');
    expect(componentsOf(message).map(({ custom_id: id }) => id)).toEqual([`renew-references:${card.jobId}`]);
  }
  expect(service.submissions).toHaveLength(2);
  const { message } = await person.click(card.id, customIdOf(card.message, 'again'));
  const form = await person.click(message?.id ?? '', customIdOf(message, 'renew-references'));
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const references = [{ filename: 'own.png', contentType: 'image/png', bytes }];
  const handedIn = await person.submitModal(form.modal!, { references });
  await expectPictures(discord, handedIn.message?.id ?? '', 1);
  expect(JSON.stringify(bodiesOf(world)[2])).toMatch(/own\.png/);
  expect(JSON.stringify(bodiesOf(world)[2])).not.toContain('SECRET');
  const { message: own } = await discord
    .as(discord.world.member.id)
    .click(card.id, customIdOf(card.message, 'again'));
  await expectPictures(discord, own?.id ?? '', 1);
  expect(JSON.stringify(bodiesOf(world)[3])).toContain('SECRET');
});

test('a reason that repeats the address of a hook does not show it on the card', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  service.planTasks({ durationMs: 100, failReason: `the hook ${HOOK} does not answer` });
  const { message } = await discord
    .as(discord.world.member.id)
    .slash(discord.world.atelier.channelId, 'gen', { prompt: 'a fox', hook_url: HOOK });
  const shown = await expectText(discord, message?.id ?? '', 'does not answer');
  expect(textOf(shown)).not.toContain('SECRET');
  expect(submissionsOf(world, 'a fox')).toHaveLength(1);
  expect(answersIn(world)).not.toContain('SECRET');
});
