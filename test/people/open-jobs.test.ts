import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/discord/index.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, expectOpenJobs, expectPainted, listJobs, press } from '../world/asking.ts';
import { expectPictures, expectText, labelsOf, textOf } from '../world/messages.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { startWorld, type World, type WorldOptions } from '../world/world.ts';

const { history } = ENGLISH;

const list = ({ discord }: World): Promise<Message> =>
  listJobs(discord, discord.world.member.id, discord.world.atelier.channelId);

/** Turns the page as the member. Returns what the list then says. */
const turn = async ({ discord }: World, { id }: Message, label: string): Promise<Message> => {
  await press(discord, discord.world.member.id, id, label);
  return discord.message(id)!;
};

/** Without the menu, which has none. */
const labelsIn = (message: Message) => labelsOf(message).flat().filter(Boolean);

/** What the list says of each request. */
const entriesOf = ({ embeds }: Message): string[] => embeds.map(({ description = '' }) => description);

const SLOW: WorldOptions = {
  env: { ACCOUNT_CONCURRENCY: '1' },
  service: {
    durations: {
      artgen: { minMs: 10 * MINUTE_MS, maxMs: 10 * MINUTE_MS },
      gen: { minMs: 10 * MINUTE_MS, maxMs: 10 * MINUTE_MS },
    },
  },
};

test('/history begins with what is open, the newest first, and what waits can be stopped there', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service, clock } = world;
  const { member, gallery } = discord.world;
  await expectPainted(world, 'done here');
  await expectPainted(world, 'done elsewhere', { channelId: gallery.channelId });
  await expectOpenJobs(world, 0);
  service.planTasks({ durationMs: 10 * MINUTE_MS });
  const running = await ask(world, 'runs elsewhere', { channelId: gallery.channelId });
  await expectText(discord, running, ENGLISH.card.painting(''));
  service.faults.order({ kind: 'status', status: 503, retryAfter: 600, operation: 'artgen.submit' });
  const waiting = await ask(world, 'waits here');
  await expectText(discord, waiting, ENGLISH.card.waitsBecause.busy);

  const shown = await list(world);
  const [first = '', second = '', third = '', ...others] = entriesOf(shown);
  expect(others).toEqual([]);
  expect(first).toMatch(/^\*\*1\.\*\* \/imagine · \*\*Waiting\*\*/);
  expect(first).toContain(ENGLISH.card.waitsBecause.busy);
  expect(first).toContain('> waits here');
  expect(first).toContain(`/${waiting}`);
  expect(second).toContain(ENGLISH.card.painting(''));
  expect(second).toContain(`/${gallery.channelId}/${running}`);
  expect(third).toContain('done here');
  expect(labelsIn(shown)).toEqual([history.stop(1), history.refresh, history.search]);
  await press(discord, member.id, shown.id, history.stop(1));
  await expectText(discord, waiting, ENGLISH.card.stopped);
  expect(service.tasks.map(({ body }) => body.prompt)).not.toContain('waits here');
  clock.advance(10 * MINUTE_MS);
  await expectPictures(discord, running, 4);
  await expectOpenJobs(world, 0);
  const after = await turn(world, shown, history.refresh);
  expect(entriesOf(after).join()).not.toContain('elsewhere');
  expect(labelsIn(after)).toEqual([history.search]);
});

test('a private request that runs elsewhere is listed with its channel, found by a search, and brought here', async () => {
  const world = await startWorld(SLOW);
  const { discord, service } = world;
  const { member, gallery } = discord.world;
  await ask(world, 'a secret fox', { channelId: gallery.channelId, options: { private: true } });
  await ask(world, 'an open hare', { channelId: gallery.channelId });
  await service.until(() => service.tasks.length === 2, { what: 'two tasks' });
  const found = await discord
    .as(member.id)
    .slash(discord.world.atelier.channelId, 'history', { text: 'secret' });
  const [entry = '', ...others] = entriesOf(found.message!);
  expect(others).toEqual([]);
  expect(entry).toContain(`<#${gallery.channelId}> · ${history.private}`);
  const { message } = await press(discord, member.id, found.message?.id ?? '', history.showHere(1));
  expect(message?.ephemeralTo).toBe(member.id);
  expect(textOf(message)).toContain('a secret fox');
});

test('many open requests are on several pages, and each is counted once', async () => {
  const world = await startWorld(SLOW);
  const { service } = world;
  for (let number = 0; number < 7; number += 1) await ask(world, `running ${number}`);
  await service.until(() => service.tasks.length === 7, { what: 'seven tasks' });
  const first = await list(world);
  expect(first.content).toContain('page 1 of 2 · 7 in total');
  const second = await turn(world, first, history.older);
  expect(entriesOf(second).map((entry) => /running \d/.exec(entry)?.[0])).toEqual(['running 1', 'running 0']);
  expect(labelsIn(second)).toEqual([history.newer, history.older, history.refresh, history.search]);
});
