import { expect, test } from 'vitest';
import { askToDelete, confirm, finishedCard } from '../actions/cards.ts';
import { expectOpenJobs, expectPainted, interact, requestsOf } from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { customIdOf, expectPictures, expectText } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const CALLBACK = { method: 'POST', route: /\/callback/ };
const TOLD = errorText('card-refused', undefined);
const PROMPT = 'a fox in the snow';

const REFUSALS = [
  ['a form that is wrong', 50_035],
  ['a harmful link', 240_000],
  ['automatic moderation', 200_000],
] as const;

const refusal = (code: number) => ({ status: 400, body: { code, message: 'No' } });

test.each(REFUSALS)(
  'a person whose message Discord refuses is told so, with the prompt, and nothing is submitted: %s',
  async (_what, code) => {
    const world = await startWorld();
    const { discord, service } = world;
    discord.faults.answer(CALLBACK, refusal(code));
    const { message } = await interact(world, PROMPT);
    expect(message?.content).toBe(`${TOLD}\n> ${PROMPT}`);
    expect(message?.ephemeralTo).toBe(discord.world.member.id);
    await expectOpenJobs(world, 0);
    expect(service.submissions).toEqual([]);
  },
);

test('where Discord refuses the prompt as well, its person is told without it', async () => {
  const world = await startWorld();
  world.discord.faults.answer({ ...CALLBACK, times: 2 }, refusal(240_000));
  const { message } = await interact(world, PROMPT);
  expect(message?.content).toBe(TOLD);
  await expectOpenJobs(world, 0);
  expect(world.service.submissions).toEqual([]);
});

test.each(REFUSALS)(
  'a person whose message Discord refuses after it was announced is told so, too: %s',
  async (_what, code) => {
    const world = await startWorld({ isHurried: true });
    const { discord, service, clock } = world;
    const { atelier, member } = discord.world;
    const reference = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };
    const card = await finishedCard(world, { command: 'gen', options: { reference } });
    clock.advance(3 * DAY_MS);
    const held = discord.faults.hang({ method: 'POST', route: /refresh-urls/ });
    const again = await discord.as(member.id).click(card.id, customIdOf(card.message, 'again'));
    expect(again).toMatchObject({ deferred: true, message: { ephemeralTo: null } });
    discord.faults.answer({ method: 'PATCH', route: /webhooks/ }, refusal(code));
    held.release();
    const told = await discord.until(
      () => discord.messagesIn(atelier.channelId).find(({ content }) => content.startsWith(TOLD)),
      { what: 'the answer' },
    );
    expect(told).toMatchObject({
      content: `${TOLD}\n> draw a lighthouse at dusk`,
      ephemeralTo: member.id,
    });
    expect(discord.message(again.message?.id ?? '')).toBeUndefined();
    await expectOpenJobs(world, 0);
    expect(service.submissions).toHaveLength(1);
  },
);

test('an answer whose message Discord does not name is looked up, and gets its pictures', async () => {
  const world = await startWorld();
  const { discord } = world;
  discord.faults.misreport(CALLBACK, { status: 200, body: { interaction: { id: '1', type: 2 } } });
  await expectPainted(world, 'a nameless fox');
  expect(requestsOf(discord, 'GET', /webhooks\/.*\/@original/)).toHaveLength(1);
  await expectOpenJobs(world, 0);
});

test('an announced answer whose message Discord does not name gets its pictures', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, clock } = world;
  const { member } = discord.world;
  const reference = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };
  const card = await finishedCard(world, { command: 'gen', options: { reference } });
  clock.advance(3 * DAY_MS);
  const held = discord.faults.hang({ method: 'POST', route: /refresh-urls/ });
  discord.faults.misreport(CALLBACK, { status: 200, body: { interaction: { id: '1', type: 3 } } });
  const { message } = await discord.as(member.id).click(card.id, customIdOf(card.message, 'again'));
  held.release();
  await expectPictures(discord, message?.id ?? '', 1);
  await expectOpenJobs(world, 0);
});

test('a message that the bot may not see any more is not deleted by it, and the permission that it lacks is named', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  const { atelier, member } = discord.world;
  const card = await finishedCard(world);
  const asked = await askToDelete(world, member.id, card.id);
  discord.hideChannelFromBot(atelier.channelId);
  await confirm(world, member.id, asked);
  await expectText(discord, asked.message.id, errorText('bot-cannot-see', undefined));
});
