import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Easel as it runs in production, in a folder of its own. */
export interface BuiltProgram {
  folder: string;
  /** The file that is started. */
  file: string;
  remove: () => Promise<void>;
}

/** Builds Easel into a temporary folder. Types are the type check's affair. */
export const buildProgram = async (): Promise<BuiltProgram> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-build-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
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
  return {
    folder,
    file: join(outDir, 'index.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Builds Easel once for all tests that run it as a process of its own. */
const provideProgram = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { file, remove } = await buildProgram();
  provide('program', file);
  return remove;
};

export default provideProgram;
