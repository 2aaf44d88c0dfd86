import type { DeliveryServices, DiscordServices } from './discord.ts';
import type { HttpServer } from '../services/operations/http.ts';
import type { Lease } from '../services/storage/lease.ts';
import type { Storage } from '../services/storage/storage.ts';
import type { JobServices, Services } from './services.ts';
import { planStop, type StopPlan, type StopStep } from './stopping.ts';

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

/** The parts to stop. */
export interface Stoppable {
  lease: Pick<Lease, 'release'>;
  storage: Pick<Storage, 'close'>;
  services: Pick<Services, 'guilds' | 'imageApi'>;
  jobServices: Pick<JobServices, 'jobs'>;
  out: Pick<DeliveryServices, 'logChannel'>;
  discord: Pick<DiscordServices, 'gateway' | 'router' | 'reactions' | 'progress'>;
}

/** The next process may start once everything is written; what still was not is refused then. */
const leave = async ({ lease, storage }: Stoppable): Promise<void> => {
  await lease.release();
  await storage.close();
};

const step = (name: string, deadlineMs: number, run: () => unknown): StopStep => ({ name, deadlineMs, run });

/** The order of stopping: first inputs, then work in progress, last the store, to which all of them write. */
export const stopPlan = (
  opened: Stoppable | undefined,
  { starting, http }: { starting: () => Promise<unknown>; http: () => HttpServer | undefined },
): StopPlan => {
  const start = step('start', SHORT_MS, starting);
  const serving = step('http', ANSWERS_MS, () => http()?.stop());
  if (!opened) return planStop([[start], [serving]]);
  const { discord, out, services, jobServices } = opened;
  const { guilds, imageApi } = services;
  return planStop([
    [start],
    [
      step('gateway', CLOSE_MS, () => discord.gateway.stop()),
      step('progress', SHORT_MS, () => {
        discord.progress.stop();
      }),
    ],
    [
      serving,
      step('answers', ANSWERS_MS, () => discord.router.idle()),
      step('reactions', ANSWERS_MS, () => discord.reactions.stop()),
      step('jobs', JOBS_MS, () => jobServices.jobs.stopAll(SUBMISSION_TIMEOUT_MS)),
    ],
    [step('log channels', CLOSE_MS, () => out.logChannel.stop())],
    [step('image service', SHORT_MS, () => imageApi.close())],
    [step('keys', SHORT_MS, () => guilds.keys.idle()), step('usage', SHORT_MS, () => guilds.usage.idle())],
    [step('store', STORE_MS, () => leave(opened))],
  ]);
};
