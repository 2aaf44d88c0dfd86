import { randomBytes } from 'node:crypto';
import { readConfig, type Config } from '../config.ts';
import { hasEncryptionKey, saveEncryptionKey } from '../services/accounts/encryption-key.ts';
import { KeyRing, sealedKeysIn } from '../services/accounts/key-ring.ts';
import { parseKeyRow, type KeyRow } from '../services/accounts/key-rows.ts';
import { parseJob } from '../services/jobs/job.ts';
import { startSubmission } from '../services/jobs/transitions.ts';
import { BackupError, openBackup, type Backup } from '../services/storage/backup-file.ts';
import { fill } from '../services/storage/fill.ts';
import { openStorage } from '../services/storage/index.ts';
import { checkVersion } from '../services/storage/migrations.ts';
import { decodeRow, encodeRow } from '../services/storage/row.ts';
import type { StoredRow } from '../services/storage/stored-rows.ts';
import { runScript, type Script, type ScriptCall } from './script.ts';
import { withIdleStore } from './update-store.ts';

const USAGE = `Usage: npm run restore -- FILE [--replace]

Restores a backup into the store at STORE_URL, which must be empty. Stop Easel first.
--replace removes everything in the store first. An SQLite file is copied before that.
`;

const KEYS = 'keys:';
/** Closed jobs, which stand elsewhere, wait for nothing. */
const OPEN_JOBS = 'open:';

/** Reads the whole backup once, which also verifies it. */
const inspect = async ({ header, pages }: Backup): Promise<{ count: number; keys: [string, KeyRow][] }> => {
  checkVersion(header.version);
  const keys = new Map<string, KeyRow>();
  let count = 0;
  for await (const page of pages()) {
    count += page.length;
    for (const { key, text } of page) {
      if (!key.startsWith(KEYS)) continue;
      const row = text === undefined ? undefined : readKeyRow(text);
      if (row) keys.set(key.slice(KEYS.length), row);
      else keys.delete(key.slice(KEYS.length));
    }
  }
  return { count, keys: [...keys] };
};

/** Undefined for an unreadable row, which is restored as it is. */
const readKeyRow = (text: string): KeyRow | undefined => {
  try {
    return parseKeyRow(decodeRow<unknown>(text).value);
  } catch {
    return undefined;
  }
};

/** @returns the fingerprint of the encryption key; undefined when nothing in the backup needs one. */
const checkKey = async (
  config: Config,
  { header }: Backup,
  keys: readonly [string, KeyRow][],
): Promise<{ fingerprint: string | undefined; newKey: Buffer | undefined }> => {
  const included =
    header.encryptionKey === undefined ? undefined : Buffer.from(header.encryptionKey, 'base64');
  const isHere = await hasEncryptionKey(config);
  const newKey = isHere ? undefined : included;
  if (sealedKeysIn(keys).length === 0) return { fingerprint: undefined, newKey };
  if (!isHere && !included)
    throw new BackupError(
      'The API keys in this backup were encrypted with a key that is neither here nor in the backup. Nothing was changed. Set ENCRYPTION_KEY to that key, or copy its file encryption.key to DATA_DIR',
    );
  const options = { ...config, ...(newKey && { encryptionKey: newKey }), randomBytes };
  const ring = await KeyRing.load(options, keys);
  return { fingerprint: ring.fingerprints[0], newKey };
};

/**
 * A request that was waiting when the backup was made may have been submitted and paid for since then. So it is marked as
 * unconfirmed, like one whose submission was interrupted, and is never submitted again.
 */
const withoutSubmissions = (row: StoredRow): StoredRow => {
  if (!row.key.startsWith(OPEN_JOBS) || row.text === undefined) return row;
  try {
    const stored = decodeRow<unknown>(row.text);
    const job = parseJob(stored.value);
    if (job.state !== 'waiting') return row;
    return { ...row, text: encodeRow({ ...stored, value: startSubmission(job, job.acceptedAt) }) };
  } catch {
    return row;
  }
};

async function* rowsToRestore({ pages }: Backup): AsyncGenerator<StoredRow[]> {
  for await (const page of pages()) yield page.map(withoutSubmissions);
}

const restore = async (
  config: Config,
  backup: Backup,
  { count, fingerprint }: { count: number; fingerprint: string | undefined },
  { flags, signal, progress }: ScriptCall,
): Promise<number> => {
  const storage = await openStorage(config.storeUrl);
  try {
    return await withIdleStore(storage, signal, async (fence) => {
      const restored = await fill(storage.rows, {
        filling: 'npm run restore',
        version: backup.header.version,
        pages: () => rowsToRestore(backup),
        replace: flags.has('replace'),
        fence,
        signal,
        onRows: (pass, rows) => {
          progress.add(pass === 'copying' ? 'Restoring' : 'Comparing', rows, count);
        },
      });
      if (fingerprint !== undefined) await storage.leases?.setSecret(fingerprint);
      return restored;
    });
  } finally {
    await storage.close();
  }
};

const run: Script['run'] = async (call) => {
  const config = readConfig(process.env);
  const backup = await openBackup(call.names[0] ?? '');
  const { count, keys } = await inspect(backup);
  const { fingerprint, newKey } = await checkKey(config, backup, keys);
  const restored = await restore(config, backup, { count, fingerprint }, call);
  const savedTo = newKey && (await saveEncryptionKey({ ...config, randomBytes }, newKey));
  const about = savedTo === undefined ? '' : `The encryption key from the backup was saved to ${savedTo}.\n`;
  return `Restored ${restored} rows from ${backup.header.createdAt}, and compared each of them with the backup.\n${about}`;
};

await runScript({ usage: USAGE, names: 1, flags: ['replace'], run });
