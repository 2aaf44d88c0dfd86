import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

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

const start = (folder: string): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, ['run.cjs', 'dist/hello.js', 'a', 'b'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
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
  await utimes(join(folder, 'src', 'hello.ts'), soon, soon);
  await start(folder);
  expect(await builtAt()).toBeGreaterThan(first);
});

test.skipIf(process.platform !== 'linux')(
  'SQLite, DNS and files have sixteen threads',
  { timeout: 60_000 },
  async () => {
    const [, , , threads] = (await start(await smallProject())).stdout.split(' ');
    expect(Number(threads)).toBeGreaterThan(16);
  },
);
