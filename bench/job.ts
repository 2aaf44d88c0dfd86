import { setTimeout as delay } from 'node:timers/promises';
import { addPlaces, imagine, runLoad, until, watchFinished, withoutPictures } from './load.ts';
import type { Programs, ProgramName } from './programs.ts';
import { quantile, ratio, type Ratios, table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

const WARMING_JOBS = 100;
const JOBS = 300;
const STARTS = 5;
const PER_SECOND = 10;
/** Halfway between two requests to the other: of two that come at once, the first finds the core idle and its caches cold. */
const STAGGER_MS = 1_000 / PER_SECOND / 2;
const DURATIONS = { minMs: 2_000, maxMs: 4_000 };
/** The last writes follow the last answer of Discord. */
const AFTERMATH_MS = 500;

/** A program between stand-ins of its own. */
const start = async (programs: Programs, name: ProgramName) => {
  const world = await startTestEnvironment(
    { durations: { artgen: DURATIONS, gen: DURATIONS } },
    { ACCOUNT_REQUESTS_PER_SECOND: '100' },
  );
  const { discord } = world;
  const places = addPlaces(discord, { servers: 100, people: 300 });
  const program = await programs.start(name, world.env);
  const finished = watchFinished(discord);
  let asked = 0;
  let unanswered = 0;
  return {
    /** Asks that often, and waits until all of it is finished. */
    run: async (count: number) => {
      asked += count;
      const load = await runLoad({ perSecond: PER_SECOND, count, places, ask: imagine(discord) });
      unanswered += load.unanswered;
      await until(
        () => finished() + unanswered >= asked,
        () =>
          [
            `${asked} jobs of ${name}: ${finished()} finished, ${unanswered} unanswered`,
            ...withoutPictures(discord, places),
            ...program.troubles(),
            program.errors(),
          ].join('\n'),
      );
      await delay(AFTERMATH_MS);
    },
    cpuMs: async () => (await program.usage()).cpuMs,
    end: async () => {
      await program.end();
      await world.stop();
    },
  };
};

/** The processor time of each for a finished job, in milliseconds: those of one start, at the same moments. */
const measure = async (programs: Programs): Promise<number[]> => {
  const both = [await start(programs, 'easel'), await start(programs, 'bot')];
  const runBoth = (count: number) =>
    Promise.all(both.map(({ run }, index) => delay(index * STAGGER_MS).then(() => run(count))));
  const cpuMs = () => Promise.all(both.map((program) => program.cpuMs()));
  await runBoth(WARMING_JOBS);
  const before = await cpuMs();
  await runBoth(JOBS);
  const after = await cpuMs();
  await Promise.all(both.map(({ end }) => end()));
  return after.map((ms, index) => (ms - (before[index] ?? 0)) / JOBS);
};

/**
 * What one finished `/imagine` costs, from the command to the last row, beside a bot that does the same work with nothing around
 * it. Both work at the same time, since the speed of a shared machine changes by more than the difference from one minute to the
 * next; and both are started several times, since what V8 compiles, and when, is not the same in any two processes.
 */
export const benchJob = async (programs: Programs, ratios: Ratios): Promise<string> => {
  const rows: string[][] = [];
  const found: number[] = [];
  for (let number = 1; number <= STARTS; number += 1) {
    const [easel = NaN, floor = NaN] = await measure(programs);
    found.push(easel / floor);
    rows.push([
      `start ${number}`,
      `${easel.toFixed(1)} ms`,
      `${floor.toFixed(1)} ms`,
      (easel / floor).toFixed(2),
    ]);
  }
  rows.push(['the middle one', '', '', ratio(ratios, 'job', quantile(found, 0.5))]);
  return table([`a finished \`/imagine\`, ${PER_SECOND} a second`, 'Easel', 'bare bot', 'ratio'], rows);
};
