import { expect, test } from 'vitest';
import { plainPainter, startImageService } from '../../sandbox/image-service/index.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, expectOpenJobs } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { eventually } from '../world/eventually.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { API_KEY, startWorld } from '../world/world.ts';

const LENGTH_MINUTES = 50;

test('while the service is away, the operator has one error a minute, people the reason, and all is made afterwards', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service, clock, log } = world;
  const port = Number(new URL(service.url).port);
  await service.stop();
  const ids = [await ask(world, 'first'), await ask(world, 'second')];
  const errors = () => log.filter((line) => line.includes('"level":"error"'));
  const beganAt = clock.now();
  const minutes = () => (clock.now() - beganAt) / MINUTE_MS;
  while (minutes() < LENGTH_MINUTES) {
    const before = errors().length;
    // The next attempt comes within a minute, and the next error with the first one that is a minute later than the last.
    await eventually(() => {
      if (errors().length === before) clock.advance(MINUTE_MS / 2);
      expect(errors().length).toBeGreaterThan(before);
    });
  }
  expect(errors().length).toBeLessThanOrEqual(minutes() + 1);
  for (const line of errors()) expect(line).toMatch(/ECONNREFUSED.*the image service can't be reached/);
  for (const id of ids) await expectText(discord, id, ENGLISH.card.waitsBecause.away);
  const back = await startImageService({
    port,
    painter: plainPainter(),
    accounts: [{ name: 'test', key: API_KEY }],
    durations: { artgen: { minMs: 100, maxMs: 100 }, gen: { minMs: 100, maxMs: 100 } },
  });
  clock.advance(MINUTE_MS);
  for (const id of ids) await expectPictures(discord, id, 4);
  expect(back.submissions).toHaveLength(ids.length);
  await expectOpenJobs(world, 0);
  await back.stop();
});
