import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { expectLogged, expectOpenJobs, interact, press, submissionsOf } from '../world/asking.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';
import { eventually } from '../world/eventually.ts';

const ANSWER = { method: 'POST', route: /\/callback/ };
/** The library writes the @ of an address as %40. */
const EDIT = { method: 'PATCH', route: /(@|%40)original/ };

/** A person asks; the card stands, but Discord's confirmation is lost, and the edit that makes up for it hangs. */
const askWithHeldCard = async ({ discord }: World, prompt: string) => {
  discord.faults.cutOff(ANSWER);
  const held = discord.faults.hang(EDIT);
  const asked = interact({ discord }, prompt);
  await eventually(() => {
    expect(held.waiting).toBe(1);
  });
  const { message } = await asked;
  return { cardId: message?.id ?? '', held };
};

test('a card that Discord holds up for long counts no more meanwhile, and is served once it is there', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const { cardId, held } = await askWithHeldCard(world, 'held up');
  await expectOpenJobs(world, 1);
  clock.advance(20_000);
  await expectLogged(world, 'is late');
  await expectOpenJobs(world, 0);
  held.release();
  await expectPictures(discord, cardId, 4);
  expect(submissionsOf(world, 'held up')).toHaveLength(1);
});

test('"Stop" on a card that Discord has not confirmed yet stops its job, and nothing is submitted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { cardId, held } = await askWithHeldCard(world, 'stopped early');
  const pressed = press(discord, discord.world.member.id, cardId, ENGLISH.card.buttons.stop);
  await eventually(() => {
    expect(discord.dispatches.filter(({ event }) => event === 'INTERACTION_CREATE')).toHaveLength(2);
  });
  held.release();
  await pressed;
  await expectText(discord, cardId, ENGLISH.card.stopped);
  await expectOpenJobs(world, 0);
  expect(submissionsOf(world, 'stopped early')).toEqual([]);
});
