import { randomInt } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreOpenError, StoreError } from '../../src/services/storage/store.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { freshNamespace, KINDS, openForTest, numberSchema, textSchema, POSTGRES_URL } from './storages.ts';

const DEFAULT_PORTS = new Map([['postgres', 5432]]);

const postgresTool = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

const openBehindProxy = async (kind: string, serverUrl: string) => {
  const { proxy, url } = await Proxy.inFrontOf(serverUrl, DEFAULT_PORTS.get(kind) ?? 0);
  const reported: unknown[] = [];
  const storage = await openForTest(url, { onConnectionError: (error) => reported.push(error) });
  return { proxy, storage, reported, store: storage.open(freshNamespace(), numberSchema) };
};

for (const kind of KINDS.slice(1)) {
  describe.skipIf(!kind.available)(`${kind.title}, as a server`, () => {
    it('that is down fails operations at once, and is used again when it is back', async () => {
      const { proxy, store, reported } = await openBehindProxy(kind.title, await kind.url());
      await store.set('a', 1);
      proxy.goDown();
      await expect.poll(() => reported.length).toBeGreaterThan(0);
      await expect(store.get('a')).rejects.toThrow(StoreError);
      await expect(store.getMany(['a'])).rejects.toThrow(StoreError);
      await expect(store.entries()).rejects.toThrow(StoreError);
      await expect(store.set('a', 2)).rejects.toThrow(StoreError);
      await expect(store.delete('a')).rejects.toThrow(StoreError);
      proxy.comeBack();
      // What failed is not written afterwards, since its caller has seen it fail.
      await expect.poll(() => store.get('a').catch(() => 'down')).toBe(1);
      await store.set('a', 3);
      expect(await store.get('a')).toBe(3);
    });

    it('that is stuck fails operations in the end, and does not keep the storage from closing', async () => {
      const { proxy, store, storage } = await openBehindProxy(kind.title, await kind.url());
      await store.set('a', 1);
      proxy.fallSilent();
      await expect(store.set('a', 2)).rejects.toThrow(StoreError);
      proxy.breakAll();
      await storage.close();
    });

    it('that breaks off in the middle of reading all entries fails the reading', async () => {
      const { proxy, storage } = await openBehindProxy(kind.title, await kind.url());
      const store = storage.open(freshNamespace(), textSchema);
      const text = 'x'.repeat(300);
      await storage.commit(Array.from({ length: 5_000 }, (_, index) => store.setting(`k${index}`, text)));
      for (const bytes of [1, 1_000, 100_000, 700_000, 1_300_000]) {
        proxy.breakAfter(bytes);
        await expect(store.entries()).rejects.toThrow(StoreError);
        await expect.poll(() => store.get('k1').catch(() => 'down')).toBe(text);
      }
      expect(await store.entries()).toHaveLength(5_000);
    });

    it('that goes away while it is opened fails the opening, and nothing else', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await kind.url(), DEFAULT_PORTS.get(kind.title) ?? 0);
      proxy.loseAnswerTo('BEGIN');
      await expect(openForTest(url)).rejects.toThrow(StoreError);
      proxy.comeBack();
      await openForTest(url);
    });

    it('that is not there, or lets nobody in, fails the opening without telling the password', async () => {
      const scheme = kind.title;
      const { hostname, host } = new URL(await kind.url());
      for (const url of [
        `${scheme}://easel:hunter2@${hostname}:1/easel`,
        `${scheme}://nobody:hunter2@${host}/easel`,
      ]) {
        const error: unknown = await openForTest(url).catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(url.includes('nobody') ? StoreOpenError : StoreError);
        expect(everything(error)).not.toContain('hunter2');
      }
    });
  });
}

/** A fresh address whose role has only so many connections. */
const withConnections = async (limit: number): Promise<string> => {
  const url = new URL((await SERVERS[0]?.fresh()) ?? '');
  const role = `easel_role_${randomInt(1e9)}`;
  const tool = new pg.Client({ connectionString: url.href });
  await tool.connect();
  onTestFinished(async () => {
    await tool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await tool.end();
  });
  await tool.query(
    `CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${limit}; GRANT CREATE ON SCHEMA public TO ${role}`,
  );
  url.username = role;
  return url.href;
};

describe.skipIf(POSTGRES_URL === undefined)('a Postgres with fewer connections than Easel would take', () => {
  it('serves everything with those', async () => {
    const store = (await openForTest(await withConnections(2))).open(freshNamespace(), numberSchema);
    const keys = Array.from({ length: 30 }, (_, index) => `k${index}`);
    await Promise.all(keys.map((key, index) => store.set(key, index)));
    expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual(keys.map((_, index) => index));
  });

  it('fails the opening where one is all that there is', async () => {
    const error: unknown = await openForTest(await withConnections(1)).catch((caught: unknown) => caught);
    expect(everything(error)).toContain('too many connections');
  });
});

/** All that a log could make of an error. */
const everything = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return [error.message, error.stack, JSON.stringify(error), everything(error.cause)].join('\n');
};

it.each(['postgres://easel:hunter2@:bad', 'postgres://easel:hunter2@host:bad/x'])(
  'an address that is none fails without telling the password: %s',
  async (url) => {
    const error: unknown = await openForTest(url).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StoreOpenError);
    expect(everything(error)).not.toContain('hunter2');
  },
);

describe.skipIf(POSTGRES_URL === undefined)('postgres', () => {
  it('that ends idle connections is reported, and harms nobody', async () => {
    const reported: unknown[] = [];
    const url = new URL(POSTGRES_URL ?? '');
    const application = freshNamespace();
    url.searchParams.set('application_name', application);
    const storage = await openForTest(url.href, { onConnectionError: (error) => reported.push(error) });
    const store = storage.open(freshNamespace(), numberSchema);
    await store.set('a', 1);
    const tool = await postgresTool();
    await tool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      application,
    ]);
    await expect.poll(() => reported.length).toBeGreaterThan(0);
    expect(await store.get('a')).toBe(1);
  });

  it('is opened by many processes that all find it empty', async () => {
    const url = (await SERVERS[0]?.fresh()) ?? '';
    const [store] = (await Promise.all(Array.from({ length: 8 }, () => openForTest(url)))).map((storage) =>
      storage.open('numbers', numberSchema),
    );
    await store?.set('a', 1);
    expect(await store?.get('a')).toBe(1);
  });
});
