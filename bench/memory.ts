import { setTimeout as delay } from 'node:timers/promises';
import type { Programs, ProgramName } from './programs.ts';
import { mebibytes, ratio, type Ratios, table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

const SERVERS = [1, 2_500] as const;
const REST_MS = 10_000;

/** What a process occupies that has nothing to do, in bytes. */
const measure = async (programs: Programs, name: ProgramName, servers: number): Promise<number> => {
  const world = await startTestEnvironment();
  // Two are there from the start.
  for (let index = 2; index < servers; index += 1) world.discord.addGuild({ name: `Server ${index}` });
  const program = await programs.start(name, world.env);
  await delay(REST_MS);
  const { rssBytes } = await program.usage();
  await program.end('SIGKILL');
  await world.stop();
  return rssBytes;
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
