import { readConfig } from '../config.ts';
import { encryptionKeyFile } from '../services/accounts/encryption-keys.ts';
import { openStorage } from '../services/storage/index.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run backup -- FILE

Writes everything in an SQLite store to a new file. Easel may be running. To restore it, see: npm run copy
`;

const run: Script['run'] = async ({ names: [file = ''] }) => {
  const { storeUrl, dataDir, encryptionKey } = readConfig(process.env);
  const storage = await openStorage(storeUrl, { isReader: true });
  await storage.database.backUp(file).finally(() => storage.close());
  const key = encryptionKey ? 'your ENCRYPTION_KEY' : encryptionKeyFile(dataDir);
  return `Saved to ${file}. The API keys in it can only be decrypted with ${key}: keep a copy of that in another place.\n`;
};

await runScript({ usage: USAGE, names: 1, run });
