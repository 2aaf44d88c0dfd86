import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, pollsOf, promptsOf } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { expectPictures, expectText, said } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';
import { eventually } from '../world/eventually.ts';

// A hundred cards get their pictures in the first.
const { unknown, waitsBecause } = ENGLISH.card;
const SUBMIT = 'gen.submit';

/** Many people's requests, each with one picture, so many at a time that each is answered within Discord's three seconds. */
const askMany = async (world: World, prompts: readonly string[]) => {
  const ids: string[] = [];
  for (let from = 0; from < prompts.length; from += 10) {
    const some = prompts.slice(from, from + 10);
    ids.push(...(await Promise.all(some.map((prompt) => ask(world, prompt, { command: 'gen' })))));
  }
  return ids;
};

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `draw number ${index}`);

const saying = ({ discord }: World, ids: readonly string[], text: string) =>
  ids.filter((id) => said(discord, id).includes(text));

test('502 to everything for a minute while a hundred wait: at most three are unconfirmed, the others come', async () => {
  const world = await startWorld({ env: { ACCOUNT_REQUESTS_PER_SECOND: '20' } });
  const { discord, service, clock } = world;
  const outage = service.faults.order({ kind: 'status', status: 502, times: Infinity });
  const ids = await askMany(world, numbered(100));
  await eventually(() => {
    expect(saying(world, ids, waitsBecause.outage).length).toBeGreaterThan(40);
  });
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    clock.advance(MINUTE_MS / 4);
    await eventually(() => {
      expect(pollsOf(world).length).toBeGreaterThanOrEqual(quarter);
    });
  }
  const lost = saying(world, ids, unknown.title);
  expect(lost.length).toBeLessThanOrEqual(3);
  outage.remove();
  clock.advance(MINUTE_MS / 4);
  for (const id of ids) if (!lost.includes(id)) await expectPictures(discord, id, 1);
  expect(promptsOf(world).sort()).toEqual(numbered(100).sort());
});

test('an answer after two minutes is waited for, and said on the cards behind it meanwhile', async () => {
  const world = await startWorld({ isHurried: true, env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service, clock } = world;
  const held = service.faults.order({ kind: 'hang', operation: SUBMIT });
  const [first = ''] = await askMany(world, ['draw what is answered late']);
  await service.until(() => held.waiting === 1, { what: 'a submission' });
  const [behind = ''] = await askMany(world, ['draw what is behind it']);
  clock.advance(2 * MINUTE_MS);
  await expectText(discord, behind, waitsBecause.slow);
  held.release();
  for (const id of [first, behind]) await expectPictures(discord, id, 1);
  expect(promptsOf(world)).toEqual(['draw what is answered late', 'draw what is behind it']);
});

test('while thirty submissions hang no picture that is ready waits for them', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: MINUTE_MS });
  const [ready = ''] = await askMany(world, ['ready in a minute']);
  await service.until(() => service.tasks.length === 1, { what: 'a task' });
  const held = service.faults.order({ kind: 'hang', operation: SUBMIT, times: Infinity });
  const ids = await askMany(world, numbered(30));
  await service.until(() => held.waiting === 10, { what: 'submissions' });
  clock.advance(MINUTE_MS);
  await expectPictures(discord, ready, 1);
  expect(held.waiting).toBe(10);
  held.release();
  held.remove();
  for (const id of ids) await expectPictures(discord, id, 1);
  expect(promptsOf(world)).toHaveLength(31);
});
