import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { parseKeyRow } from '../services/accounts/key-rows.ts';
import { KeyRing } from '../services/accounts/key-ring.ts';
import { rotate } from '../services/accounts/key-rotation.ts';
import { checkSchema } from '../services/storage/migrations.ts';
import { openStorage } from '../services/storage/index.ts';
import { runScript } from './script.ts';

const USAGE = `Usage: npm run keys -- rotate

Seals all stored API keys again with ENCRYPTION_KEY. Stop Easel, set ENCRYPTION_KEY to the new key and
ENCRYPTION_KEY_PREVIOUS to the one before, run this, and start Easel. It can be run again at any time.
`;

const rotateKeys = async (): Promise<string> => {
  const config = readConfig(process.env);
  const unreadable: string[] = [];
  const storage = await openStorage(config.storeUrl, {
    onUnreadable: ({ key }) => unreadable.push(key),
  });
  try {
    await checkSchema(storage.rows);
    const store = storage.open('keys', parseKeyRow);
    const { resealed, untouched, damaged: broken } = await rotate(store, { ...config, randomBytes });
    const { fingerprints } = await KeyRing.load({ ...config, randomBytes }, await store.entries());
    await storage.leases?.setSecret(fingerprints[0]);
    const damaged = [...broken, ...unreadable];
    const next =
      damaged.length === 0
        ? 'ENCRYPTION_KEY_PREVIOUS is no longer needed.'
        : `These are damaged and were left as they are; keep ENCRYPTION_KEY_PREVIOUS until they are set again: ${damaged.join(', ')}`;
    return `Encrypted ${resealed} API keys again; ${untouched} were already up to date.\n${next}\n`;
  } finally {
    await storage.close();
  }
};

await runScript(import.meta.url, { usage: USAGE, verb: 'rotate', names: 0, run: rotateKeys });
