import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../page', import.meta.url));
/** What the page takes from outside of its folder. */
const BESIDE = [fileURLToPath(new URL('../discord/user-side/protocol.ts', import.meta.url))];

/** Where the built page stands. */
export const BUILT_PAGE = join(PAGE, 'dist');

const changedAt = async (path: string): Promise<number> => (await stat(path)).mtimeMs;

const newestSource = async (): Promise<number> => {
  const entries = await readdir(PAGE, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(PAGE, path).startsWith('dist'));
  return Math.max(...(await Promise.all([...files, ...BESIDE].map(changedAt))));
};

const builtAt = (): Promise<number> => changedAt(join(BUILT_PAGE, 'index.html')).catch(() => 0);

/** Builds the page where that was not done since its last change. */
export const buildPage = async (): Promise<void> => {
  if ((await builtAt()) > (await newestSource())) return;
  const { build } = await import('vite');
  await build({ configFile: join(PAGE, 'vite.config.ts') });
};
