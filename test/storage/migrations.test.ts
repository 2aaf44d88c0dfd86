import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { updateStore, type UpdateOptions } from '../../src/app/update-store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { StorageIncompleteError, StorageVersionError } from '../../src/services/storage/errors.ts';
import {
  migrate,
  MIGRATIONS,
  SCHEMA_VERSION,
  type Migration,
} from '../../src/services/storage/migrations.ts';
import type { Storage } from '../../src/services/storage/store.ts';
import { SERVERS } from './fresh-server.ts';
import { KINDS, openForTest, parseNumber, parseText } from './storages.ts';

const [sqlite] = KINDS;
const EMPTY_STORES = [
  { title: 'SQLite', available: true, fresh: () => sqlite?.url() ?? Promise.reject(new Error('no SQLite')) },
  ...SERVERS,
];

/** From numbers to texts that hold them, in one namespace. */
const toText: Migration = {
  namespace: 'numbers',
  change: (value) => (typeof value === 'number' ? `n${value}` : value),
};
const removeOdd: Migration = {
  namespace: 'numbers',
  change: (value) => (/[13579]$/.test(z.string().parse(value)) ? undefined : value),
};
const options = (more: Partial<UpdateOptions> = {}): UpdateOptions & { lines: string[] } => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  return {
    lines,
    runtime: { clock: systemClock, random: Math.random, randomBytes, log },
    signal: new AbortController().signal,
    ...more,
  };
};

for (const kind of EMPTY_STORES) {
  describe.skipIf(!kind.available)(`The rows of a store in ${kind.title}`, () => {
    let url: string;
    let storage: Storage;
    beforeEach(async () => {
      url = await kind.fresh();
      storage = await openForTest(url);
    });

    const reopened = async () => {
      await storage.close();
      return openForTest(url);
    };

    it('are of the present version from the first start on', async () => {
      await updateStore(storage, options());
      expect(await storage.rows.readSchema()).toEqual({ version: SCHEMA_VERSION });
    });

    it('are migrated through every version since, with what is left of their lifetimes, and once only', async () => {
      const numbers = storage.open('numbers', parseNumber);
      const others = storage.open('others', parseNumber);
      await Promise.all(Array.from({ length: 2_500 }, (_, index) => numbers.set(`k${index}`, index)));
      await numbers.set('short', 8, 3_600_000);
      await others.set('k1', 1);
      const { lines, ...first } = options({ migrations: [toText, removeOdd] });
      await updateStore(storage, first);
      expect(lines.join('')).toContain('"from":1,"to":3');
      storage = await reopened();
      const texts = new Map(await storage.open('numbers', parseText).entries());
      expect(texts.size).toBe(1_251);
      expect([texts.get('k2498'), texts.get('k2499'), texts.get('short')]).toEqual([
        'n2498',
        undefined,
        'n8',
      ]);
      expect((await storage.rows.texts(['numbers:short']))[0]).toMatch(/^\{"expires":\d+,"value":"n8"\}$/);
      expect(await storage.open('others', parseNumber).get('k1')).toBe(1);
      const second = options({ migrations: [toText, removeOdd] });
      await updateStore(storage, second);
      expect(second.lines).toEqual([]);
    });

    it('go on where an interruption left them', async () => {
      const numbers = storage.open('numbers', parseNumber);
      await Promise.all(Array.from({ length: 2_500 }, (_, index) => numbers.set(`k${index}`, index)));
      let changes = 0;
      const failing: Migration = {
        ...toText,
        change: (value) => {
          if ((changes += 1) > 1_200) throw new Error('the power is gone');
          return toText.change(value);
        },
      };
      await expect(updateStore(storage, options({ migrations: [failing] }))).rejects.toThrow(
        'the power is gone',
      );
      expect(await storage.rows.readSchema()).toBeUndefined();
      storage = await reopened();
      await updateStore(storage, options({ migrations: [toText] }));
      const texts = await storage.open('numbers', parseText).entries();
      expect(texts).toHaveLength(2_500);
      expect(await storage.rows.readSchema()).toEqual({ version: 2 });
    });

    it('are refused when a newer Easel wrote them, and left as they are', async () => {
      await storage.open('numbers', parseNumber).set('a', 1);
      await migrate(storage.rows, { migrations: [...MIGRATIONS, toText] });
      const { migrations: _, ...older } = options();
      const refusal = updateStore(storage, older);
      await expect(refusal).rejects.toThrow(StorageVersionError);
      await expect(refusal).rejects.toThrow(
        `it has version ${SCHEMA_VERSION + 1}, and this Easel supports version ${SCHEMA_VERSION}. Nothing was changed. Start the newer Easel`,
      );
      expect(await storage.rows.texts(['numbers:a'])).toEqual(['{"value":"n1"}']);
    });

    it('are refused as long as they are not whole', async () => {
      await storage.rows.writeSchema({ version: SCHEMA_VERSION, filling: 'npm run restore' });
      const refusal = updateStore(storage, options());
      await expect(refusal).rejects.toThrow(StorageIncompleteError);
      await expect(refusal).rejects.toThrow('npm run restore was interrupted');
    });
  });
}

describe('A copy of an SQLite file', () => {
  it('is put beside it before its rows are migrated, for nobody else to read, and stays the one of before', async () => {
    const url = (await sqlite?.url()) ?? '';
    const file = url.slice('sqlite://'.length);
    const storage = await openForTest(url);
    await storage.open('numbers', parseNumber).set('a', 1);
    const failing: Migration = {
      namespace: 'numbers',
      change: () => expect.unreachable('the power is gone'),
    };
    await expect(migrate(storage.rows, { migrations: [toText, failing] })).rejects.toThrow();
    const copy = `${file}.version-1`;
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    const { copy: again } = await migrate(storage.rows, { migrations: [toText, removeOdd] });
    expect(again).toBe(`${file}.version-2`);
    expect((await readdir(dirname(file))).filter((name) => name.includes('.part'))).toEqual([]);
    const before = await openForTest(`sqlite://${copy}`);
    expect(await before.open('numbers', parseNumber).get('a')).toBe(1);
  });
});

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Processes that share one ${server.title}`, () => {
    it('migrate it once, after those of the older version have ended', async () => {
      const url = await server.fresh();
      const [old, one, other] = await Promise.all([openForTest(url), openForTest(url), openForTest(url)]);
      await old.open('numbers', parseNumber).set('a', 1);
      const lease = await old.leases?.take({ owner: 'old', slots: [1], total: 2, secret: 'key' });
      if (typeof lease !== 'object') expect.unreachable();
      const changed: unknown[] = [];
      const counting: Migration = {
        ...toText,
        change: (value) => {
          changed.push(value);
          return toText.change(value);
        },
      };
      const standbys: boolean[] = [];
      const onStandby = (isStandby: boolean) => void standbys.push(isStandby);
      const updates = [one, other].map((storage) =>
        updateStore(storage, options({ migrations: [counting], onStandby })),
      );
      await expect.poll(() => standbys).toEqual([true, true]);
      expect(changed).toEqual([]);
      await old.leases?.release(lease);
      await Promise.all(updates);
      expect(changed).toEqual([1]);
      expect(await old.leases?.take({ owner: 'late', slots: [0], total: 1, secret: 'key' })).toBeTypeOf(
        'object',
      );
      await expect(updateStore(old, options())).rejects.toThrow(StorageVersionError);
    });
  });
}
