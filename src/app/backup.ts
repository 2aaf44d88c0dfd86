import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { encryptionKeyFile, loadEncryptionKey } from '../services/accounts/encryption-key.ts';
import { writeBackup } from '../services/storage/backup-file.ts';
import { openSnapshot } from '../services/storage/index.ts';
import { checkSchema } from '../services/storage/migrations.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run backup -- FILE [--with-key]

Writes everything that Easel stores to one compressed file. Easel may be running.
--with-key also saves the encryption key, which can decrypt the API keys in the backup.
`;

const withoutKeyWarning = (keyFile: string, isInEnvironment: boolean): string => `
!! THIS BACKUP DOESN'T CONTAIN THE ENCRYPTION KEY.
!! Without the key, the API keys in the backup can't be decrypted, and everybody has to set theirs again.
!! Keep a copy of ${isInEnvironment ? 'your ENCRYPTION_KEY' : keyFile} in another place, or use --with-key.
`;

const WITH_KEY_WARNING = `
!! THIS BACKUP CONTAINS THE ENCRYPTION KEY.
!! Anybody with this file can read all API keys in it. Protect it like your own keys.
`;

const run: Script['run'] = async ({ names: [file = ''], flags, signal, progress }) => {
  const config = readConfig(process.env);
  const isWithKey = flags.has('with-key');
  // Claims one encrypted key, so that no new encryption key is created if there is none.
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
    return `Saved ${rows} rows to ${file}.\n${warning}`;
  } finally {
    await snapshot.close();
  }
};

await runScript({ usage: USAGE, names: 1, flags: ['with-key'], run });
