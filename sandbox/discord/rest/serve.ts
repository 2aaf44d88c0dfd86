import type { FastifyReply, FastifyRequest } from 'fastify';
import { DiscordFault, fault, invalidField, NotImplementedHere } from '../errors.ts';
import type { RecordedRequest } from '../records.ts';
import { readBody } from '../rules/problems.ts';
import { type Core, isSnowflake, recordFailure } from '../state/state.ts';
import { readRequest, type ReadRequest } from './body.ts';
import type { Faults, Strike } from './faults.ts';
import { type RateLimiter, tooManyRequests } from './limits.ts';
import type { OpenApi } from './open-api.ts';
import type { RestAnswer, RestRequest, Route } from './route.ts';

/** Keeps the newest requests, and counts those that Discord counts towards a ban. */
export class Recorder {
  readonly requests: RecordedRequest[] = [];
  invalidRequests = 0;
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  record(request: RecordedRequest, rateLimitScope: string | undefined): void {
    this.requests.push(request);
    if (this.requests.length > this.#core.options.recordLimit) this.requests.shift();
    const { status } = request;
    // A shared limit is no fault of the bot's: docs.discord.com/developers/topics/rate-limits#invalid-request-limit
    if ([401, 403].includes(status) || (status === 429 && rateLimitScope !== 'shared'))
      this.invalidRequests += 1;
    this.#core.events.emit('request', request);
  }
}

/** What every request passes through. */
export interface RestParts {
  core: Core;
  faults: Faults;
  limiter: RateLimiter;
  recorder: Recorder;
  openApi: OpenApi | undefined;
}

interface FullAnswer extends RestAnswer {
  headers?: Record<string, string>;
}

interface Passage {
  parts: RestParts;
  route: Route;
  request: FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, string> }>;
  read: ReadRequest;
  authenticated: boolean;
}

const API_PREFIX = /^\/api(\/v\d+)?/;
const MAY_BE_NO_ID = ['token', 'emoji'];

export const pathOf = (request: FastifyRequest): string => request.url.replace(API_PREFIX, '');

const isAuthenticated = ({ core }: RestParts, request: FastifyRequest): boolean =>
  request.headers.authorization === `Bot ${core.options.botToken}`;

const checkIds = (parameters: Record<string, string>): void => {
  for (const [name, value] of Object.entries(parameters)) {
    if (MAY_BE_NO_ID.includes(name) || value.startsWith('@') || isSnowflake(value)) continue;
    throw invalidField([`${name}_id`], 'NUMBER_TYPE_COERCE', `Value "${value}" is not snowflake.`);
  }
};

/** The document lists `@original` as a path of its own. */
const documentRoute = ({ route, request }: Passage): string =>
  request.params['message'] === '@original' ? route.path.replace(':message', '@original') : route.path;

const toRestRequest = (passage: Passage): RestRequest => {
  const { parts, request, read } = passage;
  return {
    core: parts.core,
    query: request.query,
    uploads: read.uploads,
    read: (schema) => {
      const body = readBody(schema, read.body);
      checkAgainstDocument(passage);
      return body;
    },
    parameter: (name) => {
      const value = request.params[name];
      if (value === undefined) throw new Error(`the route has no parameter ${name}`);
      return value;
    },
  };
};

/** Our rules let it through: where the document does not, one of the two is wrong. */
const checkAgainstDocument = (passage: Passage): void => {
  const { parts, route, request, read } = passage;
  const mismatch = parts.openApi?.checkRequest(route.method, documentRoute(passage), read.body);
  if (mismatch === undefined) return;
  recordFailure(parts.core, `the published document forbids it: ${mismatch}`, pathOf(request));
  throw invalidField([], 'BASE_TYPE_INVALID', mismatch);
};

const process = (passage: Passage): FullAnswer => {
  const { parts, route, request } = passage;
  if (route.access === 'bot' && !passage.authenticated) throw fault('unauthorized');
  const { headers, exceeded } = parts.limiter.decide(route, request.params, Date.now());
  if (exceeded) {
    const answer = tooManyRequests(exceeded);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }
  const handle = (): RestAnswer => {
    checkIds(request.params);
    return route.handle(toRestRequest(passage));
  };
  return { headers, ...guarded(parts, request, handle) };
};

