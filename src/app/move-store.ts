import { fill } from '../services/storage/fill.ts';
import { openSnapshot, openStorage } from '../services/storage/index.ts';
import { checkSchema } from '../services/storage/migrations.ts';
import { runScript, type Script } from './script.ts';
import { withIdleStore } from './update-store.ts';

const USAGE = `Usage: npm run move-store -- FROM TO

Copies everything from one store into another, which must be empty, and compares each row. FROM and TO are
written as STORE_URL is: sqlite://data/easel.sqlite, redis://… or postgres://… Stop Easel first. If it is
interrupted, run it again: it goes on.
`;

const run: Script['run'] = async ({ names: [from = '', to = ''], signal, progress }) => {
  const onConnectionError = () => undefined;
  // Unlike a storage, it makes nothing where there is nothing.
  const snapshot = await openSnapshot(from, { onConnectionError });
  const { count } = snapshot;
  await snapshot.close();
  const source = await openStorage(from, { onConnectionError });
  try {
    const target = await openStorage(to, { onConnectionError });
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
