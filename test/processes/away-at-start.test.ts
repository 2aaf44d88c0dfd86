import { describe, expect, test } from 'vitest';
import { ask } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { freePort } from '../world/ports.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { Proxy } from '../storage/proxy.ts';

// The program is a process of its own.
for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A start while ${server.title} is away`, () => {
    test('waits for it, says so once, is not ready meanwhile, and serves everybody afterwards', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const port = String(await freePort());
      const world = await startProgramWorld({ env: { STORE_URL: url, HTTP_PORT: port } });
      const ready = async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
        return answer && [answer.status, await answer.json()];
      };
      proxy.goDown();
      const easel = world.launch();
      const away = [503, { ok: false, standby: false, gateway: false, store: false }];
      await expect.poll(ready).toEqual(away);
      await expect.poll(() => easel.output()).toContain('the store is away');
      const before = proxy.refusals;
      await expect.poll(() => proxy.refusals - before).toBeGreaterThan(4);
      expect(easel.output().split('the store is away')).toHaveLength(2);
      proxy.comeBack();
      await easel.ready;
      expect(await ready()).toEqual([200, { ok: true, standby: false, gateway: true, store: true }]);
      await expectPictures(world.discord, await ask(world, 'afterwards'), 4);
      expect((await easel.end('SIGTERM')).code).toBe(0);
      expect(easel.output()).toMatch(/"stopping".*"stopped in \d\.\d s"/s);
    });

    test('ends on SIGTERM', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const world = await startProgramWorld({ env: { STORE_URL: url } });
      proxy.goDown();
      const easel = world.launch();
      await expect.poll(() => easel.output()).toContain('the store is away');
      expect((await easel.end('SIGTERM')).code).toBe(0);
    });
  });
}
