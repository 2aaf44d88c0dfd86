import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { encryptionKeyFile, loadEncryptionKey } from '../services/accounts/encryption-key.ts';
import { writeBackup } from '../services/storage/backup-file.ts';
import { openSnapshot } from '../services/storage/index.ts';
import { checkSchema } from '../services/storage/migrations.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run backup -- FILE [--with-key]

Writes everything that Easel stores into one compressed file, while Easel runs or not.
--with-key also puts the encryption key into it, with which the stored API keys can be read.
`;

const withoutKeyWarning = (keyFile: string, isInEnvironment: boolean): string => `
!! THIS BACKUP DOESN'T HOLD THE ENCRYPTION KEY.
!! Without it nobody can read the API keys in the backup, and everybody has to set theirs again.
!! Keep ${isInEnvironment ? 'your ENCRYPTION_KEY' : keyFile} in another place, or use --with-key.
`;

const WITH_KEY_WARNING = `
!! THIS BACKUP HOLDS THE ENCRYPTION KEY.
!! Whoever has the file can read every API key in it. Keep it as you keep your own keys.
`;

const run: Script['run'] = async ({ names: [file = ''], flags, signal, progress }) => {
  const config = readConfig(process.env);
  const isWithKey = flags.has('with-key');
  // With a sealed key to open, no new encryption key is made where there is none.
  const encryptionKey = isWithKey ? await loadEncryptionKey({ ...config, randomBytes }, 1) : undefined;
  const snapshot = await openSnapshot(config.storeUrl);
  try {
    const version = (await checkSchema({ readSchema: () => Promise.resolve(snapshot.schema) })) ?? 1;
    let rows = 0;
    const header = {
      createdAt: new Date().toISOString(),
      version,
      ...(encryptionKey && { encryptionKey: encryptionKey.toString('base64') }),
    };
    const onRows = (count: number) => {
      rows += count;
      progress.add('Saving', count, snapshot.count);
    };
    await writeBackup(file, header, snapshot.pages(), { signal, onRows });
    const warning = isWithKey
      ? WITH_KEY_WARNING
      : withoutKeyWarning(encryptionKeyFile(config.dataDir), config.encryptionKey !== undefined);
    return `Saved ${rows} rows in ${file}.\n${warning}`;
  } finally {
    await snapshot.close();
  }
};

await runScript(import.meta.url, { usage: USAGE, names: 1, flags: ['with-key'], run });
