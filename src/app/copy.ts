import { readVariable } from '../lib/environment.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { parseJob } from '../services/jobs/job.ts';
import { startSubmission } from '../services/jobs/transitions.ts';
import { StorageNotEmptyError, StorageOpenError, UnreadableValueError } from '../services/storage/errors.ts';
import { inspectStorage, openStorage } from '../services/storage/index.ts';
import { decodeRow, encodeRow } from '../services/storage/row.ts';
import { checkVersion, COPIED_SCHEMA, isEmpty, SCHEMA_VERSION } from '../services/storage/schema.ts';
import type { StoredRow } from '../services/storage/stored-rows.ts';
import { withIdleStore } from './idle-store.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run copy -- FROM TO

Copies everything from one store to another, which must be empty: to move to another database, or to restore a backup.
Stop Easel first. FROM and TO have the format of STORE_URL: sqlite://data/easel.sqlite or postgres://… For an address
with a password, give the name of a variable that contains it, such as STORE_URL; NAME_FILE works for NAME, too.
`;

const VARIABLE = /^[A-Z][A-Z\d_]*$/;
const OPEN_JOBS = 'open:';

/** The variable doesn't contain the address of a store. */
class AddressError extends OperatorError {
  override name = 'AddressError';
}

/** An address, or the variable that contains it: other users can read a command line, but not the environment. */
const addressOf = (given: string): string => {
  if (!VARIABLE.test(given)) return given;
  const address = readVariable(process.env, given);
  if (typeof address === 'object') throw new AddressError(`${address.name} ${address.reason}`);
  if (address === '') throw new AddressError(`${given} is not set`);
  return address;
};

/**
 * A request that waits may be submitted and paid for from another copy. So in this one it is unconfirmed, like one whose
 * submission was interrupted, and is never submitted again.
 */
const withoutSubmission = (row: StoredRow): StoredRow => {
  if (!row.key.startsWith(OPEN_JOBS)) return row;
  const stored = decodeRow<unknown>(row.text ?? '');
  try {
    const job = parseJob(stored.value);
    if (job.state !== 'waiting') return row;
    return { ...row, text: encodeRow({ ...stored, value: startSubmission(job, job.acceptedAt) }) };
  } catch (error) {
    throw new UnreadableValueError('open', row.key.slice(OPEN_JOBS.length), { cause: error });
  }
};

const run: Script['run'] = async ({ names, signal }) => {
  const [from = '', to = ''] = names.map(addressOf);
  const { schema } = await inspectStorage(from);
  if (!schema) throw new StorageOpenError('FROM', 'it has no rows of Easel');
  checkVersion(schema);
  const source = await openStorage(from);
  try {
    const target = await openStorage(to);
    try {
      let count = 0;
      await withIdleStore(source, signal, (sourceFence) =>
        withIdleStore(target, signal, async (fence) => {
          if (!(await isEmpty(target.rows))) throw new StorageNotEmptyError();
          for await (const page of source.rows.pages()) {
            signal.throwIfAborted();
            await target.rows.write(page.map(withoutSubmission), fence);
            count += page.length;
          }
          // Nothing starts on the copy before it is complete, nor on the old store from then on.
          await source.rows.writeSchema(COPIED_SCHEMA, sourceFence);
          await target.rows.writeSchema({ version: SCHEMA_VERSION }, fence);
        }),
      );
      return `Copied ${count} rows. Easel doesn't start on the old store any more.\nSet STORE_URL to the new store, and start Easel.\n`;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

await runScript({ usage: USAGE, names: 2, run });
