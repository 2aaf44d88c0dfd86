import type { Pool } from 'undici';
import { ByteCollector } from '../network/byte-collector.ts';
import { Exchange } from '../network/exchange.ts';
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
  body: ByteCollector;
}

const decoder = new TextDecoder();

/** Makes one POST and returns its outcome; never throws and never retries. */
export const sendRequest = async (pool: Pool, request: HttpRequest): Promise<HttpOutcome> => {
  const { signal, timeoutMs } = request;
  const progress: Progress = { sent: false, body: new ByteCollector() };
  if (signal?.aborted === true) return { kind: 'unanswered', sent: false, cause: asError(signal.reason) };
  const exchange = startExchange(pool, request, progress);
  const abort = () => {
    exchange.giveUp(asError(signal?.reason));
  };
  const timer = setTimeout(() => {
    exchange.giveUp(new DOMException(`No whole answer within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    await exchange.ended;
    return outcomeOf(progress, { text: decoder.decode(progress.body.toBuffer()) });
  } catch (cause) {
    return outcomeOf(progress, { text: undefined, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

/**
 * Error codes alone can't tell whether a request left: ECONNRESET and timeouts happen before and after. Hence it is noted when
 * there is a connection and the first byte is about to be written.
 */
const startExchange = (
  pool: Pool,
  { path, headers, body, maxAnswerBytes }: HttpRequest,
  progress: Progress,
): Exchange =>
  new Exchange(
    pool,
    { method: 'POST', path, headers, body },
    {
      onSending: () => {
        progress.sent = true;
      },
      onAnswer: (status, headers) => {
        progress.answer = { status, retryAfter: headers.get('retry-after') };
      },
      onPiece: (piece) => {
        if (progress.body.length + piece.length > maxAnswerBytes)
          throw new AnswerTooLargeError(`The answer has more than ${maxAnswerBytes} bytes`);
        progress.body.add(piece);
      },
    },
  );

const outcomeOf = ({ sent, answer }: Progress, body: Pick<Answered, 'text' | 'cause'>): HttpOutcome =>
  answer ? { kind: 'answered', ...answer, ...body } : { kind: 'unanswered', sent, cause: body.cause };

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('Aborted', { cause: reason });
