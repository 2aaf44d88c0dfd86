import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/words/words.ts';
import {
  ask,
  expectLogged,
  expectOpenJobs,
  expectPainted,
  expectSubmissions,
  interact,
  pollsOf,
  press,
} from '../world/asking.ts';
import { HOUR_MS, MINUTE_MS } from '../world/durations.ts';
import { expectPictures, expectRefusal, expectText } from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { setNumbers } from '../world/admin-panels.ts';
import { startWorld } from '../world/world.ts';

test.each(['while Easel runs', 'while it is started again'])(
  'a clock that is set back by an hour %s keeps nobody waiting for it',
  async (when) => {
    const host = await startHost((_request, response) => response.end(pictureOf()));
    const service = await startPlainService(() => [`${host.url}/1.png`]);
    const env = {
      IMAGE_API_URL: service.url,
      ALLOW_PRIVATE_ADDRESSES: 'true',
      POLL_INTERVAL_MS: '3000',
    };
    const world = await startWorld({ env });
    const id = await ask(world, 'an hour ago');
    await expect.poll(() => service.asked).toContain('/artgen/v1/submit-jobs');
    if (when === 'while Easel runs') world.clock.advance(-HOUR_MS);
    else {
      await world.stopEasel();
      world.clock.advance(-HOUR_MS);
      await world.startEasel();
    }
    await expectPictures(world.discord, id, 1, 20_000);
    await expectOpenJobs(world, 0);
  },
  60_000,
);

test('a clock that is set ahead by an hour while nobody asked for anything keeps nobody waiting after it', async () => {
  const world = await startWorld();
  world.clock.correct(HOUR_MS);
  await expectPictures(world.discord, await ask(world, 'an hour later'), 4, 20_000);
}, 30_000);

test('a task whose answer was under way when the clock was set back is asked for again at once', async () => {
  const world = await startWorld();
  const { service, clock } = world;
  service.planTasks({ durationMs: MINUTE_MS });
  await ask(world, 'an answer from later');
  const held = service.faults.order({ kind: 'hang', moment: 'after', operation: 'artgen.job-status' });
  await service.until(() => held.struck > 0, { what: 'a poll', timeoutMs: 20_000 });
  clock.advance(-HOUR_MS);
  // Easel hears of the clock before that answer.
  await ask(world, 'of the other family', { command: 'gen' });
  const polls = (family: string) => pollsOf(world).filter(({ operation }) => operation.startsWith(family));
  await service.until(() => polls('gen').length > 0, { what: 'a poll', timeoutMs: 20_000 });
  held.remove();
  const before = polls('artgen').length;
  await service.until(() => polls('artgen').length > before, { what: 'the next poll', timeoutMs: 20_000 });
});

test('a card goes on where the clock was set back by an hour since its last edit', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: HOUR_MS }, 2);
  service.faults.order({ kind: 'rate-limit', retryAfter: 5, operation: 'artgen.submit' });
  await ask(world, 'first');
  await expectLogged(world, 'a submission failed');
  const id = await ask(world, 'second');
  await expectText(discord, id, ENGLISH.card.waitingAt(2));
  clock.advance(-HOUR_MS);
  await expectText(discord, id, ENGLISH.card.painting(''), 15_000);
}, 30_000);

test('a button that costs money works again seconds after it was used, where the clock was set back meanwhile', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const id = await expectPainted(world);
  const pressAgain = () => press(discord, discord.world.member.id, id, ENGLISH.card.buttons.again);
  await pressAgain();
  await expectSubmissions(world, 2);
  clock.advance(-HOUR_MS);
  await pressAgain();
  clock.advance(10_000);
  await pressAgain();
  await expectSubmissions(world, 3);
});

test.each([
  ['no pause', { personDaily: '10' }],
  ['a pause of a minute', { pauseS: '60' }],
])(
  'with %s between two pictures, nobody waits longer where the clock was set back',
  async (_name, limits) => {
    const world = await startWorld();
    await setNumbers(world, limits);
    await expectPainted(world);
    world.clock.advance(-HOUR_MS);
    await expectPainted(world);
  },
);

test('a pause between two pictures holds again from the first one on, where the clock was set back before it', async () => {
  const world = await startWorld();
  const { service, clock } = world;
  await setNumbers(world, { pauseS: '60' });
  await expectPainted(world);
  clock.advance(-HOUR_MS);
  await expectPainted(world);
  expect(expectRefusal(await interact(world))).toContain('pause of 1\u00A0min');
  await world.restart();
  expect(expectRefusal(await interact(world))).toContain('pause of 1\u00A0min');
  expect(service.submissions).toHaveLength(2);
});

test('a pause between two pictures holds while the first one waits, where the clock was set back before it', async () => {
  const world = await startWorld();
  const { service, clock } = world;
  await setNumbers(world, { pauseS: '60' });
  await expectPainted(world);
  clock.advance(-HOUR_MS);
  const [first, second] = await Promise.all([interact(world), interact(world)]);
  const refused = [first, second].filter(({ message }) => message?.ephemeralTo !== null);
  expect(refused).toHaveLength(1);
  await expect.poll(() => service.submissions.length).toBe(2);
});
