import { within, type Clock } from '../lib/clock.ts';
import type { Log } from '../services/operations/log.ts';

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
      log.error('a step of stopping takes too long, going on without it', { step: name, deadlineMs });
  } catch (error) {
    log.error('a step of stopping failed', { step: name, error });
  }
};
