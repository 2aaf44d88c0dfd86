import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Programs, ProgramName, RunningProgram } from './programs.ts';
import { mebibytes, quantile, ratio, type Ratios, table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

/** Compiling in the background takes memory or not, by chance. */
const TIMES = 3;
const SERVERS = [1, 2_500] as const;
const REST_MS = 10_000;

/**
 * What a process occupies, in bytes. What Linux says elsewhere is off by up to some megabytes
 * (https://docs.kernel.org/filesystems/proc.html).
 */
const residentBytes = async ({ pid, usage }: RunningProgram): Promise<number> => {
  const sums = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kibibytes = /^Rss: +(\d+) kB$/m.exec(sums)?.[1];
  return kibibytes === undefined ? (await usage()).rssBytes : Number(kibibytes) * 1_024;
};

/** What a process occupies that has nothing to do, in bytes. */
const measureOnce = async (programs: Programs, name: ProgramName, servers: number): Promise<number> => {
  const world = await startTestEnvironment();
  // Two are there from the start.
  for (let index = 2; index < servers; index += 1) world.discord.addGuild({ name: `Server ${index}` });
  const program = await programs.start(name, world.env);
  await delay(REST_MS);
  const bytes = await residentBytes(program);
  await program.end('SIGKILL');
  await world.stop();
  return bytes;
};

const measure = async (...what: Parameters<typeof measureOnce>): Promise<number> => {
  const sizes: number[] = [];
  for (let time = 0; time < TIMES; time += 1) sizes.push(await measureOnce(...what));
  return quantile(sizes, 0.5);
};

/** The memory of a bot that nobody uses at the moment. */
export const benchMemory = async (programs: Programs, ratios: Ratios): Promise<string> => {
  const rows: string[][] = [];
  for (const servers of SERVERS) {
    const easel = await measure(programs, 'easel', servers);
    const floor = await measure(programs, 'answer', servers);
    const name = `idle memory, ${servers} servers`;
    rows.push([name, mebibytes(easel), mebibytes(floor), ratio(ratios, name, easel / floor)]);
  }
  return table(['', 'Easel', 'bare answer', 'ratio'], rows);
};
