import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { apiKeyRowSchema } from '../services/accounts/api-key-rows.ts';
import { EncryptionKeyError, presentKey, readKeyFile } from '../services/accounts/encryption-keys.ts';
import { forgetSealed, sealAgain } from '../services/accounts/key-rotation.ts';
import { StoreOpenError } from '../services/storage/errors.ts';
import { openStorage, type OpenStorageOptions } from '../services/storage/index.ts';
import {
  checkApplicationId,
  checkStore,
  ENCRYPTION_KEY,
  readApplicationId,
} from '../services/storage/schema.ts';
import type { Storage } from '../services/storage/store.ts';
import { idInToken } from './application.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run keys -- rotate FILE
       npm run keys -- forget [--all]

Encrypts all stored API keys again. FILE contains the old encryption key: it is encryption.key in DATA_DIR, or a file into which you
have copied the old ENCRYPTION_KEY. Stop Easel, set ENCRYPTION_KEY to the new key, run this, and start Easel. It is safe to run it
again.

forget gives up the API keys that the present encryption key doesn't open, when the old one is lost. Their owners have to set them
again, and pictures that they have paid for and that aren't there yet don't come. Stop Easel first, and make a backup.
--all gives up all API keys, for when no encryption key is left.
`;

const ALL = 'all';

/** Works on a store that is there, while no Easel does. */
const inStore = async (
  storeUrl: string,
  work: (storage: Storage) => Promise<string>,
  options?: OpenStorageOptions,
): Promise<string> => {
  // Only for reading: otherwise an address with a mistake would make a new file.
  const reader = await openStorage(storeUrl, { isReader: true });
  if (await checkStore(reader.database).finally(() => reader.close()))
    throw new StoreOpenError('This store is empty. Nothing was changed. Check STORE_URL');
  const storage = await openStorage(storeUrl, options);
  return storage.database.alone(() => work(storage)).finally(() => storage.close());
};

const rotateKeys: Script['run'] = async ({ names: [file = ''] }) => {
  const encryptionKeyPrevious = await readKeyFile(file);
  if (!encryptionKeyPrevious) throw new EncryptionKeyError(`There is no file ${file}.`);
  const config = readConfig(process.env);
  const present = await presentKey(config);
  if (present?.equals(encryptionKeyPrevious))
    throw new EncryptionKeyError(
      `${file} contains the present encryption key. Nothing was changed. Set ENCRYPTION_KEY to the new one first.`,
    );
  const unreadable: string[] = [];
  const rotate = async (storage: Storage) => {
    const store = storage.open('apiKeys', apiKeyRowSchema);
    const options = { ...config, encryptionKeyPrevious, randomBytes };
    const { resealed, untouched, damaged: broken, fingerprint } = await sealAgain(store, options);
    await storage.database.commit([{ key: ENCRYPTION_KEY, text: fingerprint }]);
    const damaged = [...broken, ...unreadable];
    const next =
      damaged.length === 0
        ? `Nothing needs the key in ${file} any more, but backups from before.`
        : `These were damaged, and their owners have to set them again: ${damaged.join(', ')}.`;
    return `Encrypted ${resealed} API keys again; ${untouched} were up to date.\n${next}\n`;
  };
  return inStore(config.storeUrl, rotate, { onUnreadable: (row) => unreadable.push(row) });
};

const forgetKeys: Script['run'] = ({ flags }) => {
  const config = readConfig(process.env);
  return inStore(config.storeUrl, async (storage) => {
    const [known, named] = [await readApplicationId(storage.database), idInToken(config.discordToken)];
    if (known !== undefined && named !== undefined) checkApplicationId(known, named);
    const owners = await forgetSealed(storage.open('apiKeys', apiKeyRowSchema, true), config, flags.has(ALL));
    return owners.length === 0
      ? 'There are no API keys to give up. Nothing was changed.\n'
      : `Removed the API keys of ${owners.join(', ')}. They have to be set again. Start Easel.\n`;
  });
};

const isForgetting = process.argv[2] === 'forget';

await runScript(
  isForgetting
    ? { usage: USAGE, verb: 'forget', names: 0, flags: [ALL], run: forgetKeys }
    : { usage: USAGE, verb: 'rotate', names: 1, run: rotateKeys },
);
