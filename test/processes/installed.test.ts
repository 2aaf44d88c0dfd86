import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask, typeCommand } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { freePort } from '../world/ports.ts';
import { startTestEnvironment } from '../world/world.ts';
import { installForProduction } from './production-install.ts';

// What the image does, in a plain folder: only what production needs, another user, and nothing but one folder to write to.
const isRoot = process.getuid?.() === 0;
/** Whether this machine lets a test have its own view of the file system: needs root, and a container may forbid it. */
const hasMounts = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;
/** Of no application. */
const ANOTHER_USER = 10_001;

/** Everything but `data` can only be read: also where a user other than root can usually write, such as `/tmp`. */
const READ_ONLY_ROOT = `
  mount --make-rprivate /
  mount --bind "$DATA_DIR" "$DATA_DIR"
  awk '$2 != ENVIRON["DATA_DIR"] && $3 !~ /^(proc|sysfs|devpts|cgroup2?|mqueue|devtmpfs)$/ { print $2 }' /proc/mounts |
    while read -r place; do mount -o remount,bind,ro "$place" 2>/dev/null || true; done
  exec setpriv --reuid ${ANOTHER_USER} --regid ${ANOTHER_USER} --clear-groups --no-new-privs --bounding-set=-all "$@"
`;

const outputOf = (child: ChildProcess): (() => string) => {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return () => output;
};

/** The installed Easel between the stand-ins; how it is started is the caller's. */
const installed = async (owner: number) => {
  const [folder, world] = await Promise.all([installForProduction(), startTestEnvironment()]);
  const data = await mkdtemp(join(tmpdir(), 'easel-volume-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  onTestFinished(() => world.stop());
  if (isRoot) await chown(data, owner, owner);
  await chmod(data, 0o700);
  const env = {
    ...world.env,
    PATH: process.env['PATH'],
    DATA_DIR: data,
    STORE_URL: `sqlite://${data}/easel.sqlite`,
    HTTP_PORT: String(await freePort()),
    NODE_ENV: 'production',
  };
  const healthCheck = () => {
    const { status, stdout } = spawnSync(process.execPath, ['dist/app/health-check.js'], {
      cwd: folder,
      env,
    });
    return { status, said: stdout.toString() };
  };
  return { world, folder, data, env, healthCheck };
};

const start = (command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = outputOf(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, output };
};

test('the packages for production are all that it needs, and its health check tells when it works', async () => {
  const { world, folder, env, healthCheck } = await installed(process.getuid?.() ?? 0);
  expect(await readdir(join(folder, 'node_modules'))).not.toContain('vitest');
  expect(healthCheck()).toMatchObject({
    status: 1,
    said: expect.stringContaining("doesn't answer") as string,
  });
  const { child, output } = start(process.execPath, ['dist/index.js'], { cwd: folder, env });
  await expect.poll(output).toContain('Easel is ready');
  expect(healthCheck().status).toBe(0);
  world.discord.gateway.hold();
  await expect.poll(() => healthCheck().status).toBe(1);
  world.discord.gateway.release();
  await expect.poll(() => healthCheck().status).toBe(0);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.skipIf(!hasMounts)(
  `as another user, with nothing but its data to write to, it works (skipped without root and mounts)`,
  async () => {
    const { world, folder, data, env, healthCheck } = await installed(ANOTHER_USER);
    const program = [process.execPath, 'dist/index.js'];
    const args = ['--mount', 'sh', '-euc', READ_ONLY_ROOT, 'sh', ...program];
    const { child, output } = start('unshare', args, { cwd: folder, env });
    await expect.poll(output).toContain('Easel is ready');
    expect(healthCheck().status).toBe(0);
    await expectPictures(world.discord, await ask(world, 'from behind a read-only root'), 4);
    const chart = async () => {
      const { message } = await typeCommand(world, 'usage', {}, { personId: world.discord.world.admin.id });
      return message?.embeds[0]?.image;
    };
    await expect.poll(chart).toBeDefined();
    expect(await readdir(data)).toEqual(expect.arrayContaining(['easel.sqlite', 'encryption.key']));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);
