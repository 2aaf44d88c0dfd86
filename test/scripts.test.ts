import { execFile, spawnSync } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { program } from './world/easel-program.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** A project as small as can be, with this one's launcher. */
const smallProject = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-run-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(ROOT, 'run.cjs'), join(folder, 'run.cjs'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const configuration = { input: 'src/hello.ts', platform: 'node', output: { dir: 'dist' } };
  await writeFile(join(folder, 'rolldown.config.js'), `export default ${JSON.stringify(configuration)}`);
  await mkdir(join(folder, 'src'));
  const source = `
import { stat } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
await Promise.all(Array.from({ length: 64 }, () => stat('.')));
console.log(process.argv.slice(2).join(' '), process.env.UV_THREADPOOL_SIZE, readdirSync('/proc/self/task').length);`;
  await writeFile(join(folder, 'src', 'hello.ts'), source);
  return folder;
};

const NOBODY = 65_534;

const start = (
  folder: string,
  user: { uid?: number; gid?: number } = {},
): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, ['run.cjs', 'dist/hello.js', 'a', 'b'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    ...user,
  });

test('every script is one that each shell understands', async () => {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8');
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(text));
  for (const [name, script] of Object.entries(scripts)) {
    expect([name, script]).not.toEqual([name, expect.stringMatching(/[$;|`'\\]|(^|&& *)\w+=/)]);
    for (const command of script.split(' && ')) expect(command).toMatch(/^[a-z]/);
  }
});

test('a start builds once, and again only after the source has changed', async () => {
  const folder = await smallProject();
  const builtAt = async () => (await stat(join(folder, 'dist', '.built'))).mtimeMs;
  const { stdout, stderr } = await start(folder);
  expect(stdout).toMatch(/^a b 16 /);
  expect(stderr).toContain('Building Easel');
  const first = await builtAt();
  expect((await start(folder)).stderr).toBe('');
  expect(await builtAt()).toBe(first);
  const soon = new Date(Date.now() + 1_000);
  // As `npm prune` does, after which there is nothing to build with.
  await utimes(join(folder, 'package.json'), soon, soon);
  expect((await start(folder)).stderr).toBe('');
  await utimes(join(folder, 'src', 'hello.ts'), soon, soon);
  await start(folder);
  expect(await builtAt()).toBeGreaterThan(first);
});

test("an editor's lock in the source, a link to nothing, keeps nothing from starting", async () => {
  const folder = await smallProject();
  await start(folder);
  await symlink('somebody@computer.1', join(folder, 'src', '.#hello.ts'));
  expect((await start(folder)).stdout).toMatch(/^a b 16 /);
});

test('a build that fails leaves the earlier one as it was, and nothing is started', async () => {
  const folder = await smallProject();
  await start(folder);
  const built = () => readFile(join(folder, 'dist', 'hello.js'), 'utf8');
  const earlier = await built();
  await writeFile(join(folder, 'src', 'hello.ts'), "console.log('Hello')");
  const configuration = `export default {
    input: 'src/hello.ts',
    output: { dir: 'dist', cleanDir: true },
    plugins: [{ name: 'full-disk', writeBundle: () => { throw new Error('No space left on device'); } }],
  }`;
  await writeFile(join(folder, 'rolldown.config.js'), configuration);
  await expect(start(folder)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/No space left on device[^]*\nEasel was not built/) as string,
  });
  expect(await built()).toBe(earlier);
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
});

test('a build removes what builds left that were stopped, and nothing of one that runs beside it', async () => {
  const folder = await smallProject();
  const leftovers = ['dist-1', 'dist-2-former', 'dist-of-mine'];
  const { pid: inAnotherContainer } = spawnSync(process.execPath, ['--version']);
  const present = [`dist-${process.pid}`, `dist-${inAnotherContainer}`];
  for (const name of [...leftovers, ...present])
    await mkdir(join(folder, name, 'chunks'), { recursive: true });
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  for (const name of leftovers) await utimes(join(folder, name), yesterday, yesterday);
  await start(folder);
  const left = (await readdir(folder)).filter((name) => name.startsWith('dist'));
  expect(left.sort()).toEqual(['dist', 'dist-of-mine', ...present].sort());
});

test('a source that changes while it is built is built again by the next start', async () => {
  const folder = await smallProject();
  const configuration = `
    import { appendFileSync } from 'node:fs';
    export default {
      input: 'src/hello.ts',
      output: { dir: 'dist' },
      plugins: [{ name: 'save', writeBundle: () => appendFileSync('src/hello.ts', '\\n') }],
    };`;
  await writeFile(join(folder, 'rolldown.config.js'), configuration);
  await start(folder);
  expect((await start(folder)).stderr).toContain('Building Easel');
});

test('of two starts at once, the later build leaves what the earlier one runs from', async () => {
  const folder = await smallProject();
  const configuration = `
    import { spawnSync } from 'node:child_process';
    import { statSync, writeFileSync } from 'node:fs';
    const startAnother = () => {
      if (process.env.IS_OTHER) return;
      spawnSync(process.execPath, ['run.cjs', 'dist/hello.js'], { env: { ...process.env, IS_OTHER: 'yes' } });
      writeFileSync('first', String(statSync('dist').ino));
    };
    export default {
      input: 'src/hello.ts',
      output: { dir: 'dist' },
      plugins: [{ name: 'another', writeBundle: startAnother }],
    };`;
  await writeFile(join(folder, 'rolldown.config.js'), configuration);
  expect((await start(folder)).stdout).toMatch(/^a b 16 /);
  expect(String((await stat(join(folder, 'dist'))).ino)).toBe(await readFile(join(folder, 'first'), 'utf8'));
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
});

test("a build starts Easel also where it can't remove what another user's build left", async () => {
  const folder = await smallProject();
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const leftover = join(folder, `dist-${ended}`);
  await mkdir(join(leftover, 'chunks'), { recursive: true });
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  await utimes(leftover, yesterday, yesterday);
  await chmod(leftover, 0o500);
  onTestFinished(() => chmod(leftover, 0o700));
  // Root may remove everything.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  expect((await start(folder, isRoot ? { uid: NOBODY, gid: NOBODY } : {})).stdout).toMatch(/^a b 16 /);
  expect(await readdir(folder)).toContain(`dist-${ended}`);
});

test("a build takes the place of one that another user made, and that it can't remove", async () => {
  const folder = await smallProject();
  await start(folder);
  await writeFile(join(folder, 'src', 'hello.ts'), "console.log('newer')");
  await chmod(join(folder, 'dist'), 0o500);
  // Root may remove everything.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  expect((await start(folder, isRoot ? { uid: NOBODY, gid: NOBODY } : {})).stdout).toBe('newer\n');
  for (const name of await readdir(folder))
    if (name.endsWith('-former')) await chmod(join(folder, name), 0o700);
});

test('a start without the packages that build it says what to run', async () => {
  const folder = await smallProject();
  await rm(join(folder, 'node_modules'));
  const stderr = expect.stringContaining('Run: npm ci --include=dev\n') as string;
  await expect(start(folder)).rejects.toMatchObject({ code: 1, stdout: '', stderr });
});

test('in a folder named node_modules, commands are files of their own, and do not start the program', async () => {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'easel-inside-')));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'node_modules', 'easel');
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'rolldown.config.js', 'run.cjs', 'src', 'tsconfig.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const run = promisify(execFile)(process.execPath, ['run.cjs', 'dist/app/backup.js'], {
    cwd: folder,
    timeout: 15_000,
  });
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') as string });
});

test('a command does its work through a symbolic link', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-link-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await symlink(dirname(program()), join(folder, 'current'));
  const run = promisify(execFile)(process.execPath, [join(folder, 'current/app/backup.js')]);
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') as string });
});

test.skipIf(process.platform !== 'linux')(
  'SQLite, DNS and files have sixteen threads',
  { timeout: 60_000 },
  async () => {
    const [, , , threads] = (await start(await smallProject())).stdout.split(' ');
    expect(Number(threads)).toBeGreaterThan(16);
  },
);
