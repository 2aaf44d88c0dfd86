import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { plainPainter } from '../sandbox/image-service/index.ts';
import { addPlaces, imagine, watchFinished } from './load.ts';
import type { Programs, ProgramName } from './programs.ts';
import { mebibytes, quantile, ratio, type Ratios, table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

/** Compiling in the background takes memory or not, by chance. */
const TIMES = 3;
const SERVERS = [1, 2_500] as const;
const REST_MS = 10_000;

/**
 * What a process occupies, in bytes, and the programs that it runs. What Linux says elsewhere is off by up to some megabytes
 * (https://docs.kernel.org/filesystems/proc.html).
 */
const residentBytes = async (pid: number): Promise<number> => {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const kibibytes = /^Rss: +(\d+) kB$/m.exec(await read('smaps_rollup'))?.[1] ?? 0;
  const children = (await read(`task/${pid}/children`)).split(' ').filter((child) => child !== '');
  const theirs = await Promise.all(children.map((child) => residentBytes(Number(child))));
  return theirs.reduce((sum, bytes) => sum + bytes, Number(kibibytes) * 1_024);
};

/** What a process occupies that has nothing to do, in bytes. */
const measureOnce = async (programs: Programs, name: ProgramName, servers: number): Promise<number> => {
  const world = await startTestEnvironment();
  // Two are there from the start.
  for (let index = 2; index < servers; index += 1) world.discord.addGuild({ name: `Server ${index}` });
  const program = await programs.start(name, world.env);
  await delay(REST_MS);
  const bytes = await residentBytes(program.pid);
  await program.end('SIGKILL');
  await world.stop();
  return bytes;
};

const measure = async (...what: Parameters<typeof measureOnce>): Promise<number> => {
  const sizes: number[] = [];
  for (let time = 0; time < TIMES; time += 1) sizes.push(await measureOnce(...what));
  return quantile(sizes, 0.5);
};

const WORST_JOBS = 6;
const LOOK_EVERY_MS = 10;
/** As large as a picture may be that is still fetched: noise, which no format makes smaller. */
const NOISE = { width: 3_840, height: 2_160, channels: 3 } as const;
/** What it may occupy at the most. */
const LIMIT_BYTES = 450 * 2 ** 20;

/** The most that Easel, and what it runs, occupies while six results of four such pictures end at once, in bytes. */
const measureWorst = async (programs: Programs): Promise<number> => {
  const noise = randomBytes(NOISE.width * NOISE.height * NOISE.channels);
  const picture = await sharp(noise, { raw: NOISE }).png({ compressionLevel: 0 }).toBuffer();
  const duration = { minMs: 3_000, maxMs: 3_000 };
  const world = await startTestEnvironment({
    durations: { artgen: duration, gen: duration },
    painter: { ...plainPainter(), paint: () => Promise.resolve(picture) },
  });
  const places = addPlaces(world.discord, { servers: WORST_JOBS, people: WORST_JOBS });
  const finished = watchFinished(world.discord);
  const program = await programs.start('easel', world.env);
  await Promise.all(places.map(imagine(world.discord)));
  let most = 0;
  while (finished() < WORST_JOBS) {
    most = Math.max(most, await residentBytes(program.pid));
    await delay(LOOK_EVERY_MS);
  }
  await program.end('SIGKILL');
  await world.stop();
  return most;
};

/** The memory of a bot at rest, and at the worst. */
export const benchMemory = async (programs: Programs, ratios: Ratios): Promise<string> => {
  const rows: string[][] = [];
  for (const servers of SERVERS) {
    const easel = await measure(programs, 'easel', servers);
    const floor = await measure(programs, 'answer', servers);
    const name = `idle memory, ${servers} servers`;
    rows.push([name, mebibytes(easel), mebibytes(floor), ratio(ratios, name, easel / floor)]);
  }
  const worst = await measureWorst(programs);
  const name = `memory at the worst, ${WORST_JOBS} jobs of four pictures of 25 MB, to its limit`;
  rows.push([name, mebibytes(worst), mebibytes(LIMIT_BYTES), ratio(ratios, name, worst / LIMIT_BYTES)]);
  return table(['', 'Easel', 'bare answer, limit', 'ratio'], rows);
};
