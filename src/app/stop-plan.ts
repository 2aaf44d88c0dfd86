import type { HttpServer } from '../services/operations/http.ts';
import { planStop, type StopPlan, type StopStep } from './stopping.ts';
import type { Parts } from './wiring.ts';

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

/** The next process may start once everything is written; what still was not is refused then. */
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
  const { gateway, progress, router, reactions, jobs, logChannel, imageApi, usage } = parts;
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
      step('answers', ANSWERS_MS, () => router.idle()),
      step('reactions', ANSWERS_MS, () => reactions.stop()),
      step('jobs', JOBS_MS, () => jobs.stopAll(SUBMISSION_TIMEOUT_MS)),
    ],
    [step('log channels', CLOSE_MS, () => logChannel.stop())],
    [step('image service', SHORT_MS, () => imageApi.close())],
    [step('usage', SHORT_MS, () => usage.idle())],
    [step('store', STORE_MS, () => leave(parts))],
  ]);
};
