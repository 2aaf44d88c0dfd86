import { Pool } from 'undici';
import { InFlight } from '../../lib/in-flight.ts';
import { boundsFor, type AnswerBounds } from './answer-bounds.ts';
import { type Operation, RefusedKeyError } from './errors.ts';
import { type HttpOutcome, sendRequest } from './http-outcome.ts';
import { parseJobStatusResponse, parseSubmitResponse } from './parse-response.ts';
import type { Family, Submission, TaskSnapshot } from './wire.ts';

/** The image service as the rest of Easel sees it. Nothing is ever repeated in here: who calls decides. */
export interface ImageApi {
  /**
   * Submits one request body.
   * @returns the id of the task that the service made of it
   * @throws {ImageApiError} a class per cause; `isCertainlyNotTaken` tells which may be sent again
   */
  submit(apiKey: string, submission: Submission, signal?: AbortSignal): Promise<string>;
  /**
   * Polls many tasks of one family.
   * @returns the results by task id; tasks that are absent or invalid in the answer are missing
   * @throws {ImageApiError} after which nothing is known about any of the tasks
   */
  jobStatus(
    apiKey: string,
    family: Family,
    taskIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<Map<string, TaskSnapshot>>;
}

export interface ImageApiClientOptions {
  /** Where the service is; may have a path, which comes before every operation's own. */
  baseUrl: string;
  /** The most connections at a time; further calls wait for one. They bound the whole process. */
  connections?: number;
  /** The most time for a whole call, the wait for a connection and the answer's last byte included. */
  timeoutMs?: number;
  /** The most time for making a connection. */
  connectTimeoutMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Makes the connections; replaced to reach the service through a proxy, say. */
  createPool?: (origin: string, options: Pool.Options) => Pool;
}

const defaults = {
  connections: 64,
  timeoutMs: 30_000,
  connectTimeoutMs: 5_000,
  now: Date.now,
  createPool: (origin: string, options: Pool.Options) => new Pool(origin, options),
} as const satisfies Partial<ImageApiClientOptions>;

/**
 * How long an idle connection is kept, where the service doesn't say how long it does. Common servers close theirs after 5 s
 * (https://nodejs.org/api/http.html#serverkeepalivetimeout, https://www.uvicorn.org/settings/#timeouts). A submission that is on
 * its way just then has an unknown outcome.
 */
const KEEP_ALIVE_MS = 4_000;

const SUBMISSION_PATHS = {
  gen: '/gen/v1/generations',
  artgen: '/artgen/v1/submit-jobs',
} as const satisfies Record<Family, string>;

const JOB_STATUS_PATHS = {
  gen: '/gen/v1/job-status',
  artgen: '/artgen/v1/job-status',
} as const satisfies Record<Family, string>;

interface Call {
  operation: Operation;
  apiKey: string;
  path: string;
  body: object;
  bounds: AnswerBounds;
  signal: AbortSignal | undefined;
}

/** The image service over HTTP, on connections that are kept. */
export class ImageApiClient implements ImageApi {
  readonly #pool: Pool;
  readonly #pathPrefix: string;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  readonly #calls = new InFlight();
  #isClosed = false;

  /** @throws {TypeError} when `baseUrl` is no plain http(s) address */
  constructor(options: ImageApiClientOptions) {
    const settings = { ...defaults, ...options };
    const base = parseBaseUrl(settings.baseUrl);
    this.#pathPrefix = base.pathname.replace(/\/+$/, '');
    this.#timeoutMs = settings.timeoutMs;
    this.#now = settings.now;
    this.#pool = settings.createPool(base.origin, {
      connections: settings.connections,
      // One request at a time on a connection: a cut connection then costs the outcome of one call only.
      pipelining: 1,
      connect: { timeout: settings.connectTimeoutMs },
      keepAliveTimeout: KEEP_ALIVE_MS,
      // One limit for the whole call replaces undici's two.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async submit(apiKey: string, { family, body }: Submission, signal?: AbortSignal): Promise<string> {
    const path = SUBMISSION_PATHS[family];
    const bounds = boundsFor(0);
    const outcome = await this.#ask({ operation: 'submit', apiKey, path, body, bounds, signal });
    return parseSubmitResponse(outcome, { apiKey, bounds, now: this.#now() });
  }

  async jobStatus(
    apiKey: string,
    family: Family,
    taskIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<Map<string, TaskSnapshot>> {
    if (taskIds.length === 0) return new Map();
    const path = JOB_STATUS_PATHS[family];
    const bounds = boundsFor(taskIds.length);
    const body = { taskIds };
    const outcome = await this.#ask({ operation: 'job-status', apiKey, path, body, bounds, signal });
    const asked = new Set(taskIds);
    const tasks = parseJobStatusResponse(outcome, { apiKey, bounds, now: this.#now() }).filter(({ taskId }) =>
      asked.has(taskId),
    );
    return new Map(tasks.map((task) => [task.taskId, task]));
  }

  /** Takes no further calls, lets those under way end, then closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#calls.idle();
    // The pool's `close` would also wait for connections that are no longer needed.
    await this.#pool.destroy();
  }

  async #ask({ operation, apiKey, path, body, bounds, signal }: Call): Promise<HttpOutcome> {
    // Anything else can't be put into a header, so no service can ever have given it out.
    if (!/^[\x20-\x7e]+$/.test(apiKey)) throw new RefusedKeyError({ operation });
    if (this.#isClosed) return { kind: 'unanswered', sent: false, cause: new Error('The client is closed') };
    const call = sendRequest(this.#pool, {
      path: `${this.#pathPrefix}${path}`,
      headers: { 'api-key': apiKey, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: this.#timeoutMs,
      maxAnswerBytes: bounds.bytes,
      signal,
    });
    return this.#calls.track(call);
  }
}

const parseBaseUrl = (baseUrl: string): URL => {
  const parsed = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain = parsed !== undefined && /^https?:$/.test(parsed.protocol) && !/[?#]/.test(baseUrl);
  if (!isPlain || parsed.username !== '' || parsed.password !== '') {
    throw new TypeError(
      'Expected `baseUrl` to be an http(s) address without credentials, query and fragment',
    );
  }
  return parsed;
};
