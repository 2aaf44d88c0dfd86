import type { Dispatcher, Pool } from 'undici';
import { ByteCollector } from '../network/byte-collector.ts';
import { AnswerTooLargeError } from './answer-bounds.ts';

/** One POST: where, with what, and for how long at most, from the first try to connect to the last byte of the answer. */
export interface HttpRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** An answer that is larger is cut off. */
  maxAnswerBytes: number;
  signal?: AbortSignal | undefined;
}

/** The service answered: at least the status line and the headers arrived. */
export interface Answered {
  kind: 'answered';
  status: number;
  retryAfter: string | undefined;
  /** The whole body; `undefined` when it broke off, came too late or was too large. */
  text: string | undefined;
  /** Why there is no text. */
  cause?: unknown;
}

/** No answer came. */
interface Unanswered {
  kind: 'unanswered';
  /** False when it is certain that not one byte of the request left. */
  sent: boolean;
  cause: unknown;
}

export type HttpOutcome = Answered | Unanswered;

interface Progress {
  sent: boolean;
  answer?: Pick<Answered, 'status' | 'retryAfter'>;
}

/** Makes one POST and returns its outcome; never throws and never retries. */
export const sendRequest = async (pool: Pool, request: HttpRequest): Promise<HttpOutcome> => {
  const { signal, timeoutMs } = request;
  const limit = new AbortController();
  const progress: Progress = { sent: false };
  const abort = () => {
    limit.abort(signal?.reason);
  };
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`No whole answer within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  try {
    // A request that waits for a connection only sees an abort once it has one, hence the race.
    return await Promise.race([ask(pool, request, limit.signal, progress), whenAborted(limit.signal)]);
  } catch (cause) {
    if (progress.answer === undefined) return { kind: 'unanswered', sent: progress.sent, cause };
    return { kind: 'answered', ...progress.answer, text: undefined, cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

const ask = async (
  pool: Pool,
  { path, headers, body, maxAnswerBytes }: HttpRequest,
  signal: AbortSignal,
  progress: Progress,
): Promise<Answered> => {
  const response = await pool
    .compose(noteSending(progress, signal))
    .request({ method: 'POST', path, headers, body, signal });
  const retryAfter = [response.headers['retry-after']].flat().at(0);
  progress.answer = { status: response.statusCode, retryAfter };
  return { kind: 'answered', ...progress.answer, text: await readText(response.body, maxAnswerBytes) };
};

const readText = async (body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> => {
  const collector = new ByteCollector();
  for await (const piece of body) {
    if (collector.length + piece.length > maxBytes)
      throw new AnswerTooLargeError(`The answer has more than ${maxBytes} bytes`);
    collector.add(piece);
  }
  return new TextDecoder().decode(collector.toBuffer());
};

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const rejectWithReason = () => {
      reject(asError(signal.reason));
    };
    if (signal.aborted) rejectWithReason();
    else signal.addEventListener('abort', rejectWithReason, { once: true });
  });

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('Aborted', { cause: reason });

/**
 * Error codes alone can't tell whether a request left: ECONNRESET and timeouts happen before and after.
 * undici calls `onConnect` when it has a connection and is about to write the first byte, and an abort
 * noticed there keeps it from writing: https://github.com/nodejs/undici/blob/v6.x/docs/docs/api/Dispatcher.md
 */
const noteSending =
  (progress: Progress, signal: AbortSignal): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onConnect(abort) {
        if (!signal.aborted) progress.sent = true;
        handler.onConnect?.(abort);
      },
      onUpgrade: (...event) => handler.onUpgrade?.(...event),
      onHeaders: (...event) => handler.onHeaders?.(...event) ?? true,
      onData: (...event) => handler.onData?.(...event) ?? true,
      onComplete: (...event) => handler.onComplete?.(...event),
      onError: (...event) => handler.onError?.(...event),
    });
