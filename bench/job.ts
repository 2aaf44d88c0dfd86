import { addPlaces, imagine, runLoad, until, watchFinished } from './load.ts';
import type { Programs, ProgramName } from './programs.ts';
import { ratio, type Ratios, table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

/** How many each program finishes in its turn; the first turn warms it up. */
const JOBS = 100;
const TURNS = 3;
const PER_SECOND = 10;
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
          `${asked} jobs of ${name}: ${finished()} finished, ${unanswered} unanswered, ${program.errors()}`,
      );
      await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS));
    },
    cpuMs: async () => (await program.usage()).cpuMs,
    end: async () => {
      await program.end();
      await world.stop();
    },
  };
};

/**
 * What one finished `/imagine` costs, from the command to the last row, beside a bot that does the same work with nothing around
 * it. They take turns: how fast a shared machine is changes by more than the difference, from one minute to the next.
 */
export const benchJob = async (programs: Programs, ratios: Ratios): Promise<string> => {
  const both = [await start(programs, 'easel'), await start(programs, 'bot')];
  for (const { run } of both) await run(JOBS);
  const spentMs = both.map(() => 0);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, { run, cpuMs }] of both.entries()) {
      const before = await cpuMs();
      await run(JOBS);
      spentMs[index] = (spentMs[index] ?? 0) + (await cpuMs()) - before;
    }
  }
  for (const { end } of both) await end();
  const [easel = 0, floor = 0] = spentMs.map((spent) => spent / (TURNS * JOBS));
  return table(
    [`a finished \`/imagine\`, ${PER_SECOND} a second`, 'Easel', 'bare bot', 'ratio'],
    [
      [
        'processor time',
        `${easel.toFixed(1)} ms`,
        `${floor.toFixed(1)} ms`,
        ratio(ratios, 'job', easel / floor),
      ],
    ],
  );
};
