import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import {
  ask,
  expectAllClosed,
  expectListed,
  expectLogged,
  expectPainted,
  typeCommand,
} from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { allTextOf, expectPictures, expectText } from '../world/messages.ts';
import { eventually } from '../world/eventually.ts';
import { rowsLike } from '../world/stored-rows.ts';
import { startWorld } from '../world/world.ts';

const HOUR_MS = 3_600_000;

describe.each([
  ['back by two hours', -2 * HOUR_MS],
  ['ahead by an hour', HOUR_MS],
  ['ahead by forty days', 40 * DAY_MS],
])('when the time of day is set %s', (_how, stepMs) => {
  test('what waits, runs or is asked for next is made at once', async () => {
    const world = await startWorld({ isHurried: true, env: { ACCOUNT_CONCURRENCY: '1' } });
    const { discord, service, clock } = world;
    service.planTasks({ durationMs: 8_000 });
    service.faults.order({ kind: 'rate-limit', retryAfter: 4, operation: 'artgen.submit' });
    const waiting = await ask(world, 'a hare');
    await expectText(discord, waiting, ENGLISH.card.waiting);
    const running = await ask(world, 'a fox', { command: 'gen' });
    await expectListed(world, 'a fox');
    clock.step(stepMs);
    const next = await ask(world, 'a bear');
    clock.advance(10_000);
    await expectPictures(discord, running, 1);
    await expectPictures(discord, waiting, 4);
    await expectPictures(discord, next, 4);
    // The first one was refused once, and waited as long as the service said.
    expect(service.submissions).toHaveLength(4);
  });

  test('what ran when the process ended is followed by the next one', async () => {
    const world = await startWorld();
    const { discord, service, clock } = world;
    service.planTasks({ durationMs: 60_000 });
    const running = await ask(world, 'a fox');
    await expectLogged(world, 'submitted');
    await world.stopEasel();
    clock.step(stepMs);
    await world.startEasel();
    clock.advance(61_000);
    await expectPictures(discord, running, 4);
    await expectPainted(world, 'a hare');
    expect(allTextOf((await typeCommand(world, 'history')).message)).toContain('a fox');
  });
});

test('a start with a clock that is forty days ahead keeps what people made, and lists it with what they make then', async () => {
  const world = await startWorld();
  const { clock } = world;
  await expectPainted(world, 'a fox');
  await expectAllClosed(world);
  await eventually(async () => expect(await rowsLike(world, 'time')).toHaveLength(1));
  await world.stopEasel();
  clock.step(40 * DAY_MS);
  await world.startEasel();
  await expectPainted(world, 'a hare');
  await expectAllClosed(world);
  await world.stopEasel();
  clock.step(-40 * DAY_MS);
  await world.startEasel();
  const listed = allTextOf((await typeCommand(world, 'history')).message);
  expect(listed).toContain('a fox');
  expect(listed).toContain('a hare');
});
