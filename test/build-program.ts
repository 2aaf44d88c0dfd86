import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Builds Easel once for all tests that run it as a process of its own. Types are the type check's affair. */
const buildProgram = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-build-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const outDir = join(folder, 'dist');
  const options = [
    '-p',
    join(ROOT, 'tsconfig.build.json'),
    '--noCheck',
    '--sourceMap',
    'false',
    '--outDir',
    outDir,
  ];
  await promisify(execFile)(process.execPath, [compiler, ...options]);
  provide('program', join(outDir, 'index.js'));
  return () => rm(folder, { recursive: true, force: true });
};

export default buildProgram;
