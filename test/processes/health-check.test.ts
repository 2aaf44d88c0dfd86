import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from './operator-commands.ts';
import { makeFolder } from '../storage/storages.ts';
import { listen } from '../world/ports.ts';

test('the health check finds the port in the file that a variable names, as Easel does', async () => {
  const server = createServer((_, response) => response.end('ready'));
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const file = join(await makeFolder(), 'port');
  await writeFile(file, `${port}\n`);
  expect(await run('health-check', [], { HTTP_PORT_FILE: file })).toMatchObject({
    code: 0,
    stdout: 'ready\n',
  });
  expect(await run('health-check', [], { HTTP_PORT_FILE: `${file}.gone` })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("HTTP_PORT_FILE names a file that can't be read") as string,
  });
  expect(await run('health-check', [])).toMatchObject({ code: 1 });
});
