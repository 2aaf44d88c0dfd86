/**
 * A process that uses a storage, for tests that kill it.
 * Usage: easel-process.ts <STORE_URL> <hold | write | pairs>
 */
import { writeSync } from 'node:fs';
import { z } from 'zod';
import { openStorage } from '../../src/services/storage/index.ts';
import { StoreOpenError, type Store } from '../../src/services/storage/store.ts';

const WRITERS = 16;
const STANDARD_OUTPUT = 1;

const [url = '', mode = ''] = process.argv.slice(2);
/**
 * Reaches the reader before the next step, even if this process ends then. A pipe that is full refuses instead of waiting
 * (https://github.com/nodejs/node/issues/11568).
 */
const say = (text: string): void => {
  let rest = Buffer.from(`${text}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest));
    } catch (error) {
      if (!String(error).includes('EAGAIN')) throw error;
    }
  }
};

try {
  const storage = await openStorage(url, { onConnectionError: () => undefined });
  say('open');
  if (mode === 'write') {
    const store = storage.open('open', z.object({ count: z.number(), text: z.string() }));
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let count = 0; ; count += 1) {
          await store.set(`w${writer}-${count % 50}`, { count, text: 'x'.repeat(400) });
          say(`w${writer}-${count % 50} ${count}`);
        }
      }),
    );
  }
  if (mode === 'pairs') {
    const [one, other] = ['one', 'other'].map((name) => storage.open(name, z.number())) as [
      Store<number>,
      Store<number>,
    ];
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let count = 0; ; count += 1) {
          const key = `w${writer}-${count % 50}`;
          // One of two keys has a value, the same in both namespaces.
          await storage.commit([
            ...[one, other].flatMap((store) => [store.setting(key, count), store.deleting(`${key}x`)]),
          ]);
          await storage.commit([
            ...[one, other].flatMap((store) => [store.setting(`${key}x`, count), store.deleting(key)]),
          ]);
          say(`${key}x ${count}`);
        }
      }),
    );
  }
  // The storage alone need not keep a process alive.
  setInterval(() => storage, 60_000);
} catch (error) {
  say(error instanceof StoreOpenError ? error.name : String(error));
  process.exitCode = 1;
}
