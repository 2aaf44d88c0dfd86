import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { parseKeyRow } from '../services/accounts/key-rows.ts';
import { KeyRing } from '../services/accounts/key-ring.ts';
import { rotate } from '../services/accounts/key-rotation.ts';
import { openStorage } from '../services/storage/index.ts';
import { checkStore, ENCRYPTION_KEY } from '../services/storage/schema.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run keys -- rotate

Encrypts all stored API keys again with ENCRYPTION_KEY. Stop Easel, set ENCRYPTION_KEY to the new key and
ENCRYPTION_KEY_PREVIOUS to the old one, run this, and start Easel. It is safe to run it again.
`;

const rotateKeys: Script['run'] = async ({ signal }) => {
  const config = readConfig(process.env);
  const unreadable: string[] = [];
  const storage = await openStorage(config.storeUrl, { onUnreadable: (row) => unreadable.push(row) });
  const { database } = storage;
  try {
    return await database.alone(async () => {
      await checkStore(database);
      const store = storage.open('keys', parseKeyRow);
      const { resealed, untouched, damaged: broken } = await rotate(store, { ...config, randomBytes });
      const { fingerprints } = await KeyRing.load({ ...config, randomBytes }, await store.entries());
      await database.commit([{ key: ENCRYPTION_KEY, text: fingerprints[0] }]);
      const damaged = [...broken, ...unreadable];
      const next =
        damaged.length === 0
          ? 'You can remove ENCRYPTION_KEY_PREVIOUS.'
          : `These are damaged and were not changed: ${damaged.join(', ')}. Keep ENCRYPTION_KEY_PREVIOUS until their owners have set them again.`;
      return `Encrypted ${resealed} API keys again; ${untouched} were up to date.\n${next}\n`;
    }, signal);
  } finally {
    await storage.close();
  }
};

await runScript({ usage: USAGE, verb: 'rotate', names: 0, run: rotateKeys });
