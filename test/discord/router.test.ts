import { SnowflakeUtil } from 'discord.js';
import { expect, test } from 'vitest';
import { errorText } from '../world/words.ts';
import { APPLICATION_ID, startParts, TOKEN } from './parts.ts';

const PERSON = { id: '400000000000000001' };

/** An event as the gateway brings it, from a person's direct messages. */
const eventAt = (createdAt: number, data: Record<string, unknown>, type = 2) => ({
  id: String(SnowflakeUtil.generate({ timestamp: createdAt })),
  application_id: APPLICATION_ID,
  type,
  token: TOKEN,
  channel_id: '300000000000000001',
  user: PERSON,
  data,
});

const HELP = { name: 'help' };

/** What was answered, in words. */
const contentsOf = ({ discord }: Awaited<ReturnType<typeof startParts>>): unknown[] =>
  discord.requests.map(({ body }) => (body as { data?: { content?: unknown } }).data?.content);

/** Answers alone: `/help` also reads which commands there are. */
const answersOf = ({ discord }: Awaited<ReturnType<typeof startParts>>) =>
  discord.requests.filter(({ line }) => line.startsWith('POST /interactions/'));

test('an event that is delivered twice is answered once', async () => {
  const parts = await startParts();
  const { router, clock, lines } = parts;
  const event = eventAt(clock.now(), HELP);
  router.handle(event);
  router.handle(event);
  await router.idle();
  expect(answersOf(parts)).toHaveLength(1);
  expect(lines.filter((line) => line.includes('dropped a repeated interaction'))).toHaveLength(1);
});

test.each([
  ['command', { name: 'no-such-command' }, 2],
  ['command of a message', { name: 'No such command', type: 3, target_id: '1' }, 2],
  ['custom id', { custom_id: 'no-such-action:1' }, 3],
  ['form', { custom_id: 'no-such-form:1', components: [] }, 5],
])('an unknown %s is answered with what to do', async (_what, data, type) => {
  const parts = await startParts();
  parts.router.handle(eventAt(parts.clock.now(), data, type));
  await parts.router.idle();
  expect(contentsOf(parts)).toEqual([errorText('command-changed')]);
});

test('a fault is answered with a reference that the log has', async () => {
  const parts = await startParts();
  await parts.storage.close();
  parts.router.handle(eventAt(parts.clock.now(), { name: 'history' }));
  await parts.router.idle();
  const reference = /reference `(\w+)`/.exec(String(contentsOf(parts)[0]))?.[1];
  expect(reference).toMatch(/^[0-9a-f]{8}$/);
  expect(parts.lines.filter((line) => line.includes('a command failed'))).toEqual([
    expect.stringContaining(`"reference":"${reference}"`),
  ]);
});

test('an event that is no interaction is logged and answered with nothing', async () => {
  const { discord, router, lines } = await startParts();
  router.handle({ id: 'no snowflake' });
  await router.idle();
  expect(discord.requests).toEqual([]);
  expect(lines.join('')).toContain("couldn't handle an interaction");
});
