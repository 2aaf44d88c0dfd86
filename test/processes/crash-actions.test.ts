import { expect, test } from 'vitest';
import { startProgramWorld } from '../world/program-world.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { deleteBy } from '../actions/cards.ts';
import { answerTo, ask, press } from '../world/asking.ts';
import { expectPictures, expectReply, picturesOf, repliesTo, allTextOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { eventually } from '../world/eventually.ts';

const SENDING = { method: 'POST', route: '/channels/:channel/messages' };

/** A finished card of an Easel that runs as a process of its own. */
const startWithCard = async () => {
  const world = await startProgramWorld();
  const easel = await world.start();
  const card = await expectPictures(world.discord, await ask(world, 'a lighthouse'), 4);
  return { ...world, card, easel };
};

/** The same, with a reaction whose new card Discord does not take yet. */
const startWithHeldReaction = async () => {
  const world = await startWithCard();
  const { discord, card } = world;
  const held = discord.faults.hang(SENDING);
  discord.as(discord.world.secondMember.id).react(card.id, '🔄');
  await eventually(() => {
    expect(held.waiting).toBe(1);
  });
  return { ...world, held };
};

test('a reaction whose card was not confirmed when Easel was killed costs nothing', async () => {
  const { discord, service, crash, held } = await startWithHeldReaction();
  await crash();
  held.release();
  await expectPictures(discord, await ask({ discord }, 'another'), 4);
  expect(service.submissions).toHaveLength(2);
});

test('a card that stood but was never confirmed is not sent twice, and says that its request was lost', async () => {
  const { discord, service, card, start, easel } = await startWithCard();
  const { atelier, secondMember } = discord.world;
  discord.faults.cutOff({ ...SENDING, times: Infinity });
  discord.as(secondMember.id).react(card.id, '🔄');
  const again = await expectReply(discord, atelier.channelId, card.id);
  await easel.end('SIGKILL');
  discord.faults.clear();
  await start();
  const pressed = await press(discord, secondMember.id, again.id, ENGLISH.card.buttons.stop);
  expect(allTextOf(pressed.message)).toContain(errorText('job-lost'));
  expect(repliesTo(discord, atelier.channelId, card.id)).toHaveLength(1);
  expect(service.submissions).toHaveLength(1);
});

test('a picture that is posted, deleted at once and on its way when Easel is killed stays nowhere', async () => {
  const { discord, card, start, easel } = await startWithCard();
  const { atelier, admin, member } = discord.world;
  const large = await answerTo({ discord }, card, '2');
  const held = discord.faults.hang(SENDING);
  await press(discord, member.id, large.id, ENGLISH.pictures.postHere);
  await eventually(() => {
    expect(held.waiting).toBe(1);
  });
  await deleteBy({ discord }, admin.id, card.id);
  await easel.end('SIGKILL');
  held.release();
  const shown = () =>
    discord.messagesIn(atelier.channelId).filter((one) => one.ephemeralTo === null && picturesOf(one) > 0);
  await eventually(() => {
    expect(shown()).toHaveLength(1);
  });
  await start();
  await eventually(() => {
    expect(shown()).toEqual([]);
  });
});

test('a stop does not wait for a card that Discord does not take, and nothing is submitted', async () => {
  const { discord, service, start, easel, held } = await startWithHeldReaction();
  const exit = await easel.end('SIGTERM');
  expect(exit.code).toBe(0);
  held.release();
  await start();
  await expectPictures(discord, await ask({ discord }, 'another'), 4);
  expect(service.submissions).toHaveLength(2);
});
