import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Builds Easel into a folder of its own. Types are the type check's affair. */
export const buildInto = async (): Promise<{ folder: string; file: string; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-build-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(ROOT, 'locales'), join(folder, 'locales'));
  await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const outDir = join(folder, 'dist');
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['-p', 'tsconfig.build.json', '--outDir', outDir, '--incremental', 'false', '--noCheck'];
  await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: ROOT });
  return {
    folder,
    file: join(outDir, 'index.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Builds Easel once for all tests that run it as a process of its own. */
const provideProgram = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { file, remove } = await buildInto();
  provide('program', file);
  return remove;
};

export default provideProgram;
