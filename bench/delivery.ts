import { setTimeout as delay } from 'node:timers/promises';
import { addPlaces, delaysOf, imagine, runLoad, until, watchEdited } from './load.ts';
import type { Programs, ProgramName } from './programs.ts';
import { cells, ratio, quantile, type Ratios, table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

const TASKS = 60;
const DURATION = { minMs: 20_000, maxMs: 20_000 };
const PER_SECOND = 5;
/** Usual durations are learned from a few jobs before. */
const LEARNED_FROM = 5;
const TIMEOUT_MS = 90_000;

const measure = async (programs: Programs, name: ProgramName) => {
  const world = await startTestEnvironment({ durations: { artgen: DURATION, gen: DURATION } });
  const { discord, service } = world;
  const places = addPlaces(discord, { servers: 20, people: 60 });
  const edited = watchEdited(discord);
  const program = await programs.start(name, world.env);
  const run = async (count: number, what: string) => {
    const before = edited.size;
    await runLoad({ perSecond: PER_SECOND, count, places, ask: imagine(discord, what) });
    await until(
      () => edited.size >= before + count,
      () => `${edited.size - before} of ${count} edited`,
      TIMEOUT_MS,
    );
  };
  await run(LEARNED_FROM, 'first');
  await delay(1_000);
  const isPoll = ({ operation }: { operation: string }) => operation === 'artgen.job-status';
  const before = service.calls.filter(isPoll).length;
  await run(TASKS, 'job');
  const polls = service.calls.filter(isPoll).length - before;
  const samples = delaysOf(service, edited).slice(LEARNED_FROM);
  await program.end('SIGKILL');
  await world.stop();
  return { samples, polls };
};

/** From the end of a task until its pictures stand in Discord, with the default settings. */
export const benchDelivery = async (programs: Programs, ratios: Ratios): Promise<string> => {
  const easel = await measure(programs, 'easel');
  const bot = await measure(programs, 'bot');
  const what = `${TASKS} tasks of 20 s, from done to edited`;
  const share = quantile(easel.samples, 0.5) / quantile(bot.samples, 0.5);
  return table(
    [what, 'p50', 'p99', 'longest', 'polls', 'p50 ratio'],
    [
      ['Easel', ...cells(easel.samples), String(easel.polls), ratio(ratios, what, share)],
      ['bare bot', ...cells(bot.samples), String(bot.polls), ''],
    ],
  );
};
