import { readVariable } from '../lib/environment.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { fill } from '../services/storage/fill.ts';
import { openSnapshot, openStorage } from '../services/storage/index.ts';
import { checkSchema } from '../services/storage/migrations.ts';
import { runScript, type Script } from './script.ts';
import { withIdleStore } from './update-store.ts';

const USAGE = `Usage: npm run move-store -- FROM TO

Copies everything from one store to another, which must be empty, and compares each row. Stop Easel first.
FROM and TO have the format of STORE_URL: sqlite://data/easel.sqlite or postgres://… For an address
with a password, give the name of a variable that contains it, such as STORE_URL; NAME_FILE works for NAME, too.
If the copy is interrupted, run the same command again to continue.
`;

const VARIABLE = /^[A-Z][A-Z\d_]*$/;

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

const run: Script['run'] = async ({ names, signal, progress }) => {
  const [from = '', to = ''] = names.map(addressOf);
  // Unlike a storage, a snapshot doesn't create what doesn't exist.
  const snapshot = await openSnapshot(from);
  const { count } = snapshot;
  await snapshot.close();
  const source = await openStorage(from);
  try {
    const target = await openStorage(to);
    try {
      const moved = await withIdleStore(source, signal, () =>
        withIdleStore(target, signal, async (fence) =>
          fill(target.rows, {
            filling: 'npm run move-store',
            version: (await checkSchema(source.rows)) ?? 1,
            pages: () => source.rows.pages(),
            missing: async (keys) => {
              const texts = await source.rows.texts(keys);
              return keys.filter((_, index) => texts[index] === undefined);
            },
            replace: false,
            fence,
            signal,
            onRows: (pass, rows) => {
              progress.add(pass === 'copying' ? 'Copying' : 'Comparing', rows, count);
            },
          }),
        ),
      );
      return `Copied ${moved} rows, and compared each of them. The old store wasn't changed.\nSet STORE_URL to the new store, and start Easel. Remove the old store once everything works.\n`;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

await runScript({ usage: USAGE, names: 2, run });
