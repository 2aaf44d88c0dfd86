import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { askToDelete, confirm } from '../actions/cards.ts';
import { ask, expectOpenJobs } from '../world/asking.ts';
import { eventually } from '../world/eventually.ts';
import { HOUR_MS } from '../world/durations.ts';
import { expectPictures, textOf } from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { startWorld, type World } from '../world/world.ts';

const RESULTS = 12;
/** Results are linked at once, and no host is given up. */
const AT_ONCE = { linkAfterMs: 0, turnMs: HOUR_MS };

/** A host that keeps its pictures to itself until a test lets them go. */
const startHeldHost = async () => {
  const held: ServerResponse[] = [];
  let isHeld = true;
  const host = await startHost((_request, response) => {
    if (isHeld) held.push(response);
    else response.end(pictureOf());
  });
  const release = () => {
    isHeld = false;
    for (const response of held) response.end(pictureOf());
  };
  return { host, release };
};

const startSlowWorld = async () => {
  const { host, release } = await startHeldHost();
  const service = await startPlainService(() => [1, 2, 3, 4].map((number) => `${host.url}/${number}.png`));
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  const timeouts = { silenceMs: HOUR_MS, totalMs: HOUR_MS };
  const world = await startWorld({ env, web: { timeouts, waitsMs: [] }, patience: AT_ONCE });
  return { world, host, release };
};

/** Waits until a card shows four pictures, of which that many are linked. */
const expectLinked = (world: World, id: string, host: string, count: number) =>
  eventually(async () => {
    const { embeds } = await expectPictures(world.discord, id, 4);
    expect(embeds.filter(({ image }) => image?.url.startsWith(host))).toHaveLength(count);
  });

test('the results of a slow host are all shown with links, and with their pictures once they come', async () => {
  const { world, host, release } = await startSlowWorld();
  const ids: string[] = [];
  for (let count = 0; count < RESULTS; count += 1) ids.push(await ask(world, `fox ${count}`));
  for (const id of ids) await expectLinked(world, id, host.url, 4);
  release();
  for (const id of ids) await expectLinked(world, id, host.url, 0);
  await expectOpenJobs(world, 0);
});

test('pictures that come after a restart are brought as well', async () => {
  const { world, host, release } = await startSlowWorld();
  const id = await ask(world, 'a fox');
  await expectLinked(world, id, host.url, 4);
  await world.stopEasel();
  release();
  await world.startEasel();
  await expectLinked(world, id, host.url, 0);
});

test('hidden pictures stay hidden, and their links go when they come', async () => {
  const { world, host, release } = await startSlowWorld();
  const { discord } = world;
  const id = await ask(world, 'a fox', { options: { spoiler: true } });
  const content = () => discord.message(id)?.content ?? '';
  await eventually(() => {
    expect(content()).toContain(`||${host.url}/1.png||`);
  });
  release();
  await eventually(() => {
    expect([content(), discord.message(id)?.attachments.length]).toEqual(['', 4]);
  });
});

test('a card that is deleted while its pictures come stays deleted', async () => {
  const { world, host, release } = await startSlowWorld();
  const { discord } = world;
  const id = await ask(world, 'a fox');
  await expectLinked(world, id, host.url, 4);
  const asked = await askToDelete(world, discord.world.member.id, id);
  expect(await confirm(world, discord.world.member.id, asked)).toBe('Deleted.');
  release();
  await expectOpenJobs(world, 0);
  expect(textOf(discord.message(id))).toBe('');
  expect(discord.message(id)).toBeUndefined();
});
