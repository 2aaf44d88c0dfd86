import { setTimeout as delay } from 'node:timers/promises';
import { addPlaces, delaysOf, imagine, runLoad, until, watchEdited } from './load.ts';
import type { Programs, ProgramName } from './programs.ts';
import { cells, ratio, quantile, type Ratios, table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

const TASKS = 40;
const DURATIONS_S = [6, 60, 300];
const PER_SECOND = 5;
const LATE_MS = 90_000;

interface Delivery {
  /** While it isn't known how long such tasks take, and after that; from the end of each task, in milliseconds. */
  first: number[];
  later: number[];
  /** Of the later tasks. */
  polls: number;
}

const measure = async (programs: Programs, name: ProgramName, seconds: number): Promise<Delivery> => {
  const durationMs = seconds * 1_000;
  const duration = { minMs: durationMs, maxMs: durationMs };
  const world = await startTestEnvironment({ durations: { artgen: duration, gen: duration } });
  const { discord, service } = world;
  const places = addPlaces(discord, { servers: 20, people: 60 });
  const edited = watchEdited(discord);
  const program = await programs.start(name, world.env);
  const isPoll = ({ operation }: { operation: string }) => operation === 'artgen.job-status';
  const run = async (what: string) => {
    const before = edited.size;
    const polls = service.calls.filter(isPoll).length;
    await runLoad({ perSecond: PER_SECOND, count: TASKS, places, ask: imagine(discord, what) });
    await until(
      () => edited.size >= before + TASKS,
      () => `${edited.size - before} of ${TASKS} edited`,
      durationMs + LATE_MS,
    );
    return {
      samples: delaysOf(service, edited).slice(before),
      polls: service.calls.filter(isPoll).length - polls,
    };
  };
  const first = await run('first');
  await delay(1_000);
  const later = await run('later');
  await program.end('SIGKILL');
  await world.stop();
  return { first: first.samples, later: later.samples, polls: later.polls };
};

/** From the end of a task until its pictures stand in Discord, with the default settings. */
export const benchDelivery = async (programs: Programs, ratios: Ratios): Promise<string> => {
  const all = await Promise.all(
    DURATIONS_S.map(async (seconds) => {
      const easel = await measure(programs, 'easel', seconds);
      const bot = await measure(programs, 'bot', seconds);
      const what = `${TASKS} tasks of ${seconds} s, from done to edited`;
      const share = quantile(easel.later, 0.5) / quantile(bot.later, 0.5);
      return [
        [`${what}, the first ones`, ...cells(easel.first), '', ''],
        [what, ...cells(easel.later), String(easel.polls), ratio(ratios, what, share)],
        ['bare bot', ...cells(bot.later), String(bot.polls), ''],
      ];
    }),
  );
  return table(['', 'p50', 'p99', 'longest', 'polls', 'p50 ratio'], all.flat());
};
