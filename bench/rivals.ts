import { setTimeout as delay } from 'node:timers/promises';
import { addPlaces, delaysOf, imagine, runLoad, until, watchEdited } from './load.ts';
import type { ProgramName, Programs } from './programs.ts';
import { cells, mebibytes, table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

const TASKS = 60;
const PER_SECOND = 5;
/** Not the same for all, or a bot that asks every two seconds would always ask at the very end. */
const DURATION = { minMs: 18_000, maxMs: 22_000 };
/** This many jobs run when the process is killed. */
const KILLED_TASKS = 20;
const KILLED_AFTER_MS = 2_000;
/** What has not come back so long after its end is lost. */
const LOST_AFTER_MS = 30_000;

const measure = async (programs: Programs, name: ProgramName): Promise<string[]> => {
  const world = await startTestEnvironment({ durations: { artgen: DURATION, gen: DURATION } });
  const { discord, service } = world;
  const places = addPlaces(discord, { servers: 20, people: 60 });
  const edited = watchEdited(discord);
  let program = await programs.start(name, world.env);
  const before = await program.usage();
  const load = { perSecond: PER_SECOND, places };
  await runLoad({ ...load, count: TASKS, ask: imagine(discord, 'job') });
  await until(
    () => edited.size >= TASKS,
    () => `${edited.size} of ${TASKS} pictures of ${name}`,
  );
  const { cpuMs, rssBytes } = await program.usage();
  const polls = service.calls.filter(({ operation }) => operation === 'artgen.job-status').length;
  const delays = cells(delaysOf(service, edited));
  await runLoad({ ...load, perSecond: 50, count: KILLED_TASKS, ask: imagine(discord, 'killed') });
  await delay(KILLED_AFTER_MS);
  await program.end('SIGKILL');
  program = await programs.start(name, world.env);
  await delay(DURATION.maxMs + LOST_AFTER_MS);
  const lost = TASKS + KILLED_TASKS - edited.size;
  await program.end('SIGKILL');
  await world.stop();
  return [
    name === 'easel' ? 'Easel' : 'a bot of the usual kind',
    String(polls),
    `${((cpuMs - before.cpuMs) / TASKS).toFixed(1)} ms`,
    mebibytes(rssBytes),
    ...delays.slice(0, 2),
    `${lost} of ${KILLED_TASKS}`,
  ];
};

/** Easel beside a bot as most are: a timer and a request for each task, and nothing that outlives the process. */
export const benchRivals = async (programs: Programs): Promise<string> =>
  table(
    [
      `${TASKS} tasks of about 20 s`,
      'polls',
      'processor time each',
      'memory',
      'done → edited, p50',
      'p99',
      'lost on `kill -9`',
    ],
    [await measure(programs, 'easel'), await measure(programs, 'rival')],
  );
