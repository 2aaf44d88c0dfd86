/**
 * Starts a file of dist/, after building it where that is not done yet: node run.cjs FILE [ARGUMENTS]. Without a file, it
 * only builds. It works the same in every shell, which a script of package.json that sets a variable does not.
 *
 * CommonJS, since it is loaded without a thread of libuv's: their number is read when the first of them is needed
 * (https://docs.libuv.org/en/v1.x/threadpool.html). On Windows libuv does not see it, and takes four.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} = require('node:fs');
const { join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');

/** SQLite's connections, DNS and files wait for one another in the default of four. */
process.env.UV_THREADPOOL_SIZE ??= '16';

const DIST = join(__dirname, 'dist');
/** As old as the beginning of its build: a newer source was changed since. Holds what the configuration was. */
const STAMP = '.built';
const CONFIGURATION = ['rolldown.config.js', 'tsconfig.json', 'package.json', 'package-lock.json'];

const changedAt = (path) => {
  const found = statSync(path, { throwIfNoEntry: false });
  // An editor's lock is a link to nothing.
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  // A folder's own time tells of files that were removed.
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
};

/** npm writes some of these again without a change. */
const configuration = () => {
  const hash = createHash('sha256');
  for (const name of CONFIGURATION) {
    const path = join(__dirname, name);
    hash.update(existsSync(path) ? readFileSync(path) : '').update(name);
  }
  return hash.digest('hex');
};

const isBuilt = () => {
  const stamp = join(DIST, STAMP);
  return (
    existsSync(stamp) &&
    changedAt(join(__dirname, 'src')) < changedAt(stamp) &&
    readFileSync(stamp, 'utf8') === configuration()
  );
};

/** What is another user's, or is being removed by somebody else just now, is no reason not to start. */
const removeIfPossible = (path) => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
};

/** Takes the place of an earlier build at once, so that a build that fails, or one beside it, leaves a whole one. */
const replaceBuild = (fresh) => {
  const former = `${fresh}-former`;
  if (existsSync(DIST)) renameSync(DIST, former);
  renameSync(fresh, DIST);
  removeIfPossible(former);
};

/** Longer than any build takes. */
const LEFT_AFTER_MS = 60 * 60_000;

/**
 * A build that is stopped by Ctrl+C can't remove its own. Whether it still runs can't be asked by its id, which may be that
 * of a process in another container.
 */
const removeLeftovers = () => {
  for (const name of readdirSync(__dirname).filter((other) => /^dist-\d+(-former)?$/.test(other))) {
    const path = join(__dirname, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (changed < Date.now() - LEFT_AFTER_MS) removeIfPossible(path);
  }
};

const build = () => {
  // What a script prints is its own, so this goes elsewhere.
  process.stderr.write('Building Easel …\n');
  const bundler = join(__dirname, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  if (!existsSync(bundler)) {
    process.stderr.write('The packages that build Easel are missing. Run: npm ci --include=dev\n');
    process.exit(1);
  }
  const fresh = `${DIST}-${process.pid}`;
  const wasBuilt = isBuilt();
  const begunAt = new Date();
  const configurationThen = configuration();
  const { status } = spawnSync(
    process.execPath,
    [bundler, '--config', '--dir', fresh, '--log-level', 'warn'],
    {
      cwd: __dirname,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write('Easel was not built. The reason stands above.\n');
    process.exit(1);
  }
  writeFileSync(join(fresh, STAMP), configurationThen);
  utimesSync(join(fresh, STAMP), begunAt, begunAt);
  // Another start, which loads its files just now, may have built the same meanwhile.
  if (!wasBuilt && isBuilt()) removeIfPossible(fresh);
  else replaceBuild(fresh);
  removeLeftovers();
};

const [node, , file, ...others] = process.argv;
if (!file || (file.startsWith('dist/') && existsSync(join(__dirname, 'src')) && !isBuilt())) build();
if (file) {
  const program = resolve(__dirname, file);
  process.argv = [node, program, ...others];
  const load = () => import(pathToFileURL(program).href);
  void (file.endsWith('.ts') ? import('tsx').then(load) : load());
}
