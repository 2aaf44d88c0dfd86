/**
 * Starts a file of dist/, after building it where that is not done yet: node run.cjs FILE [ARGUMENTS]. Without a file, it
 * only builds. It works the same in every shell, which a script of package.json that sets a variable does not.
 *
 * CommonJS, since it is loaded without a thread of libuv's: their number is read when the first of them is needed
 * (https://docs.libuv.org/en/v1.x/threadpool.html). On Windows libuv does not see it, and takes four.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, statSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');

/** SQLite's connections, DNS and files wait for one another in the default of four. */
process.env.UV_THREADPOOL_SIZE ??= '16';

/** Written after each build: what is newer was changed since. */
const STAMP = join(__dirname, 'dist', '.built');
const CONFIGURATION = ['rolldown.config.js', 'tsconfig.json', 'package.json', 'package-lock.json'];

const changedAt = (path) => {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  // A folder's own time tells of files that were removed.
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
};

const isBuilt = () => {
  const builtAt = changedAt(STAMP);
  return builtAt > 0 && ['src', ...CONFIGURATION].every((path) => changedAt(join(__dirname, path)) < builtAt);
};

const build = () => {
  // What a script prints is its own, so this goes elsewhere.
  process.stderr.write('Building Easel …\n');
  const bundler = join(__dirname, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  const { status } = spawnSync(process.execPath, [bundler, '--config', '--log-level', 'warn'], {
    cwd: __dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(STAMP, '');
};

const [node, , file, ...others] = process.argv;
if (!file || (file.startsWith('dist/') && existsSync(join(__dirname, 'src')) && !isBuilt())) build();
if (file) {
  const program = resolve(__dirname, file);
  process.argv = [node, program, ...others];
  const load = () => import(pathToFileURL(program).href);
  void (file.endsWith('.ts') ? import('tsx').then(load) : load());
}
