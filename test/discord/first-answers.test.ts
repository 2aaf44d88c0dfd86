import { expect, test } from 'vitest';
import { finishedCard } from '../actions/cards.ts';
import {
  expectOpenJobs,
  expectPainted,
  interact,
  requestsOf,
  submissionsOf,
  typeCommand,
} from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { customIdOf } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { startWorld } from '../world/world.ts';

const CALLBACK = { method: 'POST', route: /\/callback/ };
const reference = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };

test('a slow command is announced while it takes its time, and filled in', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  await world.restart();
  const held = discord.faults.hang({ route: /commands\/permissions/ });
  const { deferred, message } = await typeCommand(world, 'help');
  expect(deferred).toBe(true);
  held.release();
  await expect.poll(() => discord.message(message?.id ?? '')?.embeds.length).toBe(1);
});

test('what was announced to all and turns out to be an error is for the person alone', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service, clock } = world;
  const { atelier, member } = discord.world;
  const card = await finishedCard(world, { command: 'gen', options: { reference } });
  clock.advance(3 * DAY_MS);
  const [url = ''] = (service.submissions[0]?.body as { referImages?: string[] }).referImages ?? [];
  discord.removeFile(url);
  const held = discord.faults.hang({ method: 'POST', route: /refresh-urls/ });
  const again = await discord.as(member.id).click(card.id, customIdOf(card.message, 'again'));
  expect(again).toMatchObject({ deferred: true, message: { ephemeralTo: null } });
  held.release();
  await expect.poll(() => discord.messagesIn(atelier.channelId).at(-1)?.ephemeralTo).toBe(member.id);
  expect(discord.messagesIn(atelier.channelId).some(({ id }) => id === again.message?.id)).toBe(false);
});

test.each([
  ['another process has answered', 400, 40_060],
  ['the three seconds are over', 404, 10_062],
])('a request is dropped unpaid when Discord says that %s', async (_what, status, code) => {
  const world = await startWorld();
  const { discord } = world;
  discord.faults.answer(CALLBACK, { status, body: { code, message: 'No' } });
  const asked = interact(world, 'too late');
  await expect
    .poll(() => requestsOf(discord, 'POST', /callback/).map((request) => request.status))
    .toEqual([status]);
  discord.endFirstSeconds();
  expect((await asked).answered).toBe(false);
  await expectOpenJobs(world, 0);
  await expectPainted(world, 'in time');
  expect(requestsOf(discord, 'POST', /callback/).map((request) => request.status)).toEqual([status, 200]);
  expect(submissionsOf(world, 'too late')).toEqual([]);
});
