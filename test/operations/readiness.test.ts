import { expect, test } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';
import { startWorld, type World } from '../world/world.ts';

const read = async (world: World, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${world.httpPort()}${path}`);
  return { status: answer.status, ...((await answer.json()) as object) };
};

test('while Discord is away /readyz says so', async () => {
  const world = await startWorld({ isHurried: true });
  expect(await read(world, '/readyz')).toEqual({
    ...{ status: 200, ok: true },
    ...{ standby: false, gateway: true, store: true },
  });
  world.discord.gateway.hold();
  await expect.poll(() => read(world, '/readyz')).toMatchObject({ status: 503, gateway: false, store: true });
  world.discord.gateway.release();
  await expect.poll(() => read(world, '/readyz')).toMatchObject({ status: 200, gateway: true });
});

for (const server of SERVERS)
  test.skipIf(!server.available)(`a ${server.title} that is silent is told of`, async () => {
    const fresh = await server.fresh();
    const { proxy, url } = await Proxy.inFrontOf(fresh, server.port);
    const world = await startWorld({ env: { STORE_URL: url } });
    expect(await read(world, '/readyz')).toMatchObject({ status: 200, store: true });
    proxy.fallSilent();
    expect(await read(world, '/readyz')).toMatchObject({ status: 503, store: false, gateway: true });
    proxy.comeBack();
    proxy.breakAll();
    await expect.poll(() => read(world, '/readyz')).toMatchObject({ status: 200, store: true });
  });
