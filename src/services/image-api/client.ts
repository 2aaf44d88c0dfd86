import { type Dispatcher, request } from 'undici';
import { withTimeLimit } from '../../lib/abort.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';
import { type Proxies, proxiesIn } from '../../lib/proxies.ts';
import { cut } from '../../lib/text.ts';
import { USER_AGENT } from '../../lib/version.ts';
import { createAgent, NotConnectedError } from '../network/agent.ts';
import { lookUpOwn } from '../network/lookup.ts';
import { NOT_COMPRESSED, readBody } from '../network/read-body.ts';
import { ImageApiError } from './errors.ts';
import { type ServiceResponse, parseJobStatusResponse, parseSubmitResponse } from './parse-response.ts';
import { FAMILIES, sentPromptOf, type Family, type Submission } from '../requests/families/index.ts';
import type { TaskSnapshot } from './wire.ts';
import { parseUrl } from '../../lib/url.ts';

export interface ImageApiClientOptions {
  /** Where the service is, without a slash at its end; may have a path, which comes before every operation's own. */
  baseUrl: string;
  limits?: Partial<typeof LIMITS>;
  /** Milliseconds since the epoch. */
  clock?: Pick<Clock, 'now'>;
  /** By default those of the environment. */
  proxies?: Proxies | undefined;
  /** Notes each answer: nothing that a person typed, and no key. */
  log?: { debug: (message: string, fields: Record<string, unknown>) => void };
}

/**
 * The most time for a whole call, the answer's last byte included, and for making a connection. A service may answer a submission
 * only after minutes. One that is given up is never sent again, so waiting costs nothing.
 */
const LIMITS = { submissionMs: 300_000, pollMs: 10_000, connectMs: 5_000 };
/** Further polls wait for one. */
const POLL_CONNECTIONS = 64;
/** Characters of an address that an operator reads. */
const REDIRECT_LENGTH = 200;
/**
 * The most bytes of an answer: to a submission, and for each task of a poll more. One task with the longest prompt, twice, and
 * every character of it escaped, is some 150 KB; usual ones are 2 KB. So work on an answer is over before it is noticed.
 */
export const ANSWER_BYTES = 256 * 1_024;
export const TASK_BYTES = 16 * 1_024;

interface Call {
  dispatcher: Dispatcher;
  apiKey: string;
  body: object;
  maxBytes: number;
  limitMs: number;
  /** What it means that no answer came to a request that left. */
  unanswered: 'unknown' | 'away';
  signal: AbortSignal | undefined;
}

/** The image service over HTTP. Nothing is repeated here: the caller decides. */
export class ImageApiClient {
  readonly #baseUrl: string;
  readonly #limits: typeof LIMITS;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: ImageApiClientOptions['log'];
  /** A connection for each: one that was kept may be closed by the server just when a submission leaves. */
  readonly #submissions: Dispatcher;
  readonly #polls: Dispatcher;

  constructor(options: ImageApiClientOptions) {
    const { baseUrl, limits, clock = systemClock, proxies = proxiesIn(process.env) } = options;
    this.#baseUrl = baseUrl;
    this.#limits = { ...LIMITS, ...limits };
    this.#clock = clock;
    this.#log = options.log;
    // One limit for the whole call replaces undici's two.
    const common = {
      connect: { timeout: this.#limits.connectMs, lookup: lookUpOwn },
      proxies,
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#submissions = createAgent({ ...common, pipelining: 0 });
    this.#polls = createAgent({ ...common, connections: POLL_CONNECTIONS });
  }

  /**
   * Submits one request body.
   * @returns the id of the task that the service made of it
   * @throws {ImageApiError} `busy` and `away` alone say that it may be sent again
   */
  async submit(apiKey: string, submission: Submission, signal?: AbortSignal): Promise<string> {
    const { family, body } = submission;
    const response = await this.#post(FAMILIES[family].submitPath, {
      dispatcher: this.#submissions,
      limitMs: this.#limits.submissionMs,
      maxBytes: ANSWER_BYTES,
      unanswered: 'unknown',
      apiKey,
      body: { ...body, prompt: sentPromptOf(submission) },
      signal,
    });
    return parseSubmitResponse(response, { apiKey, now: this.#clock.now() });
  }

  /**
   * Polls many tasks of one family.
   * @returns the results by task id; tasks that are absent or invalid in the answer are missing
   * @throws {ImageApiError} after which nothing is known about any of the tasks
   */
  async jobStatus(
    apiKey: string,
    family: Family,
    taskIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<Map<string, TaskSnapshot>> {
    const response = await this.#post(FAMILIES[family].statusPath, {
      dispatcher: this.#polls,
      limitMs: this.#limits.pollMs,
      maxBytes: ANSWER_BYTES + TASK_BYTES * taskIds.length,
      unanswered: 'away',
      body: { taskIds },
      apiKey,
      signal,
    });
    return parseJobStatusResponse(response, { apiKey, now: this.#clock.now() }, taskIds);
  }

  /** Cuts off what is under way. */
  async close(): Promise<void> {
    await Promise.all([this.#submissions.destroy(), this.#polls.destroy()]);
  }

  async #post(path: string, call: Call): Promise<ServiceResponse> {
    const startedAt = this.#clock.now();
    const note = (facts: Record<string, unknown>) =>
      this.#log?.debug('the image service answered', {
        path,
        durationMs: this.#clock.now() - startedAt,
        ...facts,
      });
    try {
      const response = await this.#request(path, call);
      const { status, redirectsTo, retryAfter } = response;
      note({ status, redirectsTo, retryAfter });
      return response;
    } catch (error) {
      note({ error });
      throw error;
    }
  }

  async #request(path: string, call: Call): Promise<ServiceResponse> {
    const { dispatcher, apiKey, maxBytes, limitMs, unanswered, signal } = call;
    const address = this.#baseUrl + path;
    // Anything else can't be put into a header, so no service can ever have given it out.
    if (!/^[\x20-\x7e]+$/.test(apiKey)) throw new ImageApiError('key');
    const post = async (limit: AbortSignal): Promise<ServiceResponse> => {
      const { statusCode, headers, body } = await request(address, {
        method: 'POST',
        headers: {
          'api-key': apiKey,
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': USER_AGENT,
          ...NOT_COMPRESSED,
        },
        body: JSON.stringify(call.body),
        signal: limit,
        dispatcher,
      });
      const [retryAfter] = [headers['retry-after']].flat();
      const [location] = [headers['location']].flat();
      // What an answer's status says holds even when its body breaks off.
      const text = await readBody(body, headers, maxBytes).then(
        (bytes) => bytes.toString(),
        (cause: unknown) => new Error('The answer broke off', { cause }),
      );
      return {
        status: statusCode,
        retryAfter,
        redirectsTo: targetOf(location, this.#baseUrl, path),
        body: text,
      };
    };
    try {
      return await withTimeLimit(limitMs, post, signal);
    } catch (error) {
      if (error instanceof NotConnectedError) throw new ImageApiError('away', {}, error.cause);
      throw new ImageApiError(unanswered, {}, error);
    }
  }
}

/** The base address to which an answer sends the client; without what may be a secret in it. */
const targetOf = (location: string | undefined, baseUrl: string, path: string): string | undefined => {
  const url = location === undefined ? undefined : parseUrl(location, baseUrl + path);
  if (url === undefined) return undefined;
  const { protocol, host, pathname } = url;
  const whole = `${protocol}//${host}${pathname}`;
  return cut(whole.endsWith(path) ? whole.slice(0, -path.length) : whole, REDIRECT_LENGTH);
};
