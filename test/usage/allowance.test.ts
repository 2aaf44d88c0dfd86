import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { setNumbers, speakGerman } from '../world/admin-panels.ts';
import { expectPainted, interact, typeCommand } from '../world/asking.ts';
import { expectRefusal, textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

const { allowance } = ENGLISH.usage;

const usageOf = async (world: World, personId?: string): Promise<string> =>
  textOf((await typeCommand(world, 'usage', {}, personId === undefined ? {} : { personId })).message);

const footerOf = (world: World, card: string): string =>
  world.discord.message(card)?.embeds[0]?.footer?.text ?? '';

test('/usage says what a member used, what is left and when that resets', async () => {
  const world = await startWorld();
  const { admin } = world.discord.world;
  await setNumbers(world, { personDaily: '40', serverDaily: '100' });
  expect(await usageOf(world)).toContain(allowance.left(allowance.whose.person, 40, 40, 0));
  await expectPainted(world);
  const text = await usageOf(world);
  expect(text).toContain(allowance.left(allowance.whose.person, 39, 40, 1));
  expect(text).toContain(allowance.left(allowance.whose.server, 99, 100, 1));
  expect(text).toMatch(/Resets <t:\d+:R>\./);
  expect(await usageOf(world, admin.id)).not.toContain(allowance.left(allowance.whose.person, 40, 40, 0));
});

test('a limit below what was used already is reached', async () => {
  const world = await startWorld();
  for (const prompt of ['a fox', 'a wolf', 'a bear']) await expectPainted(world, prompt);
  await setNumbers(world, { personDaily: '1', serverDaily: '2' });
  expect(expectRefusal(await interact(world))).toContain('your limit of 1 request a day here.');
  const text = await usageOf(world);
  expect(text).toContain('You: **0** of 1 request left · 3 used');
  expect(text).toContain('Whole server: **0** of 2 requests left · 3 used');
  expect(text).toContain(ENGLISH.usage.counted(3, 3, 3));
  const { secondMember } = world.discord.world;
  await setNumbers(world, { serverDaily: '2' });
  expect(expectRefusal(await interact(world, 'a hare', { personId: secondMember.id }))).toContain(
    'This server has reached',
  );
  await speakGerman(world.discord);
  expect(expectRefusal(await interact(world))).toContain('Limit von 2 Anfragen am Tag erreicht');
  expect(await usageOf(world)).toContain('Ganzer Server: noch **0** von 2 Anfragen · 3 verbraucht');
});

test('a card says so when few are left, and says nothing before', async () => {
  const world = await startWorld();
  await setNumbers(world, { personDaily: '5' });
  expect(footerOf(world, await expectPainted(world))).not.toContain('left');
  expect(footerOf(world, await expectPainted(world))).toContain(ENGLISH.card.left(3, 'day'));
  await expectPainted(world);
  expect(footerOf(world, await expectPainted(world))).toContain(ENGLISH.card.left(1, 'day'));
  await world.restart();
  expect(footerOf(world, await expectPainted(world))).toContain(ENGLISH.card.left(0, 'day'));
});

test('what the operator’s key gives is an allowance too, in direct messages as well', async () => {
  const world = await startWorld({ env: { SHARED_KEY_DAILY_LIMIT: '4' } });
  const card = await expectPainted(world, undefined, { place: 'direct' });
  expect(footerOf(world, card)).toContain(ENGLISH.card.left(3, 'day'));
  const { message } = await typeCommand(world, 'usage', {}, { place: 'direct' });
  expect(textOf(message)).toContain(allowance.left(allowance.whose['shared-key'], 3, 4, 1));
});

test('on the first day /usage is a sentence, and then a table that fits a phone', async () => {
  const world = await startWorld();
  const { admin } = world.discord.world;
  const { message } = await typeCommand(world, 'usage', {}, { personId: admin.id });
  expect(textOf(message)).toContain(ENGLISH.usage.none);
  expect(message?.embeds[0]?.image).toBeUndefined();
  await expectPainted(world);
  const lines = (await usageOf(world, admin.id)).split('\n');
  const rows = lines.filter((line) => /^[/a-z ].*\d$/.test(line));
  expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(33);
  expect(lines.some((line) => line.startsWith(ENGLISH.usage.rows.refused))).toBe(false);
});
