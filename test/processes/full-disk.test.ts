import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fillStore, rowsOf, run } from './operator-commands.ts';
import { makeFolder } from '../storage/storages.ts';

// Each command is a process of its own.
/** A disk of a few megabytes; false where this machine doesn't let one be made. */
const mountAt = (folder: string): boolean => {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('A full disk', () => {
  let disk: string;
  let url: string;
  let env: Record<string, string>;
  beforeEach(async ({ skip }) => {
    disk = join(await makeFolder(), 'disk');
    if (!mountAt(disk)) skip('only root can mount a disk');
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    url = `sqlite://${join(disk, 'easel.sqlite')}`;
    env = { STORE_URL: url, DATA_DIR: disk };
    await fillStore(url);
  });
  /** Leaves so many bytes free. */
  const fillUpTo = async (free: number): Promise<void> => {
    const { bavail, bsize } = await statfs(disk);
    await writeFile(join(disk, 'other'), Buffer.alloc(bavail * bsize - free));
  };

  it('is called by its name, and nothing is lost by it', async () => {
    const before = await rowsOf(url);
    await fillUpTo(0);
    for (const [script, args] of [
      ['backup', [join(disk, 'saved')]],
      ['copy', [url, `sqlite://${join(disk, 'second')}`]],
    ] as const)
      expect(await run(script, args, env)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/free space/) as string,
      });
    expect((await run('doctor', [], env)).stdout).toMatch(/store: .*free space/);
    await rm(join(disk, 'other'));
    expect(await rowsOf(url)).toEqual(before);
  });
});
