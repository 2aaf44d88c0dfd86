import type { Operation } from './operation.ts';

/** Before the call is processed (no task is created), or after it. */
export type FaultMoment = 'before' | 'after';

/** A number is sent as seconds, a Date as an HTTP date. */
export type RetryAfter = number | Date;

/** What goes wrong with a call to one of the four operations. */
export type CallFault =
  /** Waits, then goes on as usual. */
  | { readonly kind: 'slow'; readonly milliseconds: number; readonly moment?: FaultMoment }
  /** Waits until `release()`, then goes on as usual. */
  | { readonly kind: 'hang'; readonly moment?: FaultMoment }
  /** Destroys the connection without an answer. */
  | { readonly kind: 'cut-off'; readonly moment: FaultMoment }
  | {
      readonly kind: 'status';
      readonly status: 500 | 502 | 503;
      readonly moment?: FaultMoment;
      readonly retryAfter?: RetryAfter;
    }
  | { readonly kind: 'rate-limit'; readonly retryAfter?: RetryAfter }
  /** The body of a success is no JSON. */
  | { readonly kind: 'malformed-json' }
  /** The body of a success ends in the middle. */
  | { readonly kind: 'truncated-json' }
  /** A web page instead of an answer, with status 200 unless told otherwise. */
  | { readonly kind: 'html-page'; readonly status?: number }
  /** `status` and `message` are left out of the envelope. */
  | { readonly kind: 'missing-envelope' };

/** What goes wrong with the items of a job-status answer. */
export type ItemFault =
  /** Items are left out: those named, or all. */
  | { readonly kind: 'missing-items'; readonly taskIds?: readonly string[] }
  /** One item too many, of a task that nobody asked for, stands in front. */
  | { readonly kind: 'extra-item' }
  /** Every item has this task status. */
  | { readonly kind: 'unknown-status'; readonly status: number }
  /** `images` is missing, and one element of `imgUrls` holds all addresses. */
  | { readonly kind: 'joined-picture-urls' }
  /** Every call that contains the id is answered with 400. */
  | { readonly kind: 'poison'; readonly taskId: string };

/** What goes wrong when a picture is fetched. */
export type PictureFault = { readonly taskId?: string } & (
  | { readonly kind: 'picture-missing' }
  | { readonly kind: 'picture-slow'; readonly milliseconds: number }
  /** That many bytes follow the picture's own. */
  | { readonly kind: 'picture-too-large'; readonly extraBytes: number }
  /** A web page with status 200. */
  | { readonly kind: 'picture-wrong-type' }
);

/** A fault, where it strikes and how often. */
export type Fault = { readonly times?: number } & (
  ({ readonly operation?: Operation } & (CallFault | ItemFault)) | PictureFault
);

/** A fault that has been ordered. */
export interface OrderedFault {
  /** How often it has struck. */
  readonly struck: number;
  /** Calls that wait in it now. */
  readonly waiting: number;
  /** Lets every call that hangs in it go on. */
  release(): void;
  /** Strikes no more, and lets go what hangs in it. */
  remove(): void;
}

/** Faults on demand. A call is struck by the first fault that matches it. */
export interface Faults {
  /**
   * Orders a fault. It strikes `times` calls (1 by default; a poison: every call). Without an
   * `operation` it strikes any; faults of items strike job-status calls only.
   */
  order(fault: Fault): OrderedFault;
  /** Removes every fault. */
  clear(): void;
}
