import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { parseKeyRow } from '../services/accounts/key-rows.ts';
import { KeyRing } from '../services/accounts/key-ring.ts';
import { rotate } from '../services/accounts/key-rotation.ts';
import { openStorage } from '../services/storage/index.ts';
import { checkStore } from '../services/storage/schema.ts';
import { runScript } from './script.ts';

const USAGE = `Usage: npm run keys -- rotate

Encrypts all stored API keys again with ENCRYPTION_KEY. Stop Easel, set ENCRYPTION_KEY to the new key and
ENCRYPTION_KEY_PREVIOUS to the old one, run this, and start Easel. It is safe to run it again.
`;

const rotateKeys = async (): Promise<string> => {
  const config = readConfig(process.env);
  const unreadable: string[] = [];
  const storage = await openStorage(config.storeUrl, {
    onUnreadable: ({ key }) => unreadable.push(key),
  });
  try {
    await checkStore(storage.rows);
    const store = storage.open('keys', parseKeyRow);
    const { resealed, untouched, damaged: broken } = await rotate(store, { ...config, randomBytes });
    const { fingerprints } = await KeyRing.load({ ...config, randomBytes }, await store.entries());
    await storage.leases?.setSecret(fingerprints[0]);
    const damaged = [...broken, ...unreadable];
    const next =
      damaged.length === 0
        ? 'You can remove ENCRYPTION_KEY_PREVIOUS.'
        : `These are damaged and were not changed: ${damaged.join(', ')}. Keep ENCRYPTION_KEY_PREVIOUS until their owners have set them again.`;
    return `Encrypted ${resealed} API keys again; ${untouched} were up to date.\n${next}\n`;
  } finally {
    await storage.close();
  }
};

await runScript({ usage: USAGE, verb: 'rotate', names: 0, run: rotateKeys });
