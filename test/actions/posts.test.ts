import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { errorText } from '../world/words.ts';
import { customIdOf, expectAnswer, expectPictures, labelsOf, shownIn, textOf } from '../world/messages.ts';
import { forgeClick, forgeModal } from '../world/forging.ts';
import { startWorld, type World } from '../world/world.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { askToDelete, confirm, deleteBy, finishedCard, type FinishedCard } from './cards.ts';

/** Posts a card's third picture, as people do: by its number, then **Post here**. */
const post = async ({ discord }: World, { id, jobId }: FinishedCard, personId: string): Promise<Message> => {
  const person = discord.as(personId);
  const picked = await expectAnswer(discord, await person.click(id, customId('pick', jobId, 3)));
  return expectAnswer(discord, await person.click(picked.id, customIdOf(picked, 'post')));
};

const expectGone = ({ discord }: World, { id }: Message) =>
  discord.until(() => !discord.message(id), { what: 'the message to go' });

test('a posted picture says who posted it, and whoever posted it deletes it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { secondMember } = discord.world;
  const card = await finishedCard(world);
  const posted = await post(world, card, secondMember.id);
  expect(textOf(posted)).toContain(`📤 Posted by <@${secondMember.id}>`);
  expect(posted.pings).toEqual({ everyone: false, users: [], roles: [] });
  await world.restart();
  const person = discord.as(secondMember.id);
  const asked = await askToDelete(world, person.id, posted.id);
  expect(asked.message).toMatchObject({ ephemeralTo: person.id, content: ENGLISH.deleting.copy.question });
  expect(asked.label).toBe('Delete this copy');
  await confirm(world, person.id, asked);
  await expectGone(world, posted);
  // The card is for its own person.
  const refused = await person.click(card.id, customIdOf(card.message, 'delete'));
  expect(refused.message?.content).toContain(errorText('not-yours'));
  await expectPictures(discord, card.id, 4);
  await expectAnswer(discord, await person.click(card.id, customIdOf(card.message, 'pick')));
});

test('a picture of a private card can be deleted by its poster', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  const first = await post(world, card, member.id);
  expect(labelsOf(first)).toEqual([['🗑️']]);
  const person = discord.as(member.id);
  await deleteBy(world, person.id, first.id);
  await expectGone(world, first);
});

test("nobody deletes another's posted picture in the name of a request of their own", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, secondMember } = discord.world;
  const posted = await post(world, await finishedCard(world), member.id);
  const before = shownIn(world, posted.id);
  const mine = await finishedCard(world, { personId: secondMember.id });
  const person = discord.as(secondMember.id);
  for (const name of ['delete', 'refresh', 'notify'] as const) {
    const id = customId(name, mine.jobId);
    const answer =
      name === 'delete' ? await forgeModal(person, posted.id, id) : await forgeClick(person, posted.id, id);
    expect((await expectAnswer(discord, answer)).content).toContain(errorText('job-not-found'));
  }
  expect(shownIn(world, posted.id)).toEqual(before);
});
