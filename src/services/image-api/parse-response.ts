import { AnswerTooLargeError, hasFewValues, type AnswerBounds } from './answer-bounds.ts';
import {
  type ImageApiError,
  type ImageApiErrorFacts,
  type Operation,
  BadRequestError,
  OutcomeUnknownError,
  OversizedAnswerError,
  QuotaError,
  RateLimitedError,
  RefusedKeyError,
  UnavailableError,
  WrongAddressError,
} from './errors.ts';
import type { Answered, HttpOutcome } from './http-outcome.ts';
import { parseRetryAfter } from './retry.ts';
import { hideKey } from './secrecy.ts';
import {
  type Refusal,
  type TaskSnapshot,
  readJobStatusAnswer,
  readRefusal,
  readSubmissionAnswer,
} from './wire.ts';

const CODE_QUOTA_NOT_ENOUGH = 1001;

// How the service words a refused key is not documented, only that the header is called API-KEY.
const SPEAKS_OF_THE_KEY =
  /\bapi[\s_-]?key\b|\b(invalid|missing|wrong|unknown|expired|no) key\b|\bkey (is )?(invalid|missing|wrong|unknown|expired)\b|\bunauthori[sz]ed\b/i;

interface ReadAnswer extends Answered {
  /** The body as JSON; `undefined` when it isn't JSON. */
  json: unknown;
}

/** The context for parsing a response. */
interface ResponseContext {
  /** The key that was sent: it is kept out of everything that an error carries. */
  apiKey: string;
  /** The maximum size of the answer. */
  bounds: AnswerBounds;
  /** Milliseconds since the epoch, for a `Retry-After` that is a date. */
  now: number;
}

interface ParsedResponse {
  answer: ReadAnswer;
  refusal: Refusal | undefined;
  facts: ImageApiErrorFacts;
  retryAfterMs: number | undefined;
}

/**
 * Parses the outcome of a submission.
 * @returns the id of the new task
 * @throws {ImageApiError} UnavailableError and RateLimitedError only when the service certainly did not accept
 * the request; OutcomeUnknownError whenever it may have
 */
export const parseSubmitResponse = (outcome: HttpOutcome, context: ResponseContext): string => {
  const operation = 'submit';
  if (outcome.kind === 'unanswered') {
    const facts = { operation, cause: outcome.cause } as const;
    throw outcome.sent ? new OutcomeUnknownError(facts) : new UnavailableError(facts);
  }
  const parsed = read(operation, outcome, context);
  const { answer, facts, retryAfterMs } = parsed;
  const refused = refusalOfAnyCall(parsed);
  if (refused !== undefined) throw refused;
  if (answer.status === 503 && retryAfterMs !== undefined)
    throw new UnavailableError({ ...facts, retryAfterMs });
  if (isKeyRefused(facts)) throw new RefusedKeyError(facts);
  if (answer.status === 404 || isRedirect(answer.status)) throw new WrongAddressError(facts);
  // A proxy's 408 may follow a request that the service took.
  if (answer.status === 408) throw new OutcomeUnknownError(facts);
  if (answer.status >= 400 && answer.status < 500) throw new BadRequestError(facts);
  // Another redirect or a 5xx may have come after the task was made.
  if (!isSuccess(answer.status)) throw new OutcomeUnknownError(facts);
  const said = readSubmissionAnswer(answer.json, parsed.refusal);
  if (said.kind === 'refused') throw new BadRequestError(facts);
  if (said.kind === 'unreadable') throw new OutcomeUnknownError(facts);
  return said.taskId;
};

/**
 * Parses the outcome of a poll.
 * @returns the tasks in the answer; absent or invalid ones are missing
 * @throws {ImageApiError} after which nothing is known about any task
 */
export const parseJobStatusResponse = (outcome: HttpOutcome, context: ResponseContext): TaskSnapshot[] => {
  const operation = 'job-status';
  if (outcome.kind === 'unanswered') {
    throw new UnavailableError({ operation, cause: outcome.cause });
  }
  const parsed = read(operation, outcome, context);
  const { answer, facts, retryAfterMs } = parsed;
  const refused = refusalOfAnyCall(parsed);
  if (refused !== undefined) throw refused;
  if (isKeyRefused(facts)) throw new RefusedKeyError(facts);
  // 408: the service waited in vain for our request, https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9
  const isLate = answer.status >= 500 || answer.status === 408;
  if (isSuccess(answer.status) && answer.cause instanceof AnswerTooLargeError)
    throw new OversizedAnswerError(facts);
  const isBrokenOff = isSuccess(answer.status) && answer.text === undefined;
  if (answer.status === 404 || isRedirect(answer.status)) throw new WrongAddressError(facts);
  if (isLate || isBrokenOff) throw new UnavailableError({ ...facts, retryAfterMs });
  if (answer.status >= 400) throw new BadRequestError(facts);
  if (!isSuccess(answer.status)) throw new OutcomeUnknownError(facts);
  const said = readJobStatusAnswer(answer.json, parsed.refusal);
  if (said.kind === 'refused') throw new BadRequestError(facts);
  if (said.kind === 'unreadable') throw new OutcomeUnknownError(facts);
  return said.tasks;
};

/** Those that ask for the same request at another address: https://www.rfc-editor.org/rfc/rfc9110#section-15.4 */
const isRedirect = (status: number): boolean => [301, 302, 307, 308].includes(status);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const read = (operation: Operation, answered: Answered, context: ResponseContext): ParsedResponse => {
  const { apiKey, now } = context;
  const answer = parseJson(answered, context);
  const refusal = readRefusal(answer.json);
  return {
    ...{ answer, refusal },
    facts: {
      operation,
      status: answer.status,
      code: refusal?.code,
      serviceMessage: hideKey(refusal?.message, apiKey),
      cause: answer.cause,
    },
    retryAfterMs: parseRetryAfter(answer.retryAfter, now),
  };
};

/** Whatever the answer repeats of the key is masked: some of its words reach people and stores. */
const parseJson = (answered: Answered, { apiKey, bounds }: ResponseContext): ReadAnswer => {
  if (answered.text === undefined) return { ...answered, json: undefined };
  if (!hasFewValues(answered.text, bounds.values)) {
    const cause = new AnswerTooLargeError(`The answer has more than ${bounds.values} values`);
    return { ...answered, json: undefined, cause };
  }
  try {
    // Most answers repeat nothing of the key, not even in some other spelling of its characters.
    if (!answered.text.includes('\\') && !answered.text.includes(apiKey))
      return { ...answered, json: JSON.parse(answered.text) };
    const hide = (_name: string, value: unknown): unknown =>
      typeof value === 'string' ? hideKey(value, apiKey) : value;
    return { ...answered, json: JSON.parse(answered.text, hide) };
  } catch {
    // The parser's own error quotes the text, and so perhaps a prompt or a piece of the key.
    return { ...answered, json: undefined, cause: new Error('The answer is no JSON') };
  }
};

/** The refusals that mean the same for both operations and win over everything else that the answer says. */
const refusalOfAnyCall = ({ answer, facts, retryAfterMs }: ParsedResponse): ImageApiError | undefined => {
  if (facts.code === CODE_QUOTA_NOT_ENOUGH) return new QuotaError(facts);
  // Before the key is considered: "too many requests for this API key" says nothing against the key.
  if (answer.status === 429) return new RateLimitedError({ ...facts, retryAfterMs });
  return undefined;
};

const isKeyRefused = ({ status, serviceMessage }: ImageApiErrorFacts): boolean =>
  status === 401 || status === 403 || SPEAKS_OF_THE_KEY.test(serviceMessage ?? '');
