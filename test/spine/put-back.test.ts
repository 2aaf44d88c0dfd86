import { expect, test } from 'vitest';
import type { Fault } from '../../sandbox/image-service/index.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { occupy } from '../storage/sqlite-tool.ts';
import { ask, expectLogged, submissionsOf, typeCommand } from '../world/asking.ts';
import { eventually } from '../world/eventually.ts';
import { picturesOf } from '../world/messages.ts';
import { startWorld, type World, type WorldOptions } from '../world/world.ts';

/** One submission starts in that time. */
const GAP_MS = 10_000;
const SUBMIT = 'artgen.submit';

/** A world with a request that is under way to the service, and one whose turn comes when the gap is over. */
const startWithTwo = async (
  options: WorldOptions = {},
  fault: Extract<Fault, { kind: 'hang' | 'rate-limit' }> = { kind: 'hang' },
) => {
  const world = await startWorld({
    isHurried: true,
    ...options,
    env: { ...options.env, ACCOUNT_REQUESTS_PER_SECOND: String(1_000 / GAP_MS) },
  });
  const { service, clock } = world;
  const inFront = service.faults.order({ ...fault, operation: SUBMIT });
  await ask(world, 'in front');
  await service.until(() => inFront.waiting === 1, { what: 'a submission' });
  const isPaced = (ms: number) => ms > GAP_MS / 2 && ms <= GAP_MS;
  const before = clock.waits.filter(isPaced).length;
  const id = await ask(world, 'next');
  await expect.poll(() => clock.waits.filter(isPaced).length).toBeGreaterThan(before);
  return { world, inFront, id };
};

/** The turn of the next one comes. It then is in the middle of being stored as leaving. */
const takeTurn = async ({ clock }: World): Promise<void> => {
  clock.advance(GAP_MS);
  await expect.poll(() => clock.waits.every((ms) => ms > 0)).toBe(true);
};

const expectSentOnce = async (world: World, id: string): Promise<void> => {
  await eventually(() => {
    world.clock.advance(1_000);
    expect(picturesOf(world.discord.message(id))).toBe(4);
  });
  expect(submissionsOf(world, 'next')).toHaveLength(1);
};

test('a submission whose turn came while the store was busy does not leave once Easel stops', async () => {
  const { world, inFront, id } = await startWithTwo();
  const release = await occupy(world);
  await takeTurn(world);
  const stopped = world.stopEasel();
  await expectLogged(world, 'stopping');
  await release();
  inFront.release();
  await stopped;
  expect(submissionsOf(world, 'next')).toEqual([]);
  await world.startEasel();
  await expectSentOnce(world, id);
});

test('it does not leave either once the service wants less', async () => {
  const { world, inFront, id } = await startWithTwo({}, { kind: 'rate-limit', retryAfter: 60, isHeld: true });
  const { service, clock } = world;
  const release = await occupy(world);
  await takeTurn(world);
  const startedAt = clock.trueTime();
  inFront.release();
  await expectLogged(world, 'an account rests');
  await release();
  await expectSentOnce(world, id);
  const others = service.calls.filter(({ operation }) => operation === SUBMIT).slice(1);
  expect(others[0]?.at).toBeGreaterThan(startedAt + 50_000);
});

for (const { title, available, fresh, port } of SERVERS)
  test.skipIf(!available)(`it leaves after the part of a process on ${title} is certain again`, async () => {
    const { proxy, url } = await Proxy.inFrontOf(await fresh(), port);
    const { world, inFront, id } = await startWithTwo({ env: { STORE_URL: url } });
    proxy.delayAnswerTo('submitting');
    await takeTurn(world);
    await expect.poll(() => proxy.isDelaying).toBe(true);
    proxy.breakLeases();
    await expectLogged(world, 'pausing until this process has its part again');
    proxy.passOnAnswers();
    // By the time that others are answered, it would have left.
    for (let count = 0; count < 3; count += 1) await typeCommand(world, 'help');
    expect(submissionsOf(world, 'next')).toEqual([]);
    proxy.comeBack();
    inFront.release();
    await expectSentOnce(world, id);
  });
