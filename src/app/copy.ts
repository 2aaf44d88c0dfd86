import { storeAddress } from '../config.ts';
import { readVariable } from '../lib/environment.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { jobSchema } from '../services/jobs/job.ts';
import { startSubmission } from '../services/jobs/transitions.ts';
import { StoreOpenError, UnreadableError } from '../services/storage/errors.ts';
import { pages } from '../services/storage/database.ts';
import { openStorage } from '../services/storage/index.ts';
import { encode, type Row, type Change } from '../services/storage/row.ts';
import {
  checkSchema,
  COPIED_SCHEMA_TEXT,
  isCopied,
  isEmpty,
  readSchema,
  SCHEMA_KEY,
  SCHEMA_TEXT,
} from '../services/storage/schema.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run copy -- FROM TO [--new-application]

Copies everything from one store to another, which must be empty: to move to another database, or to restore a backup.
Stop Easel first. FROM and TO have the format of STORE_URL: sqlite://data/easel.sqlite or postgres://… For an address
with a password, give the name of a variable that contains it, such as STORE_URL; NAME_FILE works for NAME, too.
A store belongs to the Discord application that used it first. --new-application hands the copy over to the next one that starts
on it. Add that one to your servers first: a server in which it isn't loses its settings and API key after a day.
`;

const SEVERAL_COPIES =
  'The old store is a backup, or was copied before. If there is another copy of it, start Easel on one of them only.\n';
const NEW_APPLICATION = 'new-application';
const VARIABLE = /^[A-Z][A-Z\d_]*$/;

/** An argument, or the variable that it names, isn't the address of a store. */
class AddressError extends OperatorError {
  override name = 'AddressError';
}

/** Other users can read a command line, but not the environment. */
const readNamed = (name: string): string => {
  const address = readVariable(process.env, name);
  if (typeof address === 'object') throw new AddressError(`${address.name} ${address.reason}`);
  if (address === '') throw new AddressError(`${name} is not set`);
  return address;
};

/** An address, or the variable that contains it, by the rule of `STORE_URL`: Easel has to start on the copy. */
const addressOf = (argument: 'FROM' | 'TO', given = ''): string => {
  const isNamed = VARIABLE.test(given);
  const { data, error } = storeAddress().safeParse(isNamed ? readNamed(given) : given);
  if (error) throw new AddressError(`${isNamed ? given : argument} ${error.issues[0]?.message ?? ''}`);
  return data;
};

/**
 * A request that waits may be submitted and paid for from another copy. So in this one it is unconfirmed, like one whose
 * submission was interrupted, and is never submitted again.
 */
const withoutSubmission = ([key, text]: Row): Change => {
  if (!key.startsWith('open:')) return { key, text };
  try {
    const { value } = JSON.parse(text) as { value: unknown };
    const job = jobSchema.parse(value);
    return { key, text: job.state === 'waiting' ? encode(startSubmission(job, job.acceptedAt)) : text };
  } catch (cause) {
    throw new UnreadableError(key, { cause });
  }
};

const copy = async (
  [from, to]: readonly [string, string],
  isHandedOver: boolean,
  signal: AbortSignal,
): Promise<number> => {
  const source = await openStorage(from);
  const target = await openStorage(to).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  const copyRows = async () => {
    if (!(await isEmpty(target.database)))
      throw new StoreOpenError(
        'The store to copy to is not empty. Nothing was changed. Choose another one, or remove it first',
      );
    let count = 0;
    for await (const page of pages(source.database, '')) {
      signal.throwIfAborted();
      const rows = page.filter(([key]) => isCopied(key, { isHandedOver })).map(withoutSubmission);
      await target.database.commit(rows);
      count += rows.length;
    }
    // Easel can't start on the copy before it is complete. From then on it can't start on the old store.
    await source.database.commit([{ key: SCHEMA_KEY, text: COPIED_SCHEMA_TEXT }]);
    await target.database.commit([{ key: SCHEMA_KEY, text: SCHEMA_TEXT }]);
    return count;
  };
  try {
    return await source.database.alone(() => target.database.alone(copyRows));
  } finally {
    await target.close();
    await source.close();
  }
};

const run: Script['run'] = async ({ names, flags, signal }) => {
  const [from, to] = [addressOf('FROM', names[0]), addressOf('TO', names[1])];
  // Only for reading: otherwise an address with a mistake would make a new file.
  const source = await openStorage(from, { isReader: true });
  const schema = await readSchema(source.database).finally(() => source.close());
  if (schema === undefined) throw StoreOpenError.at('FROM', 'it has no rows of Easel');
  checkSchema(schema, { mayBeCopied: true });
  const count = await copy([from, to], flags.has(NEW_APPLICATION), signal);
  const note = schema === COPIED_SCHEMA_TEXT ? SEVERAL_COPIES : '';
  return `Copied ${count} rows. Easel doesn't start on the old store any more.\nSet STORE_URL to the new store, and start Easel.\n${note}`;
};

await runScript({ usage: USAGE, names: 2, flags: [NEW_APPLICATION], run });
