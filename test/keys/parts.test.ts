import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { KeyedMutex } from '../../src/lib/keyed-mutex.ts';
import { ApiKeys } from '../../src/services/accounts/api-keys.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { openOwnStores } from '../world/stores.ts';

const PERSON = { personId: '7' };

test('a key that another part removes stays until the part that follows its jobs needs it no more', async () => {
  const { folder, stores } = await openOwnStores();
  const encryptionKey = randomBytes(32);
  const inUse = new Set<string>();
  const partOf = (owns: (guildId: string | undefined) => boolean, needsKey: (keyRef: string) => boolean) =>
    new ApiKeys({
      store: stores.apiKeys,
      dataDir: folder,
      encryptionKey,
      locks: new KeyedMutex(),
      lease: { owns },
      openJobs: { needsKey },
      randomBytes,
      clock: { now: () => 0 },
      log: createLog({ level: 'silent' }),
    });
  const first = partOf(
    (guildId) => guildId === undefined,
    (keyRef) => inUse.has(keyRef),
  );
  const other = partOf(
    (guildId) => guildId !== undefined,
    () => false,
  );
  for (const keys of [first, other]) await keys.start();
  const { keyRef } = await first.set(PERSON, 'a-person-key-0123456789', PERSON.personId);
  inUse.add(keyRef);
  await other.remove(PERSON);
  expect(await first.current(PERSON)).toBeUndefined();
  expect(await first.open(keyRef)).toBe('a-person-key-0123456789');
  inUse.clear();
  await first.dispose();
  expect(await first.open(keyRef)).toBeUndefined();
});
