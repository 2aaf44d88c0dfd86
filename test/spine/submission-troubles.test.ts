import { expect, test } from 'vitest';
import { plainPainter, startImageService, type Fault } from '../../sandbox/image-service/index.ts';
import { startWithOwnKey } from '../world/keys.ts';
import { API_KEY, startWorld } from '../world/world.ts';
import { ask, expectLogged, expectOpenJobs, expectPainted, pollsOf, submissionsOf } from '../world/asking.ts';
import { buttonsOf, expectPictures, expectText, said, textOf } from '../world/messages.ts';
import { eventually } from '../world/eventually.ts';
import { ENGLISH } from '../../src/messages/language.ts';

type CallFault = Exclude<Fault, { kind: `picture-${string}` }>;

const SUBMIT = 'artgen.submit';
const NOBODY_KNOWS = ENGLISH.card.unknown.title;

test('after two unknown outcomes in a row the rest of a queue waits, and goes when the service works again', async () => {
  // Those that are under way at once end unknown together.
  const world = await startWorld({ isHurried: true, env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service, clock } = world;
  const outage = service.faults.order({ kind: 'status', status: 502, operation: SUBMIT, times: Infinity });
  const ids: string[] = [];
  for (let index = 0; index < 8; index += 1) ids.push(await ask(world, `in an outage ${index}`));
  const unknown = () => ids.filter((id) => said(discord, id).includes(NOBODY_KNOWS));
  await expect.poll(() => unknown().length).toBeGreaterThanOrEqual(2);
  const waiting = () => ids.filter((id) => said(discord, id).includes(ENGLISH.card.waitsBecause.outage));
  await expect.poll(() => waiting().length + unknown().length).toBe(ids.length);
  expect(unknown().length).toBeLessThanOrEqual(3);
  outage.remove();
  const rest = waiting();
  clock.advance(15_000);
  for (const id of rest) await expectPictures(discord, id, 4);
  expect(service.submissions).toHaveLength(ids.length);
});

test('a job waits while the service cannot be reached, and is submitted once it is back', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const port = Number(new URL(service.url).port);
  await service.stop();
  const id = await ask(world, 'patience');
  await expectLogged(world, 'a submission failed');
  await expectText(discord, id, 'Waiting');
  await eventually(() => {
    clock.advance(1_000);
    expect(said(discord, id)).toContain(ENGLISH.card.waitsBecause.away);
  });
  const alarms = world.log.filter((line) => line.includes("the image service can't be reached"));
  expect(alarms[0]).toContain('"level":"error"');
  expect(alarms[0]).toContain('ECONNREFUSED');
  const back = await startImageService({
    port,
    painter: plainPainter(),
    accounts: [{ name: 'test', key: API_KEY }],
    durations: { artgen: { minMs: 100, maxMs: 100 }, gen: { minMs: 100, maxMs: 100 } },
  });
  clock.advance(60_000);
  await expectPictures(discord, id, 4);
  expect(back.submissions).toHaveLength(1);
  await expectOpenJobs(world, 0);
  await back.stop();
});

test('a service that is not there for an hour is given up, and nothing was spent', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  await service.stop();
  const id = await ask(world, 'given up');
  await expectLogged(world, 'a submission failed');
  clock.advance(3_700_000);
  await expectText(discord, id, ENGLISH.card.failures.unreachable.title);
  await expectOpenJobs(world, 0);
});

test('what waits for an hour in an outage is given up then, though nothing is answered yet', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service, clock } = world;
  service.faults.order({ kind: 'status', status: 502, times: Infinity });
  const sent = [await ask(world, 'the first'), await ask(world, 'the second')];
  for (const id of sent) await expectText(discord, id, NOBODY_KNOWS);
  const id = await ask(world, 'patience');
  await expectText(discord, id, ENGLISH.card.waitsBecause.outage);
  // The rest is over, and the free call finds out that the service is still away.
  clock.advance(15_000);
  await expect.poll(() => pollsOf(world).length).toBe(1);
  clock.advance(3_700_000);
  await expectText(discord, id, ENGLISH.card.failures.unreachable.title);
  await expectOpenJobs(world, 0);
  expect(service.submissions).toHaveLength(2);
});

test('while one account rests for an outage, another starts only once a free call is answered', async () => {
  const world = await startWithOwnKey();
  const { discord, service, clock } = world;
  service.faults.order({ kind: 'status', status: 502, operation: SUBMIT, times: 2 });
  for (const prompt of ['one', 'two']) await expectText(discord, await ask(world, prompt), NOBODY_KNOWS);
  const away = service.faults.order({ kind: 'status', status: 502, times: Infinity });
  const id = await ask(world, 'of another account', { place: 'direct' });
  await expect.poll(() => away.struck).toBeGreaterThan(0);
  expect(submissionsOf(world, 'of another account')).toEqual([]);
  away.remove();
  clock.advance(15_000);
  await expectPictures(discord, id, 4);
});

