import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Another process with a storage, and what it says. */
export interface EaselProcess {
  nextLine(): Promise<string>;
  lines: AsyncIterator<string>;
  kill(): Promise<void>;
}

const NOBODY = 65_534;
const SCRIPT = fileURLToPath(new URL('easel-process.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

/** Whether a process without root's privileges can be started: not where Node or Easel lies in root's home. */
export const canDropPrivileges = (): boolean =>
  !isRoot ||
  spawnSync('test', ['-x', process.execPath, '-a', '-r', SCRIPT], { uid: NOBODY, gid: NOBODY }).status === 0;

/** Starts one; it is killed after the test. */
export const easelProcess = (
  file: string,
  mode: 'hold' | 'write' | 'pairs',
  options = { withoutPrivileges: false },
): EaselProcess => {
  const drop = options.withoutPrivileges && isRoot;
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, `sqlite://${file}`, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(drop && { uid: NOBODY, gid: NOBODY }),
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return { lines, kill, nextLine: async () => String((await lines.next()).value) };
};
