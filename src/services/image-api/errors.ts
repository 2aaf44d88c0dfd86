const MEANINGS = {
  /** Code 1001: nothing was made, nothing was paid. */
  quota: 'the quota does not suffice',
  key: 'the API key is refused',
  /** The same request gets the same answer. */
  declined: 'the request is turned down',
  /** Another program answers in place of the service, so nothing was taken. The operator has to fix it. */
  'wrong-address': 'this address is not the image service',
  /** A web page answers that the request is not allowed: a firewall before the service, or another server. */
  blocked: 'a firewall or a web page answered in its place',
  /** The service certainly didn't take a submission. */
  busy: 'it asks for fewer requests',
  /** No connection, so a submission was certainly not taken. A poll's broken, late and 5xx answers are this, too. */
  away: 'it is not available',
  /** A submission may have been taken and paid for: it must never be sent again. A poll's answer can't be read. */
  unknown: 'the outcome is not known',
} as const;

/** What a failed call proves. */
export type FailureKind = keyof typeof MEANINGS;

/** The facts of a failed call. They never contain an API key. */
export interface FailureFacts {
  /** The HTTP status of the answer; absent when there was no answer. */
  status?: number | undefined;
  /** The number in the service's error body, or its envelope code. */
  code?: number | undefined;
  /** The service's own words: not for a log, since they may repeat a prompt. */
  serviceMessage?: string | undefined;
  /** The base address to which the answer redirects. */
  redirectsTo?: string | undefined;
  /** What `Retry-After` said, in milliseconds from the answer on. */
  retryAfterMs?: number | undefined;
}

/** A call of the image service that brought no result. */
export class ImageApiError extends Error {
  override name = 'ImageApiError';
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly code: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly redirectsTo: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, facts: FailureFacts = {}, cause?: unknown) {
    const { status, code, serviceMessage, redirectsTo, retryAfterMs } = facts;
    const answer = [
      status !== undefined && `HTTP ${status}`,
      code !== undefined && `code ${code}`,
      redirectsTo !== undefined && `redirects to ${redirectsTo}`,
    ];
    const details = answer.filter((detail) => detail !== false).join(', ');
    super(`The image service: ${MEANINGS[kind]}${details === '' ? '' : ` (${details})`}`, { cause });
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.serviceMessage = serviceMessage;
    this.redirectsTo = redirectsTo;
    this.retryAfterMs = retryAfterMs;
  }
}

/** They are about the caller: its key, its quota, its pace. */
const ABOUT_THE_CALLER: readonly number[] = [401, 402, 429];

/** Whether one of several things that were asked for may be why the answer is of no use; else it says nothing about any of them. */
export const mayBeAboutOne = ({ status, retryAfterMs }: ImageApiError): boolean =>
  status !== undefined &&
  (status < 300 || status >= 400) &&
  !ABOUT_THE_CALLER.includes(status) &&
  retryAfterMs === undefined;
