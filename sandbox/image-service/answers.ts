import type { TaskItem } from './task.ts';
import type { CallFault, ItemFault, RetryAfter } from './types.ts';

/** What a call is answered with, before it becomes bytes. */
export type Answer =
  | { status: 200; kind: 'submission'; taskId: string }
  | { status: 200; kind: 'job-status'; items: readonly TaskItem[] }
  | { status: number; kind: 'error'; error: number; message: string };

/** What goes over the wire. */
export interface WireAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  payload: string;
}

/** 1001 is the interface's; the interface shows no others, so these are the stand-in's own. */
export const ERROR_CODES = {
  quotaNotEnough: 1001,
  invalidKey: 1002,
  invalidRequest: 1003,
  unknownTask: 1004,
  unknownPath: 1005,
  tooManyRequests: 1006,
  serverError: 1007,
} as const;

export const errorAnswer = (status: number, error: number, message: string): Answer => ({
  status,
  kind: 'error',
  error,
  message,
});

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };
const HTML_HEADERS = { 'content-type': 'text/html; charset=utf-8' };
const WEB_PAGE =
  '<!doctype html><html><head><title>Bad gateway</title></head><body>Bad gateway</body></html>';
const OVERSIZE = 9_000_000;
/** Looks like an id, and no task has it. */
const STRANGER: TaskItem = { taskId: 'nobody-asked-for-this-one', status: 0 };

/** The answer as bytes, spoilt by the fault if there is one. */
export const toWire = (answer: Answer, fault?: CallFault | ItemFault): WireAnswer => {
  if (fault?.kind === 'html-page')
    return { status: fault.status ?? 200, headers: HTML_HEADERS, payload: WEB_PAGE };
  if (answer.kind === 'error') return json(answer.status, { error: answer.error, message: answer.message });
  const data = answer.kind === 'submission' ? { taskId: answer.taskId } : spoilItems(answer.items, fault);
  if (fault?.kind === 'missing-envelope') return json(200, { data });
  const whole = json(200, { status: 0, message: 'success', data });
  if (fault?.kind === 'malformed-json') return { ...whole, payload: `${whole.payload},}` };
  if (fault?.kind === 'oversized') return { ...whole, payload: whole.payload + ' '.repeat(OVERSIZE) };
  if (fault?.kind === 'truncated-json')
    return { ...whole, payload: whole.payload.slice(0, Math.floor(whole.payload.length / 2)) };
  return whole;
};

/** The answer of a fault that stands in for the service's own. */
export const faultAnswer = (fault: CallFault | ItemFault): WireAnswer | undefined => {
  const answer = (status: number, error: number, message: string, retryAfter?: RetryAfter): WireAnswer => {
    const value = retryAfter instanceof Date ? retryAfter.toUTCString() : retryAfter?.toString();
    return json(status, { error, message }, value === undefined ? {} : { 'retry-after': value });
  };
  const { tooManyRequests, unknownTask, serverError } = ERROR_CODES;
  if (fault.kind === 'rate-limit') return answer(429, tooManyRequests, 'too many requests', fault.retryAfter);
  if (fault.kind === 'poison') {
    const { status = 400, page } = fault;
    if (page !== undefined) return { status, headers: HTML_HEADERS, payload: page };
    return answer(status, unknownTask, 'unexpected error');
  }
  if (fault.kind !== 'status') return undefined;
  return answer(fault.status, serverError, 'the service is out of order', fault.retryAfter);
};

const spoilItems = (items: readonly TaskItem[], fault?: CallFault | ItemFault): readonly TaskItem[] => {
  if (fault?.kind === 'missing-items')
    return items.filter(({ taskId }) => fault.taskIds?.includes(taskId) === false);
  if (fault?.kind === 'extra-item') return [STRANGER, ...items];
  if (fault?.kind === 'unknown-status') return items.map((item) => ({ ...item, status: fault.status }));
  if (fault?.kind === 'joined-picture-urls') return items.map(joinPictureUrls);
  return items;
};

const joinPictureUrls = ({ images, ...rest }: TaskItem): TaskItem =>
  images === undefined ? rest : { ...rest, imgUrls: [images.join(', ')] };

const json = (status: number, body: object, headers: Record<string, string> = {}): WireAnswer => ({
  status,
  headers: { ...JSON_HEADERS, ...headers },
  payload: JSON.stringify(body),
});
