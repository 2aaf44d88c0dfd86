import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addPlaces, imagine, runLoad, watchFinished, type Answers } from './load.ts';
import type { Programs, ProgramName } from './programs.ts';
import { cells, milliseconds, quantile, ratio, type Ratios, table, timed } from './statistics.ts';
import { startTestEnvironment, temporaryFolder } from './test-environment.ts';

const SECONDS = 8;
/** A machine that others share stands still for a moment now and then: one turn's slowest hundredth is a matter of luck. */
const TURNS = 5;
const WARM_UP = 40;
const PEOPLE = 600;
/** Pictures come while people ask: deliveries and answers compete. */
const DURATIONS = { minMs: 1_500, maxMs: 3_000 };

/** As many as Easel makes in half a minute at 20 requests a second. */
const DISK_WRITES = 3_000;
const DISK_WRITE_BYTES = 16_384;
const DISK_PAUSE_MS = 2;

interface Case {
  perSecond: number;
  servers: number;
}
const CASES: readonly Case[] = [
  { perSecond: 20, servers: 100 },
  { perSecond: 50, servers: 100 },
  { perSecond: 200, servers: 100 },
  { perSecond: 200, servers: 1 },
];

interface Turn extends Answers {
  /** How many messages had their pictures when the last answer came. */
  finished: number;
}

const measureOnce = async (
  programs: Programs,
  name: ProgramName,
  { perSecond, servers }: Case,
): Promise<Turn> => {
  const world = await startTestEnvironment(
    { durations: { artgen: DURATIONS, gen: DURATIONS } },
    { ACCOUNT_REQUESTS_PER_SECOND: '500', ACCOUNT_CONCURRENCY: '50' },
  );
  const places = addPlaces(world.discord, { servers, people: PEOPLE });
  const program = await programs.start(name, world.env);
  const finished = watchFinished(world.discord);
  const ask = imagine(world.discord);
  await runLoad({ perSecond: 10, count: WARM_UP, places, ask });
  const answers = await runLoad({ perSecond, count: perSecond * SECONDS, places, ask });
  const turn = { ...answers, finished: finished() };
  await program.end('SIGKILL');
  await world.stop();
  return turn;
};

interface Summary {
  p50: number;
  p99: number;
  longest: number;
  deferred: number;
  unanswered: number;
  finished: number;
}

/** What its turns come to: the middle of their shares, the longest of all answers, and all that were deferred or unanswered. */
const summaryOf = (turns: readonly Turn[]): Summary => {
  const middle = (share: number): number =>
    quantile(
      turns.map(({ samples }) => quantile(samples, share)),
      0.5,
    );
  const sum = (what: 'deferred' | 'unanswered' | 'finished'): number =>
    turns.reduce((all, turn) => all + turn[what], 0);
  return {
    ...{ p50: middle(0.5), p99: middle(0.99) },
    longest: Math.max(...turns.flatMap(({ samples }) => samples)),
    ...{ deferred: sum('deferred'), unanswered: sum('unanswered'), finished: sum('finished') },
  };
};

/** Programs take turns. */
const measure = async <Name extends ProgramName>(
  programs: Programs,
  names: readonly Name[],
  one: Case,
): Promise<(name: Name) => Summary> => {
  const turns: { name: Name; answers: Turn }[] = [];
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const name of names) turns.push({ name, answers: await measureOnce(programs, name, one) });
  return (name) => summaryOf(turns.flatMap((turn) => (turn.name === name ? turn.answers : [])));
};

const rowOf = (what: string, who: string, summary: Summary, ratios: string[]): string[] => {
  const { p50, p99, longest, deferred, unanswered, finished } = summary;
  return [
    what,
    who,
    ...[p50, p99, longest].map(milliseconds),
    ...[deferred, unanswered, finished].map(String),
    ...ratios,
  ];
};
const HEAD = [
  '',
  'who',
  'p50',
  'p99',
  'longest',
  'deferred',
  'unanswered',
  'finished',
  'p50 ratio',
  'p99 ratio',
];
const TO_ANSWER = 'p99 to the bare answer';

/** An answer that never came is no duration: where Easel lost one, there is no ratio, which a comparison declines. */
const shareOf = (share: 'p50' | 'p99', own: Summary, floor: Summary): number =>
  own.unanswered === 0 ? own[share] / floor[share] : NaN;

const shares = (own: Summary, floor: Summary, ratios: Ratios, name: string): string[] =>
  (['p50', 'p99'] as const).map((share) => ratio(ratios, `${name}, ${share}`, shareOf(share, own, floor)));

/** How long the disk takes for a write that is durable: each answer waits for one, and a stall of the disk is no merit. */
const measureDisk = async (): Promise<number[]> => {
  const { folder, remove } = await temporaryFolder();
  const file = await open(join(folder, 'writes'), 'w');
  const samples: number[] = [];
  for (let write = 0; write < DISK_WRITES; write += 1) {
    samples.push(
      await timed(async () => {
        await file.write(Buffer.alloc(DISK_WRITE_BYTES), 0, DISK_WRITE_BYTES, 0);
        await file.datasync();
      }),
    );
    await delay(DISK_PAUSE_MS);
  }
  await file.close();
  await remove();
  return samples;
};

/** How long people wait for the first answer to `/imagine`, while pictures are delivered. */
export const benchAcknowledgement = async (programs: Programs, ratios: Ratios): Promise<string> => {
  const rows: string[][] = [];
  for (const one of CASES) {
    const what = `\`/imagine\`, ${one.perSecond} a second, ${one.servers} ${one.servers === 1 ? 'server' : 'servers'}`;
    const of = await measure(programs, ['easel', 'bot', 'answer'], one);
    const [easel, bot, answer] = [of('easel'), of('bot'), of('answer')];
    const toAnswer = ratio(ratios, `${what}, ${TO_ANSWER}`, shareOf('p99', easel, answer));
    rows.push(rowOf(what, 'Easel', easel, [...shares(easel, bot, ratios, what), toAnswer]));
    rows.push(rowOf('', 'bare bot', bot, []), rowOf('', 'bare answer', answer, []));
  }
  const disk = table(['', 'p50', 'p99', 'longest'], [['a durable write', ...cells(await measureDisk())]]);
  return `${table([...HEAD, TO_ANSWER], rows)}\n\n${disk}`;
};
