import { expect, test } from 'vitest';
import { Permission, type Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { askToDelete, confirm, deleteBy, finishedCard, type FinishedCard } from '../actions/cards.ts';
import {
  answerTo,
  chooseRequest,
  repeatRequest,
  expectSubmissions,
  postFrom,
  press,
  requestsOf,
  typeCommand,
} from '../world/asking.ts';
import { allTextOf, customIdOf, expectAnswer, labelsOf, picturesOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { startWorld, type World } from '../world/world.ts';

const DELETED = errorText('pictures-gone');

const history = async (world: World): Promise<Message> => {
  const { message } = await typeCommand(world, 'history');
  if (!message) throw new Error('no history');
  return message;
};

/** The member's large picture, with its buttons. */
const largeOf = async ({ discord }: World, { id, jobId }: FinishedCard, personId: string): Promise<Message> =>
  expectAnswer(discord, await discord.as(personId).click(id, customId('pick', jobId, 1)));

/** What /history says of the newest request. */
const newestIn = (message: Message) => ({
  text: message.embeds[0]?.description ?? '',
  hasThumbnail: message.embeds[0]?.thumbnail !== undefined,
});

/** Publishes a private card, and waits until Easel knows that its message is another. */
const publish = async (world: World, { message }: FinishedCard): Promise<Message> => {
  const published = await answerTo(world, message, 'Publish');
  await expect.poll(async () => newestIn(await history(world)).text).toContain(published.id);
  return published;
};

const expectDeleted = async (world: World): Promise<void> => {
  const shown = await history(world);
  const { text, hasThumbnail } = newestIn(shown);
  expect(text).toMatch(/· deleted( by (you|a moderator))? ·/);
  expect(text).toContain('draw a lighthouse at dusk');
  expect(text).not.toContain('https://');
  expect(hasThumbnail).toBe(false);
  const request = await chooseRequest(world, shown, 1);
  expect(picturesOf(request)).toBe(0);
  expect(labelsOf(request)).toEqual([['Again', 'Details', 'Back']]);
};

test('what a moderator deletes, its person can post, edit, redraw and see no more, but ask for again', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member, admin } = discord.world;
  const card = await finishedCard(world);
  const large = await largeOf(world, card, member.id);
  const { modal } = await discord.as(member.id).click(large.id, customIdOf(large, 'edit-picture'));
  await deleteBy(world, admin.id, card.id);
  await world.restart();
  for (const label of ['Post here', 'Redraw in 4K'])
    expect((await answerTo(world, large, label)).content).toBe(DELETED);
  const edited = await discord.as(member.id).submitModal(modal!, { prompt: 'make it night' });
  expect(edited.message?.content).toContain(DELETED);
  expect((await press(discord, member.id, large.id, 'Edit')).modal).toBeUndefined();
  await expectDeleted(world);
  expect(service.submissions).toHaveLength(1);
  await repeatRequest(world, await history(world), 1);
  await expectSubmissions(world, 2);
  const { channelId } = discord.world.atelier;
  expect(discord.messagesIn(channelId).filter((one) => one.ephemeralTo === null)).toHaveLength(1);
});

test('what is deleted by Discord’s own means is noticed by /history once, and for good', async () => {
  const world = await startWorld();
  const { discord } = world;
  const card = await finishedCard(world);
  expect(picturesOf(await chooseRequest(world, await history(world), 1))).toBeGreaterThan(0);
  discord.deleteMessage(card.id);
  const looks = () => requestsOf(discord, 'GET', new RegExp(`/messages/${card.id}$`)).length;
  const before = looks();
  await expectDeleted(world);
  await world.restart();
  await expectDeleted(world);
  expect(looks()).toBe(before + 1);
});

test('what is deleted by Discord’s own means can be shown nowhere else by a message that is still open', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member, secondMember } = discord.world;
  const card = await finishedCard(world);
  const [mine, theirs] = [await largeOf(world, card, member.id), await largeOf(world, card, secondMember.id)];
  discord.deleteMessage(card.id);
  expect((await answerTo(world, mine, 'Post here')).content).toBe(DELETED);
  const answer = await press(discord, secondMember.id, theirs.id, 'Redraw in 4K');
  expect((await expectAnswer(discord, answer)).content).toBe(DELETED);
  await expectDeleted(world);
  expect(service.submissions).toHaveLength(1);
});

test('a picture of a message that the bot can’t see any more is for its person alone', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember } = discord.world;
  const card = await finishedCard(world);
  const [mine, theirs] = [await largeOf(world, card, member.id), await largeOf(world, card, secondMember.id)];
  const deny = Permission.ReadMessageHistory;
  discord.setOverwrite(atelier.channelId, { id: discord.applicationId, type: 'member', allow: 0n, deny });
  const answer = await press(discord, secondMember.id, theirs.id, 'Post here');
  expect((await expectAnswer(discord, answer)).content).toBe(errorText('not-yours'));
  expect(picturesOf(await postFrom(world, mine))).toBe(1);
});

test('what its person published they take back, and have it for themselves again', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  const published = await publish(world, card);
  const asked = await askToDelete(world, member.id, published.id);
  expect(asked.message.content).toBe(ENGLISH.deleting.copy.question);
  await confirm(world, member.id, asked);
  expect(discord.message(published.id)).toBeUndefined();
  const shown = await history(world);
  expect(newestIn(shown).text).toContain(ENGLISH.history.private);
  expect(picturesOf(await chooseRequest(world, shown, 1))).toBe(4);
});

test('what was published and a moderator deletes is deleted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  const published = await publish(world, card);
  const picked = await answerTo(world, card.message, '1');
  await deleteBy(world, admin.id, published.id);
  await expectDeleted(world);
  const edit = await press(discord, discord.world.member.id, picked.id, 'Edit');
  expect(edit.message?.content).toBe(DELETED);
});

test('what is published while its deletion is confirmed goes as well, once Discord has posted it', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const { atelier, member } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  const asked = await askToDelete(world, member.id, card.id);
  const before = new Set(discord.messagesIn(atelier.channelId).map(({ id }) => id));
  const posted = () =>
    discord.messagesIn(atelier.channelId).find((one) => !before.has(one.id) && picturesOf(one) > 0);
  const held = discord.faults.hang({ method: 'POST', route: /channels\/\d+\/messages$/ });
  await discord.as(member.id).click(card.id, customId('publish', card.jobId));
  await expect.poll(() => held.waiting).toBe(1);
  await confirm(world, member.id, asked);
  await expectDeleted(world);
  held.release();
  await discord.until(posted, { what: 'the published card' });
  await discord.until(
    () => {
      clock.advance(1_000);
      return !posted();
    },
    { what: 'the published card to go' },
  );
});

test('a message that is deleted without pictures says so, and takes no word of pictures', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  service.planTasks({ failReason: 'too dark' });
  const { message } = await typeCommand(world, 'imagine', { prompt: 'a cave' });
  const id = message?.id ?? '';
  await discord.until(() => allTextOf(discord.message(id)).includes('too dark'), { what: 'the reason' });
  const asked = await askToDelete(world, member.id, id);
  expect(asked.label).toBe('Delete message');
  await confirm(world, member.id, asked);
  expect(newestIn(await history(world)).text).toContain('· deleted by you ·');
  expect(labelsOf(await chooseRequest(world, await history(world), 1)).flat()).toContain('Try again');
});
