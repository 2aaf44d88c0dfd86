import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { encryptionKeyFile } from '../services/accounts/encryption-keys.ts';
import { openStorage } from '../services/storage/index.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run backup -- FILE
       npm run backup -- FOLDER/ [--keep N]

Writes everything in an SQLite store to a new file; in a folder, to one that is named by the time. Easel may be running.
--keep N then removes the oldest backups of that folder, but for N. To restore one, see: npm run copy
`;

/** `--keep` can't be done as it is given. */
class KeepError extends OperatorError {
  override name = 'KeepError';
}

/** Such as easel-2026-11-26T03-00-00-000Z.backup; sorted by name, the oldest comes first. */
const NAME = /^easel-\d{4}-\d\d-\d\dT[\d-]+Z\.backup$/;

const backupNameAt = (time: Date): string => `easel-${time.toISOString().replaceAll(/[:.]/g, '-')}.backup`;

const isFolder = async (path: string): Promise<boolean> =>
  path.endsWith('/') || (await stat(path).catch(() => undefined))?.isDirectory() === true;

/** @throws KeepError */
const numberToKeep = (keep: string | undefined): number => {
  if (keep === undefined) return Infinity;
  if (!/^[1-9]\d{0,5}$/.test(keep)) throw new KeepError('--keep must be a whole number from 1 on');
  return Number(keep);
};

/** Removes what is older than the newest backups. */
const removeOld = async (folder: string, keep: number): Promise<string[]> => {
  const backups = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  const old = backups.slice(0, Math.max(0, backups.length - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
};

const run: Script['run'] = async ({ names: [path = ''], options }) => {
  const keep = numberToKeep(options['keep']);
  const inFolder = await isFolder(path);
  if (!inFolder && keep !== Infinity)
    throw new KeepError(`${path} is no folder, so there is nothing for --keep to keep`);
  const file = inFolder ? join(path, backupNameAt(new Date())) : path;
  if (inFolder) await mkdir(path, { recursive: true, mode: 0o700 });
  const { storeUrl, dataDir, encryptionKey } = readConfig(process.env);
  const storage = await openStorage(storeUrl, { isReader: true });
  await storage.database.backUp(file).finally(() => storage.close());
  const removed = inFolder ? await removeOld(path, keep) : [];
  const key = encryptionKey ? 'your ENCRYPTION_KEY' : encryptionKeyFile(dataDir);
  const saved = `Saved to ${file}. The API keys in it can only be decrypted with ${key}: keep a copy of that in another place.\n`;
  return removed.length === 0 ? saved : `${saved}Removed ${removed.join(', ')}.\n`;
};

await runScript({ usage: USAGE, names: 1, options: ['keep'], run });
