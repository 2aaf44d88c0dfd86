import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const HOUR_S = 3_600;

/** A build without the types of Node and of newer JavaScript, which take a second to read. */
const QUICK_SETTINGS = {
  compilerOptions: { target: 'ES2023', module: 'NodeNext', lib: ['ES5'], types: [], incremental: true },
};

/** A small checkout: what is built is one file. */
const checkout = () => {
  const folder = mkdtempSync(join(tmpdir(), 'easel-build-if-older-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const path of ['scripts', 'tsconfig.build.json', 'package.json'])
    cpSync(path, join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(QUICK_SETTINGS));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  const source = join(folder, 'src/deep/index.ts');
  writeFileSync(source, 'export const version: number = 1;\n');
  const build = () =>
    spawnSync(process.execPath, [join(folder, 'scripts/build-if-older.js')], { cwd: tmpdir() });
  const built = join(folder, 'dist/deep/index.js');
  return { folder, source, build, built };
};

test('a build happens once, then without what builds, and again for a source that is newer', () => {
  const { folder, source, build, built } = checkout();
  const modules = join(folder, 'node_modules');
  symlinkSync(resolve('node_modules'), modules);
  expect(build().status).toBe(0);
  const first = statSync(built).mtimeMs;
  rmSync(modules);
  expect(build().status).toBe(0);
  expect(statSync(built).mtimeMs).toBe(first);
  symlinkSync(resolve('node_modules'), modules);
  writeFileSync(source, 'export const version: number = 2;\n');
  const later = Date.now() / 1_000 + HOUR_S;
  utimesSync(source, later, later);
  expect(build().status).toBe(0);
  expect(readFileSync(built, 'utf8')).toContain('version = 2');
});

test('a build that fails starts nothing', () => {
  const { folder, source, build } = checkout();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(source, 'export const version: number = "one";\n');
  expect(build().status).not.toBe(0);
  expect(build().status).not.toBe(0);
});

test('without what builds, it says what to do', () => {
  const { status, stderr } = checkout().build();
  expect(status).toBe(1);
  expect(stderr.toString()).toContain('npm ci --include=dev && npm run build');
});
