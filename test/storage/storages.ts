import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openStorage, type OpenStorageOptions } from '../../src/services/storage/index.ts';
import type { Storage, Store } from '../../src/services/storage/store.ts';
import { HandClock } from '../world/hand-clock.ts';

export const POSTGRES_URL = process.env['TEST_POSTGRES_URL'];

/** A folder that is gone after the test. */
export const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-storage-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** A storage that is closed after the test. */
export const openForTest = async (
  url: string,
  options: Partial<OpenStorageOptions> = {},
): Promise<Storage> => {
  const storage = await openStorage(url, { onConnectionError: () => undefined, ...options });
  onTestFinished(() => storage.close());
  return storage;
};

/** A name that no other test uses: the servers keep what earlier runs wrote. */
export const freshNamespace = (): string =>
  Array.from({ length: 16 }, () => String.fromCharCode(randomInt(97, 123))).join('');

const server = (kind: string, variable: string, url: string | undefined) => ({
  title: url === undefined ? `${kind} (skipped: ${variable} names no server)` : kind,
  available: url !== undefined,
  url: () => Promise.resolve(url ?? ''),
});

/** The kinds of storage that this machine can test, and why it can't test the others. */
export const KINDS: readonly { title: string; available: boolean; url: () => Promise<string> }[] = [
  {
    title: 'sqlite',
    available: true,
    url: async () => `sqlite://${join(await makeFolder(), 'easel.sqlite')}`,
  },
  server('postgres', 'TEST_POSTGRES_URL', POSTGRES_URL),
];

/** A broken connection takes a moment to be made again; who must not lose something tries until then. */
export const inTheEnd = (act: () => Promise<void>): Promise<void> =>
  expect.poll(() => act().then(() => 'done', String)).toBe('done');

export interface Subject {
  kind: string;
  storage: Storage;
  numbers: Store<number>;
  clock: HandClock;
  /** Where the storage is. */
  url: string;
}

export const numberSchema = z.number();
export const textSchema = z.string();

/** Runs the same facts on every kind of storage, each with a fresh subject. */
export const onEveryStorage = (facts: (subject: () => Subject) => void): void => {
  for (const kind of KINDS) {
    describe.skipIf(!kind.available)(kind.title, () => {
      let subject: Subject;
      beforeEach(async () => {
        const url = await kind.url();
        const clock = new HandClock();
        const storage = await openForTest(url, { clock });
        // A server goes on from the time that other tests left there.
        clock.step(storage.time.now() - clock.now());
        const numbers = storage.open(freshNamespace(), numberSchema);
        subject = { kind: kind.title, url, storage, numbers, clock };
      });
      facts(() => subject);
    });
  }
};
