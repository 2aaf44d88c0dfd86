import { addPlaces, imagine, runLoad, until, watchFinished } from './load.ts';
import type { Programs, ProgramName } from './programs.ts';
import { ratio, type Ratios, table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

const WARM_UP = 100;
const JOBS = 300;
const PER_SECOND = 10;
const DURATIONS = { minMs: 2_000, maxMs: 4_000 };
/** The last writes follow the last answer of Discord. */
const AFTERMATH_MS = 500;

/** Processor time of one finished `/imagine`, from the command to the last row, in milliseconds. */
const measure = async (programs: Programs, name: ProgramName): Promise<number> => {
  const world = await startTestEnvironment(
    { durations: { artgen: DURATIONS, gen: DURATIONS } },
    { ACCOUNT_REQUESTS_PER_SECOND: '100' },
  );
  const { discord } = world;
  const places = addPlaces(discord, { servers: 100, people: 300 });
  const program = await programs.start(name, world.env);
  const finished = watchFinished(discord);
  let unanswered = 0;
  const run = async (count: number, all: number) => {
    unanswered += (await runLoad({ perSecond: PER_SECOND, count, places, ask: imagine(discord) })).unanswered;
    await until(
      () => finished() + unanswered >= all,
      () => `${all} jobs of ${name}: ${finished()} finished, ${unanswered} unanswered, ${program.errors()}`,
    );
    await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS));
  };
  await run(WARM_UP, WARM_UP);
  const before = await program.usage();
  await run(JOBS, WARM_UP + JOBS);
  const after = await program.usage();
  await program.end();
  await world.stop();
  return (after.cpuMs - before.cpuMs) / JOBS;
};

/** What one finished `/imagine` costs, beside a bot that does the same work with nothing around it. */
export const benchJob = async (programs: Programs, ratios: Ratios): Promise<string> => {
  const easel = await measure(programs, 'easel');
  const floor = await measure(programs, 'bot');
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
