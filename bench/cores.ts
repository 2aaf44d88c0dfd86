import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const taskset = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('taskset', ['--cpu-list', ...args])).stdout;

/**
 * Moves this process, and with it the stand-ins, to the last of its cores: otherwise what is measured waits while they paint
 * pictures and collect garbage in several threads.
 *
 * @returns all of its cores as a list for `taskset`; undefined where there is only one, or they can't be chosen: `taskset`
 *   comes with Linux, and a container may forbid it.
 */
export const leaveCores = async (): Promise<string | undefined> => {
  const pid = String(process.pid);
  try {
    const said = await taskset('--pid', pid);
    const [, all, last] = /: (\S*[-,](\d+))$/.exec(said.trim()) ?? [];
    if (all === undefined || last === undefined) return undefined;
    await taskset('--all-tasks', '--pid', last, pid);
    return all;
  } catch {
    return undefined;
  }
};

/** A command that runs on those cores, where they are known. */
export const onCores = (
  cores: string | undefined,
  file: string,
  args: readonly string[],
): [file: string, args: readonly string[]] =>
  cores === undefined ? [file, args] : ['taskset', ['--cpu-list', cores, file, ...args]];
