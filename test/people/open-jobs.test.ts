import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/discord/index.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, listJobs, press, promptsOf } from '../world/asking.ts';
import { expectText, labelsOf, textOf } from '../world/messages.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { startWorld, type World, type WorldOptions } from '../world/world.ts';

const list = ({ discord }: World): Promise<Message> =>
  listJobs(discord, discord.world.member.id, discord.world.atelier.channelId);

/** Turns the page as the member. Returns what the list then says. */
const turn = async ({ discord }: World, { id }: Message, label: string): Promise<Message> => {
  await press(discord, discord.world.member.id, id, label);
  return discord.message(id)!;
};

const labelsIn = (message: Message) => labelsOf(message).flat();
const footerOf = ({ embeds }: Message) => embeds[0]?.footer?.text;

const SLOW: WorldOptions = {
  env: { ACCOUNT_CONCURRENCY: '1' },
  service: {
    durations: {
      artgen: { minMs: 10 * MINUTE_MS, maxMs: 10 * MINUTE_MS },
      gen: { minMs: 10 * MINUTE_MS, maxMs: 10 * MINUTE_MS },
    },
  },
};

test('of many open requests those that can be stopped come first, and the others are on further pages', async () => {
  const world = await startWorld(SLOW);
  const { discord, service } = world;
  const running = Array.from({ length: 12 }, (_, index) => `running ${index}`);
  for (const prompt of running) await ask(world, prompt);
  await service.until(() => service.tasks.length === 12, { what: 'twelve tasks' });
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  await ask(world, 'holds the slot');
  const last = await ask(world, 'waits');
  await expect.poll(() => held.waiting).toBe(1);
  await expectText(discord, last, 'Waiting');

  const first = await list(world);
  expect(textOf(first)).toMatch(/^\*\*1\.\*\* \/imagine waits\n\*\*Waiting\*\*/);
  expect(labelsIn(first)).toEqual(['Stop no. 1', 'Refresh', ENGLISH.history.newer, ENGLISH.history.older]);
  expect(footerOf(first)).toBe('Page 1 of 2 · 14 in total');
  const second = await turn(world, first, ENGLISH.history.older);
  expect(textOf(second)).toMatch(/^\*\*11\.\*\* \/imagine running 3\n/);
  expect(textOf(second)).toContain('**14.** /imagine running 0');
  expect(textOf(second)).toContain(ENGLISH.jobs.noStop);
  expect(labelsIn(second)).toEqual(['Refresh', ENGLISH.history.newer, ENGLISH.history.older]);
  const back = await turn(world, second, ENGLISH.history.newer);
  expect(textOf(back)).toContain('/imagine waits');
  await press(discord, discord.world.member.id, back.id, 'Stop no. 1');
  await expectText(discord, last, ENGLISH.card.stopped);
  held.release();
  expect(promptsOf(world)).not.toContain('waits');
});

test('the list is brought up to date by its button', async () => {
  const world = await startWorld({ env: { ACCOUNT_CONCURRENCY: '1' } });
  const { service } = world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  await ask(world, 'goes first');
  await ask(world, 'second in line');
  await ask(world, 'third in line');
  await expect.poll(() => held.waiting).toBe(1);
  await expect
    .poll(async () => textOf(await list(world)))
    .toMatch(/third in line\n\*\*Waiting\*\* · place 2 in the queue/);
  const before = await list(world);
  held.release();
  const done = () => turn(world, before, ENGLISH.jobs.refresh);
  await expect.poll(async () => (await done()).content).toBe(ENGLISH.jobs.none);
  expect(textOf(world.discord.message(before.id))).not.toContain('in line');
});
