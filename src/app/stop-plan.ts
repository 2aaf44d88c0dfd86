import type { DiscordService } from '../services/discord/index.ts';
import type { Guilds } from '../services/guilds/index.ts';
import type { ImageApiClient } from '../services/image-api/client.ts';
import type { AccountLimiter } from '../services/image-api/limiter.ts';
import type { Jobs } from '../services/jobs/jobs.ts';
import type { HttpServer } from '../services/operations/http.ts';
import type { Storage } from '../services/storage/store.ts';
import { planStop, type StopPlan } from './stopping.ts';

/** Of all the time that there is for stopping, submissions that have left get most to be answered. */
const SUBMISSION_PATIENCE_MS = 4_000;
/** What was not answered then is written down as unknown. */
const JOBS_MS = SUBMISSION_PATIENCE_MS + 1_000;
/** Discord waits no longer for an answer. */
const ANSWERS_MS = 3_000;
/** For what is over at once unless something is broken. */
const SHORT_MS = 250;
const GOODBYE_MS = 500;
const STORE_MS = 1_000;

/** What there is to be stopped. */
export interface Stoppable {
  discord: Pick<DiscordService, 'gateway' | 'router' | 'reactions' | 'logChannel' | 'progress'>;
  jobs: Pick<Jobs, 'stopAll'>;
  guilds: Pick<Guilds, 'stop'>;
  limiter: Pick<AccountLimiter, 'stop'>;
  imageApi: Pick<ImageApiClient, 'close'>;
  storage: Pick<Storage, 'close'>;
  /** The start, which has been told to give up. Never rejects. */
  starting: () => Promise<unknown>;
  http: () => HttpServer | undefined;
}

/** How Easel stops: what comes in first, then what is under way, and last the store, to which all of that writes. */
export const stopPlan = ({
  discord,
  jobs,
  guilds,
  limiter,
  imageApi,
  storage,
  starting,
  http,
}: Stoppable): StopPlan =>
  planStop([
    [{ name: 'start', run: starting, deadlineMs: SHORT_MS }],
    [
      { name: 'gateway', run: () => discord.gateway.stop(), deadlineMs: GOODBYE_MS },
      {
        name: 'progress',
        run: () => {
          discord.progress.stop();
        },
        deadlineMs: SHORT_MS,
      },
    ],
    [
      { name: 'http', run: () => http()?.stop(), deadlineMs: ANSWERS_MS },
      { name: 'answers', run: () => discord.router.idle(), deadlineMs: ANSWERS_MS },
      { name: 'reactions', run: () => discord.reactions.stop(), deadlineMs: ANSWERS_MS },
      { name: 'jobs', run: () => jobs.stopAll(SUBMISSION_PATIENCE_MS), deadlineMs: JOBS_MS },
    ],
    [{ name: 'log channels', run: () => discord.logChannel.stop(), deadlineMs: GOODBYE_MS }],
    [
      { name: 'limiter', run: () => limiter.stop(), deadlineMs: SHORT_MS },
      { name: 'image service', run: () => imageApi.close(), deadlineMs: SHORT_MS },
    ],
    [{ name: 'usage and keys', run: () => guilds.stop(), deadlineMs: SHORT_MS }],
    [{ name: 'store', run: () => storage.close(), deadlineMs: STORE_MS }],
  ]);
