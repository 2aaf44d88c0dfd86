import { setTimeout as delay } from 'node:timers/promises';
import { ClientRefusal } from '../../sandbox/discord/errors.ts';
import { startTestEnvironment, type TestEnvironment } from '../world/world.ts';
import { drawFrom } from './draw.ts';
import type { EaselProcess } from './easel-process.ts';
import { startHostileService } from './hostile-service.ts';
import { cardsOf, checkCards } from './card-checks.ts';
import { drawMove, type Move } from './moves.ts';
import { play, type Stage } from './play.ts';
import { drawRows, writeRows, type Row } from './rows.ts';

const MOVES = 60;
const BETWEEN_MOVES_MS = 40;
/** How far time moves, for the stand-ins and Easel alike, between two looks at whether all is done. */
const STEP_MS = 15_000;
/** What is not done within the longest deadline is waiting for something that takes hours. */
const LONG_STEP_MS = 180_000;
const LONG_STEPS_AFTER_MS = 20 * 60_000;
const CHECK_INTERVAL_MS = 150;
/** All that may be waited for, in that time: an hour of patience, six of a service that is away, and more. */
const SETTLES_WITHIN_MS = 8 * 3_600_000;
/** Far more than it takes, and a sign that something grows without end. */
const MEMORY_BYTES = 700 * 2 ** 20;

const OPEN_JOBS = /^easel_open_jobs\{state="([a-z-]+)",family="[a-z]+"\} (\d+)$/gm;
const UNDER_WAY = new Set(['waiting', 'submitting', 'running']);

/** What one episode was, and what was wrong with it. */
export interface Story {
  requests: number;
  taken: number;
  faults: string[];
  transcript: string;
}

/** How many jobs are open, by Easel's own word; undefined when it can't be asked at this moment. */
const openJobs = async (easel: EaselProcess): Promise<{ underWay: number; ended: number } | undefined> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${easel.httpPort()}/metrics`);
    const counts = { underWay: 0, ended: 0 };
    for (const [, state = '', count] of (await answer.text()).matchAll(OPEN_JOBS))
      counts[UNDER_WAY.has(state) ? 'underWay' : 'ended'] += Number(count);
    return counts;
  } catch {
    // It closes connections that rest, just when one is used again.
    return undefined;
  }
};

/** Lets time pass until Easel has nothing more to do. False when it never comes to an end. */
const settle = async (easel: EaselProcess, { clock }: TestEnvironment): Promise<boolean> => {
  for (let passed = 0; passed < SETTLES_WITHIN_MS;) {
    await delay(CHECK_INTERVAL_MS);
    const open = await openJobs(easel);
    // What ended and stays open by then waits for a person's click: a private card can be reached in no other way.
    const mayWait = passed >= LONG_STEPS_AFTER_MS;
    if (open?.underWay === 0 && (open.ended === 0 || mayWait)) return true;
    const step = mayWait ? LONG_STEP_MS : STEP_MS;
    clock.advance(step);
    await easel.advance(step);
    passed += step;
  }
  return false;
};

/** Discord's answers that say a card is gone, refused or out of reach: there is nothing to show on it then. */
const liesAboutCards = (move: Move): boolean =>
  move.kind === 'rest' && move.trouble.kind === 'answer' && move.trouble.status < 500;

/** What will happen in one episode. It depends on the seed alone. */
export interface Episode {
  /** What stands in the store before Easel starts. */
  rows: Row[];
  moves: Move[];
}

/** The episode of a seed. */
export const drawEpisode = (seed: number): Episode => {
  const draw = drawFrom(seed);
  const rows = draw.chance(0.3) ? drawRows(draw) : [];
  return { rows, moves: Array.from({ length: MOVES }, (_, number) => drawMove(draw, number)) };
};

/** An Easel with everything around it that is hostile to it. */
const setStage = async (easel: EaselProcess) => {
  const testEnvironment = await startTestEnvironment();
  const requests: Stage['requests'] = new Map();
  const service = await startHostileService(testEnvironment.service.url, requests);
  const variables = { ...testEnvironment.env, IMAGE_API_URL: service.url };
  const restart = async () => {
    await easel.close();
    await easel.open(variables);
  };
  const stage: Stage = { discord: testEnvironment.discord, requests, answers: new Map(), restart };
  return { stage, service, testEnvironment, variables };
};
type Setting = Awaited<ReturnType<typeof setStage>>;

/** Starts Easel on what stands in its store, makes the moves, and lets everything come to its end. */
const perform = async (
  easel: EaselProcess,
  { rows, moves }: Episode,
  { stage, service, testEnvironment, variables }: Setting,
): Promise<string[]> => {
  const faults: string[] = [];
  await easel.open(variables);
  if (rows.length > 0) {
    await easel.close();
    await writeRows(`${testEnvironment.folder}/easel.sqlite`, rows, stage.discord.world);
    await easel.open(variables);
  }
  const waiting: Promise<unknown>[] = [];
  for (const move of moves) {
    const note = noteFault(faults, move);
    await play(stage, move, (answered) => waiting.push(answered.catch(note))).catch(note);
    await delay(BETWEEN_MOVES_MS);
  }
  // Who is not answered learns it after three seconds.
  await Promise.all(waiting);
  stage.discord.faults.clear();
  if (!(await settle(easel, testEnvironment))) faults.push('jobs never come to an end');
  const cards = cardsOf(stage.discord, stage.answers);
  faults.push(
    ...checkCards(stage.requests, service, cards, {
      forgiving: moves.some(liesAboutCards),
      restarted: moves.some(({ kind }) => kind === 'restart'),
    }),
  );
  return faults;
};

/** Plays an episode on an Easel of its own, and looks for everything that must not be. */
export const playEpisode = async (easel: EaselProcess, episode: Episode): Promise<Story> => {
  const setting = await setStage(easel);
  const { stage, service, testEnvironment } = setting;
  const { discord, requests } = stage;
  const said = (error: unknown) => [String(error instanceof Error ? error.stack : error).slice(0, 3_000)];
  const faults = await perform(easel, episode, setting).catch(said);
  faults.push(...(await easel.close().then(() => [], said)));
  faults.push(
    ...discord.failures.splice(0).map(({ what, request }) => `${request ?? ''} ${what}`.slice(0, 1_500)),
  );
  faults.push(...easel.faults.splice(0));
  if (easel.peakBytes() > MEMORY_BYTES) faults.push(`memory: ${Math.round(easel.peakBytes() / 2 ** 20)} MB`);
  const transcript = `${discord.transcript(40)}\n${easel.log.join('')}`;
  const taken = [...service.records.values()].reduce((sum, record) => sum + record.taken, 0);
  await Promise.all([service.stop(), testEnvironment.stop()]);
  return { requests: requests.size, taken, faults, transcript };
};

/** A person's client refuses what makes no sense to it: that is no fault. */
const noteFault =
  (faults: string[], move: Move) =>
  (error: unknown): void => {
    if (error instanceof ClientRefusal) return;
    faults.push(`${move.kind}: ${String(error instanceof Error ? error.stack : error).slice(0, 1_000)}`);
  };
