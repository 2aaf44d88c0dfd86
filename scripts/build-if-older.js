// Builds Easel unless what is built is newer than its sources: a build takes seconds and 270 MB beside a running Easel.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const BUILT = `${root}dist/.tsbuildinfo`;
const COMPILER = `${root}node_modules/typescript/bin/tsc`;
const SOURCES = ['tsconfig.json', 'tsconfig.build.json', 'package.json'];

const filesIn = (folder) =>
  readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`);
const changedAt = (name) => statSync(`${root}${name}`).mtimeMs;

// Folders count, too: a removed file changes its folder alone.
const newest = () => Math.max(...[...SOURCES, 'src', ...filesIn('src')].map(changedAt));

if (!existsSync(BUILT) || statSync(BUILT).mtimeMs < newest()) {
  if (!existsSync(COMPILER)) {
    process.stderr.write(
      'Easel has to be built first, and what builds it is missing, since NODE_ENV=production left it out. Run: npm ci --include=dev && npm run build\n',
    );
    process.exit(1);
  }
  const { status } = spawnSync(process.execPath, [COMPILER, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  // Of a build that failed, the compiler notes what it has seen, too.
  if (status !== 0) rmSync(BUILT, { force: true });
  process.exit(status ?? 1);
}
