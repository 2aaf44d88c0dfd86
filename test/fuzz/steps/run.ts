import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { HANGS_AFTER_MS } from '../../../sandbox/wait.ts';
import { forgetBrokenUploads, READY } from '../../world/easel-program.ts';
import { startTestEnvironment, type TestEnvironment } from '../../world/world.ts';
import type { Draw } from '../draw.ts';
import type { StoreServer } from '../servers.ts';
import { faultsOf } from './books.ts';
import { newScene } from './scene.ts';
import { KINDS, startStepped, type Kind, type SteppedProgram } from './stepped-program.ts';
import { WAYS, type WayOptions } from './ways.ts';

/** For what comes by itself a while after: cards that are tried again, answers that were late. */
const BALANCES_WITHIN_MS = 20_000;
const BALANCE_EVERY_MS = 500;

export interface EveryStepOptions {
  file: string;
  preload: string;
  server: StoreServer;
  ways: string[];
  kinds: readonly Kind[];
  /** How many steps of each way and kind; all of them unless said. */
  points?: number;
  /** Only that step. */
  step?: number;
  draw: Draw;
  say: (line: string) => void;
}

interface Point {
  way: WayOptions;
  kind: Kind | 'nothing';
  step: number;
}

/** However long a process stood by before. */
const untilSaid = async (process: SteppedProgram, line: string): Promise<void> => {
  const givenUpAt = performance.now() + HANGS_AFTER_MS;
  while (!process.output().includes(line)) {
    if (process.isOver() || performance.now() > givenUpAt)
      throw new Error(`a process never said "${line}"\n${process.output()}${process.errors()}`);
    await delay(20);
  }
};

/** The processes of one store: one that works and, where the store can be shared, one that stands by. */
class Pair {
  readonly #launch: () => Promise<SteppedProgram>;
  readonly #hasStandby: boolean;
  readonly #all: SteppedProgram[] = [];
  holder!: SteppedProgram;
  #standby: SteppedProgram | undefined;

  constructor(launch: () => Promise<SteppedProgram>, hasStandby: boolean) {
    this.#launch = launch;
    this.#hasStandby = hasStandby;
  }

  async #start(): Promise<SteppedProgram> {
    const started = await this.#launch();
    this.#all.push(started);
    return started;
  }

  async start(): Promise<void> {
    this.holder = this.#standby ?? (await this.#start());
    await untilSaid(this.holder, READY);
    if (!this.#hasStandby) return;
    this.#standby = await this.#start();
    await untilSaid(this.#standby, 'standing by');
  }

  async kill(): Promise<void> {
    await Promise.all(this.#all.map((process) => process.end('SIGKILL')));
  }
}

interface Tried {
  steps: string[];
  faults: string[];
}

/** Steps at which something can go wrong: only what was done has an answer. */
const stepsFor = (kind: Kind, steps: readonly string[]): string[] =>
  steps.filter((step) => kind === 'kill' || step.startsWith('after '));

/** Has something go wrong at one step of a way, and balances the books of what came of it. */
const tryPoint = async (world: TestEnvironment, pair: Pair, tag: string, point: Point): Promise<Tried> => {
  const { way, kind, step } = point;
  const scene = newScene(world, tag, () => pair.holder);
  const before = (await pair.holder.openJobs()) ?? 0;
  const { go, again, faults: ownFaults } = await way.of(scene);
  const { holder } = pair;
  await holder.order(kind, step);
  const died = holder.exit.then(() => {
    scene.die();
  });
  let steps: string[] | undefined;
  try {
    await go();
    await scene.calm(before);
    if (kind === 'late' && stepsFor(kind, holder.steps()).length >= step)
      await scene.until(() => holder.steps().includes('late answer'));
    steps = holder.steps();
    await holder.cancel();
    // A kill that was on its way is seen by now.
    await scene.calm(before);
  } catch (error) {
    if (!holder.isOver()) throw error;
  }
  steps ??= holder.steps();
  if (holder.isOver()) {
    await died;
    scene.revive();
    await pair.start();
    await scene.calm(before);
  }
  await again?.();
  await scene.calm(before);
  const balance = async () => [
    ...(await faultsOf(scene, way, kind === 'nothing')),
    ...((await ownFaults?.()) ?? []),
  ];
  const givenUpAt = performance.now() + BALANCES_WITHIN_MS;
  let faults = await balance();
  while (faults.length > 0 && performance.now() < givenUpAt) {
    await delay(BALANCE_EVERY_MS);
    faults = await balance();
  }
  return { steps, faults };
};

/** So many steps, evenly, from a drawn one on. */
const chosenFrom = (count: number, { step, points = Infinity, draw }: EveryStepOptions): number[] => {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (step !== undefined) return [step];
  if (all.length <= points) return all;
  const offset = draw.whole(1_000) / 1_000;
  return Array.from(
    { length: points },
    (_, index) => all[Math.floor(((index + offset) * all.length) / points)] ?? 1,
  );
};

/** What came of a way: a line of the table. */
export interface Line {
  name: string;
  tried: Partial<Record<Kind, number>>;
  fellShort: string[];
}

const tryWay = async (
  name: string,
  options: EveryStepOptions,
  attempt: (point: Point) => Promise<Tried>,
): Promise<Line> => {
  const way = WAYS[name];
  if (!way) throw new RangeError(`there is no way ${name}`);
  const line: Line = { name, tried: {}, fellShort: [] };
  const fallShort = (told: string): void => {
    line.fellShort.push(told);
    options.say(`- ${told}`);
  };
  const tryOne = async (kind: Point['kind'], step: number): Promise<string[]> => {
    const { steps, faults } = await attempt({ way, kind, step });
    const where = kind === 'nothing' ? '' : ` (${stepsFor(kind, steps)[step - 1] ?? 'not reached'})`;
    for (const fault of faults) fallShort(`${name}, ${kind} at step ${step}${where}: ${fault}`);
    // Polls are not the same number each time.
    if (kind !== 'nothing' && stepsFor(kind, steps).length >= step)
      line.tried[kind] = (line.tried[kind] ?? 0) + 1;
    return steps;
  };
  const steps = await tryOne('nothing', 0);
  for (const kind of options.kinds)
    for (const step of chosenFrom(stepsFor(kind, steps).length, options)) await tryOne(kind, step);
  if (Object.keys(line.tried).length === 0) fallShort(`${name}: no step was tried`);
  return line;
};

/** Tries the steps of each way on one store. */
export const everyStep = async (options: EveryStepOptions): Promise<Line[]> => {
  const { server, say, ways } = options;
  const world = await startTestEnvironment({
    discord: { keepHistory: false, recordLimit: 10_000, sessionStarts: 1e6 },
    env: {
      STORE_URL: server.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ...{ SHARDS: '1', PARTS: '1' },
    },
  });
  const pair = new Pair(() => startStepped(world.env, world.folder, options), server.processes > 1);
  const lines: Line[] = [];
  let count = 0;
  try {
    await pair.start();
    for (const name of ways) {
      const line = await tryWay(name, options, (point) => {
        count += 1;
        return tryPoint(world, pair, `way${count}x`, point).catch((error: unknown) => ({
          steps: [],
          faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
        }));
      });
      lines.push(line);
      const tried = KINDS.flatMap((kind) =>
        line.tried[kind] === undefined ? [] : `${kind} ${line.tried[kind]}`,
      );
      say(`${name}: ${tried.join(', ')}; ${line.fellShort.length} fell short`);
    }
    return lines;
  } finally {
    await pair.kill();
    forgetBrokenUploads(world.discord);
    await world.stop();
  }
};
