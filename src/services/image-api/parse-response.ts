import { isPassing, isUnclear } from '../../lib/http-status.ts';
import { type FailureFacts, type FailureKind, ImageApiError } from './errors.ts';
import { namesTask, readRefusal, readTaskId, readTasks, type Refusal, type TaskSnapshot } from './wire.ts';

/** An answer, as it came. */
export interface ServiceResponse {
  status: number;
  retryAfterMs: number | undefined;
  /** The base address to which a redirect leads. */
  redirectsTo?: string | undefined;
  /** The whole body, or the error that broke it off. */
  body: string | Error;
}

/** The context for parsing a response. */
export interface ResponseContext {
  /** The key that was sent: it is kept out of everything that is read. */
  apiKey: string;
}

const CODE_QUOTA_NOT_ENOUGH = 1001;
const PAYMENT_REQUIRED = 402;
const CONTENT_TOO_LARGE = 413;

// How the service words a refused key is not documented, only that the header is called API-KEY.
const SPEAKS_OF_THE_KEY =
  /\bapi[\s_-]?key\b|\b(invalid|missing|wrong|unknown|expired|no) key\b|\bkey (is )?(invalid|missing|wrong|unknown|expired)\b|\bunauthori[sz]ed\b/i;

/** Those that ask for the same request at another address: https://www.rfc-editor.org/rfc/rfc9110#section-15.4 */
// A 302 or 303 is also how a service sends a client on after it took a request.
const REDIRECTS: readonly number[] = [301, 307, 308];

/** A shorter key would be found in ordinary words, in task ids and in addresses, which have to stay whole. */
const MIN_MASKED_LENGTH = 8;

/**
 * The most values in an answer, and for each task of a poll: a whole one has about 60. What is made of many small ones would
 * take far longer than its bytes tell.
 */
const ANSWER_VALUES = 2_000;
const TASK_VALUES = 500;

/**
 * Parses the answer to a submission.
 * @returns the id of the new task
 * @throws {ImageApiError}
 */
export const parseSubmitResponse = (response: ServiceResponse, context: ResponseContext): string => {
  const answer = readResponse(response, context, ANSWER_VALUES);
  const { json, refusal, facts, cause } = answer;
  const kind = failureKindOf(answer, 'unknown');
  const taskId = readTaskId(json);
  if (kind === undefined && taskId !== undefined && !refusal) return taskId;
  // An answer that refuses and yet names a task contradicts itself: the task may exist and be paid for.
  const { body } = response;
  const mayName = typeof body === 'string' && namesTask(body);
  const isCertain = (kind !== undefined || refusal !== undefined) && !mayName;
  throw new ImageApiError(isCertain ? (kind ?? 'declined') : 'unknown', facts, cause);
};

/**
 * Parses the answer to a poll.
 * @param taskIds what was asked for
 * @returns the tasks in the answer; absent or invalid ones are missing
 * @throws {ImageApiError} after which nothing is known about any task
 */
export const parseJobStatusResponse = (
  response: ServiceResponse,
  context: ResponseContext,
  taskIds: readonly string[],
): Map<string, TaskSnapshot> => {
  const answer = readResponse(response, context, ANSWER_VALUES + TASK_VALUES * taskIds.length);
  const { json, refusal, facts, cause } = answer;
  const kind = failureKindOf(answer, 'away') ?? (response.body instanceof Error ? 'away' : undefined);
  if (kind !== undefined) throw new ImageApiError(kind, facts, cause);
  const tasks = readTasks(json, taskIds);
  if (tasks && !refusal) return tasks;
  throw new ImageApiError(refusal ? 'declined' : 'unknown', facts, cause);
};

/** What an answer proves that is no success. `unclear`: what it means that the service, or a proxy before it, failed. */
const failureKindOf = (
  { facts, json, refusal, isPage }: ReadAnswer,
  unclear: FailureKind,
): FailureKind | undefined => {
  const { status, code, serviceMessage = '', retryAfterMs } = facts;
  if (code === CODE_QUOTA_NOT_ENOUGH || status === PAYMENT_REQUIRED) return 'quota';
  // Before the key is considered: "too many requests for this API key" says nothing against the key.
  // A proxy that waited in vain says Retry-After too, on a page of its own (`vcl_backend_error` of https://varnish-cache.org/docs).
  if (isPassing(status) || (status === 503 && retryAfterMs !== undefined && json !== undefined))
    return 'busy';
  // Before all words in it: a proxy's 408 may follow a request that the service took, and an error may come after it.
  if (isUnclear(status)) return unclear;
  if (status === 401 || status === 403) return isPage ? 'blocked' : 'key';
  if (SPEAKS_OF_THE_KEY.test(serviceMessage)) return 'key';
  if (status === 404 || REDIRECTS.includes(status)) return 'wrong-address';
  // A proxy before the service has words of its own for what is too long.
  if (status >= 400)
    return refusal?.isWhole === true || status === CONTENT_TOO_LARGE ? 'declined' : 'wrong-address';
  return status >= 300 ? 'unknown' : undefined;
};

interface ReadAnswer {
  /** The body; `undefined` when it couldn't be read, and `cause` says why. */
  json: unknown;
  cause?: unknown;
  refusal: Refusal | undefined;
  /** A web page, which no operation answers with. */
  isPage: boolean;
  facts: FailureFacts & { status: number };
}

const readResponse = (
  { status, retryAfterMs, redirectsTo, body }: ServiceResponse,
  { apiKey }: ResponseContext,
  maxValues: number,
): ReadAnswer => {
  const isBroken = body instanceof Error;
  const { json, cause } = isBroken ? { json: undefined, cause: body } : parseJson(body, apiKey, maxValues);
  const refusal = readRefusal(json, status);
  const facts = { status, code: refusal?.code, serviceMessage: refusal?.message, redirectsTo, retryAfterMs };
  return { json, cause, refusal, isPage: !isBroken && /^\s*</.test(body), facts };
};

const [QUOTE, ESCAPE, COMMA, LIST, OBJECT] = ['"', '\\', ',', '[', '{'].map((sign) => sign.charCodeAt(0));

/** Whether a JSON text has at most that many values: a look at each character at most, without making anything. */
const isWithin = (text: string, maxValues: number): boolean => {
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COMMA || sign === LIST || sign === OBJECT) values += 1;
    if (values > maxValues) return false;
    if (sign !== QUOTE) continue;
    at += 1;
    for (let inside = text.charCodeAt(at); inside !== QUOTE && at < text.length; inside = text.charCodeAt(at))
      at += inside === ESCAPE ? 2 : 1;
  }
  return true;
};

/** Masks the key where the answer repeats it: some of its words reach people and the store. */
const parseJson = (text: string, apiKey: string, maxValues: number): Pick<ReadAnswer, 'json' | 'cause'> => {
  if (!isWithin(text, maxValues))
    return { json: undefined, cause: new Error(`More than ${maxValues} values`) };
  const isMasked = apiKey.length >= MIN_MASKED_LENGTH;
  const mask = (_name: string, value: unknown): unknown =>
    isMasked && typeof value === 'string' ? value.replaceAll(apiKey, '***') : value;
  try {
    return { json: JSON.parse(text, mask) };
  } catch {
    // The parser's own error quotes the text, and so perhaps a prompt or a piece of the key.
    return { json: undefined, cause: new Error('The answer is no JSON') };
  }
};
