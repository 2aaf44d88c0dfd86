import { expect, test } from 'vitest';
import { occupy } from '../storage/sqlite-tool.ts';
import { ask, expectLogged, expectOpenJobs, submissionsOf } from '../world/asking.ts';
import { HOUR_MS, MINUTE_MS } from '../world/durations.ts';
import { eventually } from '../world/eventually.ts';
import { expectPictures, textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';

// Each time SQLite waits two seconds for the other program.
const NEW_MESSAGE = { method: 'POST', route: /channels\/\d+\/messages$/ };

const newMessages = ({ discord }: World) =>
  discord.requests.filter(({ method, path }) => method === 'POST' && /\/channels\/\d+\/messages$/.test(path));

test('a result whose token died while the store could not be written is delivered once it can', async () => {
  const world = await startWorld();
  const { discord } = world;
  const held = discord.faults.hang({ method: 'PATCH' });
  const id = await ask(world, 'held up');
  await expect.poll(() => held.waiting).toBe(1);
  discord.expireAllTokens();
  // What is held may be a progress edit: the result has to be stored before nothing can be.
  await expectLogged(world, '"outcome":"succeeded"');
  const release = await occupy(world);
  held.release();
  await expectLogged(world, 'the final edit of a card failed');
  await expectLogged(world, 'The store failed');
  await release();
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  expect(submissionsOf(world, 'held up')).toHaveLength(1);
});

test('a result that had to be sent again is sent once, however long its message can not be written down', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, clock } = world;
  const { atelier } = discord.world;
  const thread = discord.addThread(atelier.channelId, 'a thread');
  const held = discord.faults.hang(NEW_MESSAGE);
  // The card in the archived thread can't be edited then, which a new message can get around.
  world.service.planTasks({ durationMs: 500 });
  await ask(world, 'in a thread', { channelId: thread.id });
  discord.archiveThread(thread.id);
  discord.expireAllTokens();
  await expect.poll(() => held.waiting).toBe(1);
  const release = await occupy(world);
  held.release();
  await expectLogged(world, 'The store failed');
  clock.advance(10 * MINUTE_MS);
  await expect
    .poll(() => world.log.filter((line) => line.includes('The store failed')).length)
    .toBeGreaterThan(1);
  await release();
  await expectOpenJobs(world, 0);
  expect(newMessages(world)).toHaveLength(1);
  const ofBot = discord.requests.filter(
    ({ method, path }) => method === 'PATCH' && path.includes('/channels/'),
  );
  expect(ofBot.map(({ status }) => status)).toEqual([400]);
});

test('a private card whose request was refused by the store says so, also when the time of day was set ahead', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  clock.step(2 * HOUR_MS);
  const release = await occupy(world);
  const id = await ask(world, 'a fox', { options: { private: true } });
  await eventually(() => {
    clock.advance(200);
    expect(textOf(discord.message(id))).toContain(errorText('store-away'));
  });
  await release();
});
