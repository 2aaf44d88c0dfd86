import { readVariable } from '../lib/environment.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { fill } from '../services/storage/fill.ts';
import { openSnapshot, openStorage } from '../services/storage/index.ts';
import { checkSchema } from '../services/storage/migrations.ts';
import { runScript, type Script } from './script.ts';
import { withIdleStore } from './update-store.ts';

const USAGE = `Usage: npm run move-store -- FROM TO

Copies everything from one store into another, which must be empty, and compares each row. FROM and TO are
written as STORE_URL is: sqlite://data/easel.sqlite, redis://… or postgres://… Instead of an address that holds
a password, name the variable in which it is, such as STORE_URL; NAME_FILE stands for NAME, as everywhere.
Stop Easel first. If it is interrupted, run it again: it goes on.
`;

const VARIABLE = /^[A-Z][A-Z\d_]*$/;

/** The variable doesn't hold the address of a store. */
class AddressError extends OperatorError {
  override name = 'AddressError';
}

/** An address, or the one in the variable of that name: others can read a command line, not the environment. */
const addressOf = (given: string): string => {
  if (!VARIABLE.test(given)) return given;
  const address = readVariable(process.env, given);
  if (typeof address === 'object') throw new AddressError(`${address.name} ${address.reason}`);
  if (address === '') throw new AddressError(`${given} is not set`);
  return address;
};

const run: Script['run'] = async ({ names, signal, progress }) => {
  const [from = '', to = ''] = names.map(addressOf);
  // Unlike a storage, it makes nothing where there is nothing.
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
      return `Copied ${moved} rows, and compared each of them. Set STORE_URL to the new store, and start Easel.\nThe old one is as it was; remove it once all is well.\n`;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

await runScript(import.meta.url, { usage: USAGE, names: 2, run });