const guarded = (parts: RestParts, request: FastifyRequest, work: () => FullAnswer): FullAnswer => {
  try {
    return work();
  } catch (error) {
    return answerTo(parts, request, error);
  }
};

export const answerTo = ({ core }: RestParts, request: FastifyRequest, error: unknown): FullAnswer => {
  const name = `${request.method} ${pathOf(request)}`;
  if (error instanceof DiscordFault) return { status: error.status, body: error.toBody() };
  if (error instanceof NotImplementedHere) {
    recordFailure(core, `not implemented: ${error.message}`, name);
    return { status: 501, body: { message: `This stand-in does not know it: ${error.message}`, code: 0 } };
  }
  recordFailure(
    core,
    `broken: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    name,
  );
  return { status: 500, body: { message: '500: Internal Server Error', code: 0 } };
};

const strikeFirst = async (strike: Strike | undefined, passage: Passage): Promise<FullAnswer | 'cut'> => {
  if (strike?.kind === 'refuse') return 'cut';
  if (strike?.kind === 'answer') return strike.answer;
  if (strike?.kind === 'wait') await strike.until();
  const answer = guarded(passage.parts, passage.request, () => process(passage));
  return strike?.kind === 'misreport' ? strike.answer : answer;
};

const checkAnswer = (passage: Passage, answer: FullAnswer): void => {
  const { parts, route, request } = passage;
  const mismatch = parts.openApi?.checkAnswer(
    route.method,
    documentRoute(passage),
    answer.status,
    answer.body,
  );
  if (mismatch !== undefined)
    recordFailure(parts.core, `our answer is not Discord's: ${mismatch}`, pathOf(request));
};

/** Writes a request down with its answer; without a route when it never got to one. */
export const record = (
  { core, recorder }: RestParts,
  request: FastifyRequest,
  answer: FullAnswer,
  about: Pick<RecordedRequest, 'route' | 'authenticated' | 'body' | 'files' | 'durationMs'>,
): void => {
  const { status, body = null, headers } = answer;
  const { method } = request;
  const head = { at: core.options.now(), method, path: pathOf(request), status, answer: body };
  recorder.record({ ...head, ...about, ...(headers && { headers }) }, headers?.['x-ratelimit-scope']);
};

const recordPassage = (passage: Passage, answer: FullAnswer, startedMs: number): void => {
  const { parts, request, read, authenticated, route } = passage;
  const files = read.uploads.map(({ filename, bytes }) => ({ name: filename, size: bytes.byteLength }));
  const durationMs = performance.now() - startedMs;
  record(parts, request, answer, { route: route.path, authenticated, body: read.body, files, durationMs });
};

/** Takes one request through faults, authentication, limits, its route, and the record. */
export const serve = async (
  parts: RestParts,
  route: Route,
  request: Passage['request'],
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const startedMs = performance.now();
  const strike = parts.faults.take({ method: request.method, route: route.path, path: pathOf(request) });
  const read = await readRequest(request, parts.core.options.maxRequestBytes).catch((error: unknown) =>
    answerTo(parts, request, error),
  );
  const passage: Passage = {
    parts,
    route,
    request,
    read: 'status' in read ? { body: undefined, uploads: [] } : read,
    authenticated: isAuthenticated(parts, request),
  };
  const answer = 'status' in read ? read : await strikeFirst(strike, passage);
  if (answer === 'cut' || strike?.kind === 'cut-off') {
    // Status 0: the client never saw one.
    recordPassage(passage, { status: 0, body: answer === 'cut' ? null : answer.body }, startedMs);
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  if (strike?.kind !== 'answer') checkAnswer(passage, answer);
  recordPassage(passage, answer, startedMs);
  void reply.code(answer.status).headers(answer.headers ?? {});
  return answer.body === undefined ? reply.send() : reply.send(answer.body);
};
