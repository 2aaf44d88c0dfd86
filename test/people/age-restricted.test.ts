import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import {
  answerTo,
  chooseRequest,
  repeatRequest,
  ask,
  expectJobList,
  expectPainted,
  pollsOf,
  press,
  typeCommand,
} from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { expectAnswer, expectPictures, expectText } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { startWorld } from '../world/world.ts';

/** A world in which pictures were made in an age-restricted channel, and the history of them in another one. */
const startWithAdultPictures = async () => {
  const world = await startWorld();
  const { atelier } = world.discord.world;
  world.discord.restrictChannelByAge(atelier.channelId);
  await expectPainted(world, 'for adults');
  const { message } = await typeCommand(world, 'history', {}, { channelId: atelier.secondChannelId });
  return { world, history: message! };
};

test.each(['Again', 'Redraw in 4K'])(
  'nothing is made by %s in another channel out of what was made in an age-restricted one',
  async (label) => {
    const { world, history } = await startWithAdultPictures();
    const large = async () => answerTo(world, await chooseRequest(world, history, 1), '1');
    const told =
      label === 'Again'
        ? await expectAnswer(world.discord, await repeatRequest(world, history, 1))
        : await answerTo(world, await large(), label);
    expect(told.content).toContain(errorText('age-restricted'));
    expect(told.ephemeralTo).toBe(world.discord.world.member.id);
    expect(world.service.submissions).toHaveLength(1);
  },
);

test('an edit of it is no way out either', async () => {
  const { world, history } = await startWithAdultPictures();
  const { discord, service } = world;
  const { member } = discord.world;
  const large = await answerTo(world, await chooseRequest(world, history, 1), '1');
  const { modal } = await press(discord, member.id, large.id, 'Edit');
  const answer = await discord.as(member.id).submitModal(modal!, { prompt: 'with a hat' });
  expect((await expectAnswer(discord, answer)).content).toContain(errorText('age-restricted'));
  expect(service.submissions).toHaveLength(1);
});

test('what /history brought out of an age-restricted channel is not published in another', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { atelier, member } = discord.world;
  discord.restrictChannelByAge(atelier.channelId);
  service.planTasks({ durationMs: 16 * MINUTE_MS });
  const id = await ask(world, 'for adults', { command: 'gen', options: { private: true } });
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  clock.advance(13 * MINUTE_MS);
  await expectText(discord, id, ENGLISH.card.stillWorking);
  clock.advance(4 * MINUTE_MS);
  const list = await expectJobList(discord, member.id, atelier.secondChannelId, "can't be reached");
  const { message } = await press(discord, member.id, list.id, 'Bring no. 1 here');
  const brought = await expectPictures(discord, message?.id ?? '', 1);
  await world.restart();
  const told = await answerTo(world, brought, 'Publish');
  expect(told.ephemeralTo).toBe(member.id);
  expect(told.content).toContain(errorText('age-restricted'));
});
