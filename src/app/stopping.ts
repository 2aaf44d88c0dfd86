import { within, type Clock } from '../lib/clock.ts';
import type { HttpServer } from '../services/operations/http.ts';
import type { Log } from '../services/operations/log.ts';
import type { Parts } from './wiring.ts';

/** One thing that has to happen when Easel stops. */
export interface StopStep {
  /** Stands in the log when it fails or is late. */
  name: string;
  run: () => unknown;
  /** The next step is not kept waiting any longer. */
  deadlineMs: number;
}

/** Stages of steps: one stage runs after the other, the steps of a stage at once. */
export type StopPlan = readonly (readonly StopStep[])[];

/**
 * A signal ends the process within 10 s even if every step hangs. The rest is for an SQLite statement that waits for another
 * program: the process can't end before it returns, which takes up to 2 s.
 */
export const STOP_BUDGET_MS = 7_750;

/** @throws RangeError when the stages together would take longer than there is time. */
export const planStop = (stages: StopPlan): StopPlan => {
  const longest = stages.map((stage) => Math.max(0, ...stage.map(({ deadlineMs }) => deadlineMs)));
  const totalMs = longest.reduce((sum, stageMs) => sum + stageMs, 0);
  if (totalMs > STOP_BUDGET_MS) throw new RangeError(`Stopping would take ${totalMs} ms`);
  return stages;
};

/** Does every step. One that fails or is late is logged, and keeps no other from its turn. Never throws. */
export const stopInOrder = async (
  plan: StopPlan,
  options: { clock: Pick<Clock, 'sleep'>; log: Log },
): Promise<void> => {
  const began = performance.now();
  options.log.info('stopping');
  for (const stage of plan) await Promise.all(stage.map((step) => doStep(step, options)));
  options.log.info(`stopped in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
};

const doStep = async (
  { name, run, deadlineMs }: StopStep,
  { clock, log }: Parameters<typeof stopInOrder>[1],
): Promise<void> => {
  try {
    const done = Promise.resolve()
      .then(run)
      .then(() => true);
    if (!(await within(deadlineMs, done, clock)))
      log.warn('a step of stopping takes too long, going on without it', { step: name, deadlineMs });
  } catch (error) {
    log.error('a step of stopping failed', { step: name, error });
  }
};

/** Of all the time that there is for stopping, submissions that have left get most to be answered. */
const SUBMISSION_TIMEOUT_MS = 4_000;
/** Submissions without an answer by then are stored as unknown. */
const JOBS_MS = SUBMISSION_TIMEOUT_MS + 1_000;
/** Discord doesn't wait longer for an answer. */
const ANSWERS_MS = 3_000;
/** For steps that finish immediately unless something is broken. */
const SHORT_MS = 250;
const CLOSE_MS = 500;
const STORE_MS = 1_000;

/** The next process may start once everything is written. Later writes are refused. */
const leave = async ({ lease, storage }: Parts): Promise<void> => {
  await lease.release();
  await storage.close();
};

const step = (name: string, deadlineMs: number, run: () => unknown): StopStep => ({ name, deadlineMs, run });

/** The order of stopping: first inputs, then work in progress, last the store, to which all of them write. */
export const stopPlan = (
  parts: Parts | undefined,
  { starting, http }: { starting: () => Promise<unknown>; http: () => HttpServer | undefined },
): StopPlan => {
  const start = step('start', SHORT_MS, starting);
  const serving = step('http', ANSWERS_MS, () => http()?.stop());
  if (!parts) return planStop([[start], [serving]]);
  const { gateway, progress, router, reactions, jobs, logChannel, takedowns, imageApi } = parts;
  return planStop([
    [start],
    [
      step('gateway', CLOSE_MS, () => gateway.stop()),
      step('progress', SHORT_MS, () => {
        progress.stop();
      }),
    ],
    [
      serving,
      // Also cards that have to say that their requests couldn't be stored.
      step('answers', JOBS_MS, () => router.idle()),
      step('reactions', ANSWERS_MS, () => reactions.stop()),
      step('jobs', JOBS_MS, () => jobs.stopAll(SUBMISSION_TIMEOUT_MS)),
    ],
    [step('log channels', CLOSE_MS, () => Promise.all([logChannel.stop(), takedowns.stop()]))],
    [step('image service', SHORT_MS, () => imageApi.close())],
    [step('store', STORE_MS, () => leave(parts))],
  ]);
};
