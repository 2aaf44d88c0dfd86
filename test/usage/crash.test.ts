import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import type { JobFacts } from '../../src/services/usage/job-facts.ts';
import { Usage } from '../../src/services/usage/usage.ts';
import { sumOf } from '../../src/services/usage/summary.ts';
import {
  outcomeOf,
  parseTally,
  usedOf,
  uses,
  type Counts,
  type Tally,
} from '../../src/services/usage/tally.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { openStorage } from '../../src/services/storage/index.ts';
import { StorageClosedError, type Storage, type Store } from '../../src/services/storage/store.ts';
import { factsOf } from './facts.ts';

let folder: string;
let storage: Storage;
let store: Store<Tally>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-usage-'));
  storage = await openStorage(`sqlite://${folder}/usage.sqlite`, { onConnectionError: () => undefined });
  store = storage.open('usage', parseTally);
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

/** What can happen to a job, in its order, with the state that it is in then. */
const LIVES = {
  succeeds: ['waiting', 'submitting', 'running', 'succeeded'],
  fails: ['waiting', 'submitting', 'running', 'failed'],
  'times-out': ['waiting', 'submitting', 'running', 'timed-out'],
  'times-out-and-succeeds': ['waiting', 'submitting', 'running', 'timed-out', 'running', 'succeeded'],
  lost: ['waiting', 'submitting', 'unknown'],
  'no-quota': ['waiting', 'submitting', 'failed'],
  stopped: ['waiting', 'stopped'],
  'waits-again': ['waiting', 'submitting', 'waiting', 'submitting', 'running', 'succeeded'],
} as const;
type Life = keyof typeof LIVES;

/** A process that counts; `kill` ends it without a word, in the middle of whatever it writes. */
const startProcess = (open: ReadonlyMap<string, JobFacts>) => {
  let dead = false;
  const alive = <T>(work: () => Promise<T>) =>
    dead ? Promise.reject(new StorageClosedError('killed')) : work();
  const log = createLog({ level: 'silent' });
  const usage = new Usage({
    store: {
      ...store,
      get: (key) => alive(() => store.get(key)),
      getMany: (keys) => alive(() => store.getMany(keys)),
      setting: (key, value, lifetimeMs) => store.setting(key, value, lifetimeMs),
    },
    write: (change) => alive(() => storage.commit([change])),
    timeZoneOf: () => Promise.resolve('UTC'),
    clock: systemClock,
    log,
  });
  usage.takeUp([...open.values()]);
  return { usage, kill: () => (dead = true) };
};

let guilds = 0;

/** The jobs of one server, as the open set holds them, and everything that ever was. */
class Scene {
  readonly guildId = `guild${(guilds += 1)}`;
  readonly open = new Map<string, JobFacts>();
  readonly all = new Map<string, { facts: JobFacts; life: Life; step: number }>();
  process = startProcess(this.open);

  get owner() {
    return { id: this.guildId, guildId: this.guildId };
  }

  /** Takes a job one step further. `isTold` false: the process is killed after the job was stored and before anything else. */
  async step(jobId: string, life: Life, isTold: boolean): Promise<void> {
    const { usage } = this.process;
    const job = this.all.get(jobId) ?? { facts: this.#born(jobId), life, step: -1 };
    const state = LIVES[job.life][job.step + 1];
    if (state === undefined) {
      await this.#close(job.facts, isTold);
      return;
    }
    const failure = job.life === 'no-quota' ? { kind: 'quota' as const } : { kind: 'task-failed' as const };
    const { failure: _, ...facts } = { ...job.facts, state };
    const next = state === 'failed' ? { ...facts, failure } : facts;
    const isReopened = job.step >= 0 && !this.open.has(jobId);
    this.all.set(jobId, { facts: next, life: job.life, step: job.step + 1 });
    this.open.set(jobId, next);
    if (!isTold) this.crash();
    else if (state === 'waiting' && job.step < 0) usage.reserve(next);
    else if (state === 'running' && !isReopened) usage.reserve(next);
    else if (outcomeOf(next) !== undefined && state !== 'running') usage.record(next);
    else if (state === 'stopped') usage.record(next);
    if (state === 'timed-out') await this.#close(next, isTold);
  }

  crash(): void {
    this.process.kill();
    this.process = startProcess(this.open);
  }

  async #close(facts: JobFacts, isTold: boolean): Promise<void> {
    if (!this.open.has(facts.id)) return;
    const { usage } = this.process;
    await usage.settle(facts);
    this.open.delete(facts.id);
    if (isTold) usage.release(facts);
    else this.crash();
  }

  #born(jobId: string): JobFacts {
    return factsOf({ id: jobId, guildId: this.guildId, acceptedAt: Date.now() });
  }

  /** Today's counts, as somebody reads them. */
  async counts(): Promise<Counts> {
    const { usage } = this.process;
    const { label } = await usage.today(this.owner);
    return sumOf(await usage.days(this.owner, [label])).all;
  }

  /** How many places are used up, by what the jobs are. */
  get used(): number {
    return [...this.all.values()].filter(
      ({ facts }) => facts.state === 'waiting' || facts.state === 'submitting' || uses(outcomeOf(facts)),
    ).length;
  }
}

const steps = fc.array(
  fc.record({
    jobId: fc.constantFrom('a', 'b', 'c', 'd'),
    life: fc.constantFrom(...(Object.keys(LIVES) as Life[])),
    isTold: fc.boolean(),
    crash: fc.boolean(),
    isLookedAt: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

test('no count is ever off, whenever the process is killed', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const scene = new Scene();
      for (const { jobId, life, isTold, crash, isLookedAt } of list) {
        await scene.step(jobId, life, isTold);
        if (crash) scene.crash();
        if (isLookedAt) await scene.counts();
        const use = await scene.process.usage.use(scene.owner, 'person');
        expect(use).toMatchObject({ byPerson: scene.used, byOwner: scene.used });
      }
      for (const facts of scene.open.values()) await scene.process.usage.settle(facts);
      const all = await scene.counts();
      const waiting = [...scene.open.values()].filter(
        ({ state }) => state === 'waiting' || state === 'submitting',
      );
      expect(usedOf(all)).toBe(scene.used - waiting.length);
    }),
    { numRuns: 150 },
  );
}, 60_000);

test('a job that runs is in what people read, and counted once it has ended', async () => {
  const scene = new Scene();
  for (let step = 0; step < 3; step += 1) await scene.step('a', 'succeeds', true);
  await scene.process.usage.flush();
  const { label } = await scene.process.usage.today(scene.owner);
  expect(await store.get(`${scene.guildId} ${label}`)).toBeUndefined();
  expect(await scene.process.usage.use(scene.owner, 'person')).toMatchObject({ byPerson: 1, byOwner: 1 });
  expect(await scene.counts()).toEqual({ running: 1 });
  expect(await store.get(`${scene.guildId} ${label}`)).toBeUndefined();
  await scene.step('a', 'succeeds', true);
  expect(await scene.counts()).toEqual({ succeeded: 1 });
  expect(await scene.process.usage.use(scene.owner, 'person')).toMatchObject({ byPerson: 1, byOwner: 1 });
});
