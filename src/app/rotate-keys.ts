import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { apiKeyRowSchema } from '../services/accounts/api-key-rows.ts';
import { EncryptionKeyError, readKeyFile } from '../services/accounts/encryption-keys.ts';
import { sealAgain } from '../services/accounts/key-rotation.ts';
import { StoreOpenError } from '../services/storage/errors.ts';
import { openStorage } from '../services/storage/index.ts';
import { checkStore, ENCRYPTION_KEY } from '../services/storage/schema.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run keys -- rotate FILE

Encrypts all stored API keys again. FILE contains the old encryption key: it is encryption.key in DATA_DIR, or a file into which you
have copied the old ENCRYPTION_KEY. Stop Easel, set ENCRYPTION_KEY to the new key, run this, and start Easel. It is safe to run it
again.
`;

const rotateKeys: Script['run'] = async ({ names: [file = ''] }) => {
  const encryptionKeyPrevious = await readKeyFile(file);
  if (!encryptionKeyPrevious) throw new EncryptionKeyError(`There is no file ${file}.`);
  const options = { ...readConfig(process.env), encryptionKeyPrevious, randomBytes };
  const unreadable: string[] = [];
  const storage = await openStorage(options.storeUrl, { onUnreadable: (row) => unreadable.push(row) });
  const { database } = storage;
  try {
    return await database.alone(async () => {
      if (await checkStore(database))
        throw new StoreOpenError('This store is empty. Nothing was changed. Check STORE_URL');
      const store = storage.open('apiKeys', apiKeyRowSchema);
      const { resealed, untouched, damaged: broken, fingerprint } = await sealAgain(store, options);
      await database.commit([{ key: ENCRYPTION_KEY, text: fingerprint }]);
      const damaged = [...broken, ...unreadable];
      const next =
        damaged.length === 0
          ? `Nothing needs the key in ${file} any more, but backups from before.`
          : `These were damaged, and their owners have to set them again: ${damaged.join(', ')}.`;
      return `Encrypted ${resealed} API keys again; ${untouched} were up to date.\n${next}\n`;
    });
  } finally {
    await storage.close();
  }
};

await runScript({ usage: USAGE, verb: 'rotate', names: 1, run: rotateKeys });
