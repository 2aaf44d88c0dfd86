import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../world/easel-program.ts';
import { makeFolder } from '../storage/storages.ts';

/** Opens twelve databases, and says how many threads the process has once each has had a thread to itself. */
const PROBE = `
const { readdirSync } = require('node:fs');
const { createRequire } = require('node:module');
const before = readdirSync('/proc/self/task').length;
setTimeout(() => {
  const { Database } = createRequire(process.argv[1])('sqlite3');
  const opened = Array.from({ length: 12 }, () => new Promise((resolve) => new Database(':memory:', resolve)));
  Promise.all(opened).then(() => {
    process.stdout.write('threads ' + (readdirSync('/proc/self/task').length - before) + '\\n');
    process.exit();
  });
}, 500);
`;

test.skipIf(process.platform !== 'linux')(
  "SQLite, DNS and files don't wait for one another in Node's four threads",
  async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'probe.cjs'), PROBE);
    // It waits for a Discord that isn't there.
    const env = {
      PATH: process.env['PATH'],
      DISCORD_TOKEN: 'a.bot.token',
      IMAGE_API_URL: 'http://127.0.0.1:9',
      DATA_DIR: folder,
      DISCORD_API_URL: 'http://127.0.0.1:9',
    };
    const child = spawn(process.execPath, ['--require', join(folder, 'probe.cjs'), program()], { env });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    expect(Number(/^threads (\d+)$/m.exec(said)?.[1])).toBeGreaterThanOrEqual(16);
  },
);
