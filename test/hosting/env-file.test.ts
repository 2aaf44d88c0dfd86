import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isReadableByOthers } from '../../src/app/run-process.ts';
import { makeFolder } from '../storage/storages.ts';

test.skipIf(process.platform === 'win32')(
  'a .env that others can read is told from one that only its owner reads, and from none',
  async () => {
    const file = join(await makeFolder(), '.env');
    expect(isReadableByOthers(file)).toBe(false);
    await writeFile(file, 'DISCORD_TOKEN=secret');
    await chmod(file, 0o644);
    expect(isReadableByOthers(file)).toBe(true);
    await chmod(file, 0o600);
    expect(isReadableByOthers(file)).toBe(false);
  },
);
