import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { apiKeyRowSchema } from '../services/accounts/api-key-rows.ts';
import { EncryptionKeyError, encryptionKeyFile, readKeyFile } from '../services/accounts/encryption-keys.ts';
import { forgetSealed, sealAgain } from '../services/accounts/key-rotation.ts';
import { StoreOpenError } from '../services/storage/errors.ts';
import { openStorage } from '../services/storage/index.ts';
import {
  checkApplicationId,
  checkStore,
  ENCRYPTION_KEY,
  readApplicationId,
} from '../services/storage/schema.ts';
import { idInToken } from './application.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run keys -- rotate FILE
       npm run keys -- forget

Encrypts all stored API keys again. FILE contains the old encryption key: it is encryption.key in DATA_DIR, or a file into which you
have copied the old ENCRYPTION_KEY. Stop Easel, set ENCRYPTION_KEY to the new key, run this, and start Easel. It is safe to run it
again.

forget gives up the API keys that the present encryption key doesn't open, when the old one is lost. Their owners have to set them
again, and pictures that they have paid for and that aren't there yet don't come. Stop Easel first.
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

const forgetKeys: Script['run'] = async () => {
  const { storeUrl, discordToken, dataDir, encryptionKey } = readConfig(process.env);
  const storage = await openStorage(storeUrl);
  const { database } = storage;
  try {
    return await database.alone(async () => {
      if (await checkStore(database))
        throw new StoreOpenError('This store is empty. Nothing was changed. Check STORE_URL');
      const [known, named] = [await readApplicationId(database), idInToken(discordToken)];
      if (known !== undefined && named !== undefined) checkApplicationId(known, named);
      const key = encryptionKey ?? (await readKeyFile(encryptionKeyFile(dataDir)));
      const owners = await forgetSealed(storage.open('apiKeys', apiKeyRowSchema, true), key);
      return owners.length === 0
        ? 'The present encryption key opens all stored API keys. Nothing was changed.\n'
        : `Removed the API keys of ${owners.join(', ')}. They have to be set again. Start Easel: it takes the present encryption key.\n`;
    });
  } finally {
    await storage.close();
  }
};

const isForgetting = process.argv[2] === 'forget';

await runScript(
  isForgetting
    ? { usage: USAGE, verb: 'forget', names: 0, run: forgetKeys }
    : { usage: USAGE, verb: 'rotate', names: 1, run: rotateKeys },
);