/** After these the service may have taken the submission: it is never sent again. */
const doubtful: [name: string, fault: CallFault, taken: number][] = [
  ['is cut off before it is processed', { kind: 'cut-off', moment: 'before' }, 0],
  ['is cut off after it was processed', { kind: 'cut-off', moment: 'after' }, 1],
  ['is answered with 408', { kind: 'status', status: 408 }, 0],
  ['is answered with 500 although it was processed', { kind: 'status', status: 500, moment: 'after' }, 1],
  ['is answered with 503 and no word on when to come back', { kind: 'status', status: 503 }, 0],
  ['is answered with no JSON', { kind: 'malformed-json' }, 1],
];

test.each(doubtful)('a submission that %s is not sent again', async (_name, fault, taken) => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.faults.order({ ...fault, operation: SUBMIT });
  const id = await ask(world, 'in doubt');
  await expectText(discord, id, NOBODY_KNOWS);
  await expectOpenJobs(world, 0);
  clock.advance(600_000);
  await expectPainted(world, 'no doubt');
  expect(submissionsOf(world, 'in doubt')).toHaveLength(1);
  expect(service.tasks).toHaveLength(taken + 1);
});

test("an answer that isn't the service's leaves the outcome open, and the card sends people to the operator", async () => {
  const world = await startWorld();
  world.service.faults.order({ kind: 'html-page', operation: SUBMIT });
  const card = textOf(await expectText(world.discord, await ask(world, 'a web page'), NOBODY_KNOWS));
  expect(card).toContain(ENGLISH.card.lostAnswers.unreadable(200));
  expect(card).toMatch(
    /may not be set up correctly: tell the person who runs this bot\..*may have been paid for/,
  );
});

/** After these the service certainly did not take it. */
const refused: [name: string, fault: (now: number) => CallFault][] = [
  ['503 and Retry-After in seconds', () => ({ kind: 'status', status: 503, retryAfter: 30 })],
  ['429 and Retry-After as a date', (now) => ({ kind: 'rate-limit', retryAfter: new Date(now + 30_000) })],
];

test.each(refused)(
  'a submission that is answered with %s is sent again, and not before that',
  async (_name, fault) => {
    const world = await startWorld();
    const { discord, service, clock } = world;
    service.faults.order({ ...fault(clock.now()), operation: SUBMIT });
    const id = await ask(world, 'later');
    const submissions = () => submissionsOf(world, 'later');
    await expect
      .poll(() => {
        if (submissions().length === 1) clock.advance(1_000);
        return submissions().length;
      })
      .toBe(2);
    await expectPictures(discord, id, 4);
    const [first, second] = submissions();
    // A date has no milliseconds, and was made before the submission arrived.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(27_000);
    expect(service.tasks).toHaveLength(1);
  },
);

test('a 429 without a word on when to come back is waited for too', async () => {
  const world = await startWorld({ isHurried: true });
  const { service } = world;
  service.faults.order({ kind: 'rate-limit', operation: SUBMIT });
  await expectPainted(world, 'soon');
  expect(submissionsOf(world, 'soon')).toHaveLength(2);
  expect(service.tasks).toHaveLength(1);
});

test('a key that the service no longer knows ends the job with words that say whom to ask', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  service.closeAccount('test');
  const id = await ask(world, 'locked out');
  await expectText(discord, id, ENGLISH.card.failures['refused-key'].title);
  await expectOpenJobs(world, 0);
  expect(world.log.join('')).not.toContain(API_KEY);
});

test('a wrong address of the service ends the job, and the operator reads an error once a minute', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const lost = (): void => {
    service.faults.order({ kind: 'status', status: 404, operation: SUBMIT });
  };
  for (const prompt of ['nowhere', 'nowhere else']) {
    lost();
    const { title, advice } = ENGLISH.card.failures['wrong-address'];
    const card = await expectText(discord, await ask(world, prompt), title);
    expect(textOf(card)).toContain(advice);
    expect(Object.keys(buttonsOf(card))).toContain(ENGLISH.card.buttons.tryAgain);
  }
  const errors = world.log.filter((line) => line.includes('is not the image service: check'));
  expect(errors).toEqual([expect.stringContaining('"level":"error"')]);
  expect(service.tasks).toEqual([]);
});
