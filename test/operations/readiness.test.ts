import { describe, expect, it, test } from 'vitest';
import { watchForOutage } from '../../src/services/discord/gateway/outage-watch.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { HandClock } from '../world/hand-clock.ts';
import { startWorld, type World } from '../world/world.ts';

const read = async (world: World, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${world.httpPort()}${path}`);
  return { status: answer.status, ...((await answer.json()) as object) };
};

test('while Discord is away neither /healthz nor /readyz say that all is well', async () => {
  const world = await startWorld();
  expect(await read(world, '/readyz')).toEqual({
    ...{ status: 200, ok: true },
    ...{ standby: false, gateway: true, store: true },
  });
  world.discord.gateway.hold();
  await expect.poll(() => read(world, '/readyz')).toMatchObject({ status: 503, gateway: false, store: true });
  expect(await read(world, '/healthz')).toMatchObject({ status: 503, ok: false });
  world.discord.gateway.release();
  await expect.poll(() => read(world, '/readyz')).toMatchObject({ status: 200, gateway: true });
  expect(await read(world, '/healthz')).toMatchObject({ status: 200, ok: true });
});

for (const server of SERVERS)
  test.skipIf(!server.available)(`a ${server.title} that is silent is told of in time`, async () => {
    const fresh = await server.fresh();
    const { proxy, url } = await Proxy.inFrontOf(fresh, server.port);
    const world = await startWorld({ env: { STORE_URL: url } });
    expect(await read(world, '/readyz')).toMatchObject({ status: 200, store: true });
    proxy.fallSilent();
    const since = performance.now();
    expect(await read(world, '/readyz')).toMatchObject({ status: 503, store: false, gateway: true });
    expect(performance.now() - since).toBeLessThan(3_000);
    proxy.comeBack();
    proxy.breakAll();
    await expect
      .poll(() => read(world, '/readyz'), { timeout: 15_000 })
      .toMatchObject({ status: 200, store: true });
  });

test('an outage of Discord that lasts ends Easel, for its supervisor to start it', async () => {
  const world = await startWorld();
  world.discord.gateway.hold();
  await expect.poll(() => read(world, '/healthz')).toMatchObject({ ok: false });
  await expect
    .poll(
      () => {
        world.clock.advance(10_000);
        return world.endedBy;
      },
      { timeout: 20_000, interval: 5 },
    )
    .toMatchObject([{ name: 'DiscordOutOfReachError' }]);
  world.discord.gateway.release();
});

describe('the watch over the connection', () => {
  const watch = () => {
    const clock = new HandClock();
    const state = { isReady: true, ended: 0 };
    const stopping = new AbortController();
    const over = watchForOutage({
      isReached: () => state.isReady,
      onTooLong: () => (state.ended += 1),
      clock,
      signal: stopping.signal,
    });
    const pass = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 10) {
        clock.advance(10_000);
        await Promise.resolve();
        await Promise.resolve();
      }
    };
    return {
      state,
      pass,
      over,
      stop: () => {
        stopping.abort();
      },
      clock,
    };
  };

  it('sits through outages that end', async () => {
    const { state, pass, stop, over } = watch();
    for (let outage = 0; outage < 5; outage += 1) {
      state.isReady = false;
      await pass(590);
      state.isReady = true;
      await pass(10);
    }
    expect(state.ended).toBe(0);
    stop();
    await over;
    expect(state.ended).toBe(0);
  });

  it('counts from when it was lost, ten minutes', async () => {
    const { state, pass } = watch();
    await pass(3_600);
    state.isReady = false;
    await pass(590);
    expect(state.ended).toBe(0);
    await pass(10);
    expect(state.ended).toBe(1);
  });

  it('does not take a night in which the machine slept for an outage', async () => {
    const { state, clock, pass } = watch();
    state.isReady = false;
    clock.advance(8 * 3_600_000);
    await Promise.resolve();
    state.isReady = true;
    await pass(60);
    expect(state.ended).toBe(0);
  });
});
