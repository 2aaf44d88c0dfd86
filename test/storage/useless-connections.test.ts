import { createClient } from '@keyv/redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../chaos/servers.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { inTheEnd, openForTest, parseNumber, REDIS_URL } from './storages.ts';

// A connection over which nothing comes is given up after 20 s at the latest.
for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A connection to ${server.title}`, () => {
    const setTheScene = async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const storage = await openForTest(url, { answerTimeoutMs: 400 });
      return { proxy, numbers: storage.open('numbers', parseNumber) };
    };

    it('that stands and leads nowhere is given up, and another one made', async () => {
      const { proxy, numbers } = await setTheScene();
      await numbers.set('a', 1);
      proxy.forget();
      await inTheEnd(() => numbers.set('a', 2));
      expect(await numbers.get('a')).toBe(2);
    });

    it.runIf(server.reconnects)('over which no first answer comes is given up as well', async () => {
      const { proxy, numbers } = await setTheScene();
      await numbers.set('a', 1);
      proxy.breakAll();
      proxy.fallSilent();
      await expect.poll(() => proxy.hasHeard, { timeout: 20_000 }).toBe(true);
      proxy.comeBack();
      await inTheEnd(() => numbers.set('a', 2), 30_000);
    });
  });
}

const call = async (url: string, ...command: string[]): Promise<string> => {
  const client = createClient({ url });
  await client.connect();
  return client
    .sendCommand(command)
    .then(String)
    .finally(() => {
      client.destroy();
    });
};

it.skipIf(REDIS_URL === undefined)('Easel follows a failover of Redis behind one address', async () => {
  const [former, next] = [await startRedis(), await startRedis()];
  onTestFinished(() => Promise.all([former.remove(), next.remove()]).then(() => undefined));
  const { proxy, url } = await Proxy.inFrontOf(former.url, former.port);
  const numbers = (await openForTest(url)).open('numbers', parseNumber);
  await call(next.url, 'REPLICAOF', '127.0.0.1', String(former.port));
  await numbers.set('a', 1);
  const linked = () => call(next.url, 'INFO', 'replication');
  await expect.poll(linked, { timeout: 20_000 }).toContain('master_link_status:up');
  await call(former.url, 'FAILOVER', 'TIMEOUT', '5000');
  await expect.poll(linked, { timeout: 20_000 }).toContain('role:master');
  proxy.leadTo(next.port);
  await inTheEnd(() => numbers.set('b', 2));
  expect(await numbers.getMany(['a', 'b'])).toEqual([1, 2]);
});
