import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { program } from '../world/easel-program.ts';

const run = promisify(execFile);

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), link: z.boolean().optional() })),
});

/** The folders that `npm ci --omit=dev` makes, out of which no other one is left out. */
const productionFolders = async (): Promise<string[]> => {
  const { packages } = lockSchema.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  return Object.entries(packages).flatMap(([path, { dev }]) => (path !== '' && dev !== true ? [path] : []));
};

/** Copies a package without the packages inside it; by links where that can be done, since there are megabytes of them. */
const copyPackage = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true });
  await run('cp', ['-rl', from, to]).catch(() => cp(from, to, { recursive: true }));
};

/**
 * What the image holds in `/app`, in a folder of its own: the built program and the packages that it needs to run, and none
 * that only development needs. Everybody may read it. It goes with the test.
 * Where `TEST_NPM_CI` is set, the Dockerfile's own line installs them; elsewhere they are taken from the packages that are here,
 * which needs no network.
 */
export const installForProduction = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-installed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  await cp('package.json', join(folder, 'package.json'));
  await cp('locales', join(folder, 'locales'), { recursive: true });
  await cp(dirname(program()), join(folder, 'dist'), { recursive: true });
  if (process.env['TEST_NPM_CI'] !== undefined) {
    await cp('package-lock.json', join(folder, 'package-lock.json'));
    const [, install = ''] =
      /^RUN (npm ci --omit=dev(?:.*\\\n)*.*)$/m.exec(await readFile('Dockerfile', 'utf8')) ?? [];
    await run('sh', ['-ec', install], {
      cwd: folder,
      env: { ...process.env, npm_config_prefer_offline: 'true' },
    });
    return folder;
  }
  const folders = await productionFolders();
  // What stands inside another package comes with it, and must not come twice.
  const outermost = folders.filter((path) => !folders.some((other) => path.startsWith(`${other}/`)));
  for (const path of outermost)
    // Optional packages for other platforms are not there.
    await copyPackage(path, join(folder, path)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  return folder;
};
