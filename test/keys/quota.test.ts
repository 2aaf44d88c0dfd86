import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { openSettings, setNumbers } from '../world/admin-panels.ts';
import {
  ask,
  expectLogged,
  expectPainted,
  expectSubmissions,
  interact,
  press,
  promptsOf,
} from '../world/asking.ts';
import { HOUR_MS, MINUTE_MS } from '../world/durations.ts';
import { setKey, startWithQuota } from '../world/keys.ts';
import {
  buttonsOf,
  expectAnswer,
  expectPictures,
  expectText,
  picturesOf,
  textOf,
} from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

const { failures, askForKey, buttons, withRest } = ENGLISH.card;
const ENDED = failures.quota.title;
const NOT_SENT = failures['list-ended'].title;
const FOXES = ['red fox', 'blue fox', 'green fox', 'grey fox'];

/** The member's cards that say so, once there are that many; oldest first. */
const saying = ({ discord }: World, text: string, count: number): Promise<Message[]> =>
  discord.until(
    () => {
      const cards = discord.messagesIn(discord.world.atelier.channelId);
      const found = cards.filter((message) => textOf(message).includes(text));
      return found.length === count ? found : undefined;
    },
    { what: `${count} cards that say ${text}` },
  );

const makeFoxes = async (world: World): Promise<void> => {
  const { message } = await interact(world, '{red, blue, green, grey} fox');
  await press(world.discord, world.discord.world.member.id, message?.id ?? '', 'Make 4');
};

const tryAgain = ({ discord }: World, { id }: Pick<Message, 'id'>) =>
  press(discord, discord.world.member.id, id, buttons.tryAgain);

const painted = ({ discord }: World): Message[] =>
  discord.messagesIn(discord.world.atelier.channelId).filter((message) => picturesOf(message) > 0);

test('a request without quota ends at once, and the next is tried as if nothing had been', async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  await setNumbers(world, { personDaily: '1' });
  const id = await ask(world, 'a lighthouse');
  const text = textOf(await expectText(discord, id, ENDED));
  expect(text).toContain('> a lighthouse');
  expect(text).toContain(askForKey.server);
  await expectText(discord, await ask(world, 'a hare'), ENDED);
  await expectSubmissions(world, 2);
  service.setQuota('server', 1);
  await expectPictures(discord, (await expectAnswer(discord, await tryAgain(world, { id }))).id, 4);
  expect(promptsOf(world)).toEqual(['a lighthouse', 'a hare', 'a lighthouse']);
});

test('it says whose key it is', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  service.setQuota('test', 0);
  await expectText(discord, await ask(world, 'a lighthouse'), askForKey.operator);
  service.openAccount({ name: 'own', key: 'own-key-of-a-person-1', quota: 0 });
  await setKey(discord, 'own-key-of-a-person-1', 'direct', discord.world.member.id);
  await expectText(discord, await ask(world, 'a hare', { place: 'direct' }), askForKey.person);
});

test('what waits behind one without quota is tried in its turn', async () => {
  const world = await startWithQuota(0, { env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service } = world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const first = await ask(world, 'dear');
  await service.until(() => held.waiting === 1, { what: 'a submission that hangs' });
  const second = await ask(world, 'cheap');
  held.release();
  await expectText(discord, first, ENDED);
  await expectText(discord, second, ENDED);
  expect(promptsOf(world)).toEqual(['dear', 'cheap']);
});

test('of a list the first without quota ends the rest unsent, and its Try again makes them all', async () => {
  const world = await startWithQuota(1, { env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service } = world;
  await makeFoxes(world);
  const rest = await saying(world, NOT_SENT, 2);
  const [met] = await saying(world, ENDED, 1);
  if (!met) throw new Error('no card');
  expect(promptsOf(world)).toEqual(FOXES.slice(0, 2));
  expect(textOf(met)).toContain(withRest.replaceAll('{button_tryAgain}', buttons.tryAgain));
  expect(rest.map((card) => Object.hasOwn(buttonsOf(card), buttons.tryAgain))).toEqual([false, false]);
  expect(textOf(rest[0])).toContain('> green fox');
  await expect.poll(() => painted(world)).toHaveLength(1);
  await world.restart();
  service.setQuota('server', 10);
  await tryAgain(world, met);
  await expect.poll(() => painted(world)).toHaveLength(4);
  expect(promptsOf(world).slice(2)).toEqual(FOXES.slice(1));
  expect(painted(world).map(({ ephemeralTo }) => ephemeralTo)).toEqual([null, null, null, null]);
  expect(textOf(discord.message(met.id))).toContain(ENDED);
});

test('of a list that left together, one Try again makes them all, too', async () => {
  const world = await startWithQuota(0, { env: { ACCOUNT_REQUESTS_PER_SECOND: '100' } });
  const { service } = world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit', times: 4 });
  await makeFoxes(world);
  await service.until(() => held.waiting === 4, { what: 'submissions that hang' });
  held.release();
  held.remove();
  await saying(world, NOT_SENT, 3);
  const [met] = await saying(world, ENDED, 1);
  if (!met) throw new Error('no card');
  service.setQuota('server', 10);
  await Promise.all([tryAgain(world, met), tryAgain(world, met)]);
  await expect.poll(() => painted(world)).toHaveLength(4);
  expect(promptsOf(world)).toHaveLength(8);
});

test("an own key's alarm goes to its server's log channel, at most once an hour", async () => {
  const world = await startWithQuota(0);
  const { discord, clock } = world;
  const { admin, atelier } = discord.world;
  const panel = await openSettings(discord, 'channels');
  await discord.as(admin.id).select(panel, customId('settings', 'log-channel'), [atelier.secondChannelId]);
  const told = () =>
    discord
      .messagesIn(atelier.secondChannelId)
      .flatMap((message) => textOf(message).split(ENGLISH.log.news.quota).slice(1)).length;
  for (const prompt of ['one', 'two']) await expectText(discord, await ask(world, prompt), ENDED);
  await expect.poll(told).toBe(1);
  clock.advance(HOUR_MS - MINUTE_MS);
  await expectText(discord, await ask(world, 'three'), ENDED);
  clock.advance(MINUTE_MS);
  await expectText(discord, await ask(world, 'four'), ENDED);
  await expect.poll(told).toBe(2);
});

test("the operator's is a line of the log, at most once an hour", async () => {
  const world = await startWorld();
  const { discord, service, clock, log } = world;
  service.setQuota('test', 0);
  const line = 'the quota of IMAGE_API_KEY is used up';
  const lines = () => log.filter((text) => text.includes(line)).length;
  for (const prompt of ['one', 'two']) await expectText(discord, await ask(world, prompt), ENDED);
  await expectLogged(world, line);
  clock.advance(HOUR_MS - MINUTE_MS);
  await expectText(discord, await ask(world, 'three'), ENDED);
  expect(lines()).toBe(1);
  clock.advance(MINUTE_MS);
  await expectText(discord, await ask(world, 'four'), ENDED);
  expect(lines()).toBe(2);
});

test("another server's account is not touched by it", async () => {
  const world = await startWithQuota(0);
  const { discord, service } = world;
  service.openAccount({ name: 'own', key: 'own-key-of-a-person-1', quota: 10 });
  await setKey(discord, 'own-key-of-a-person-1', 'direct', discord.world.member.id);
  await expectText(discord, await ask(world, 'no quota'), ENDED);
  await expectPainted(world, 'elsewhere', { place: 'direct' });
});
