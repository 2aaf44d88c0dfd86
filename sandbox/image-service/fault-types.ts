import type { Operation } from './operation.ts';

/** Before the call is processed (no task is created), or after it. */
export type FaultMoment = 'before' | 'after';

/** A number is sent as seconds, a Date as an HTTP date. */
export type RetryAfter = number | Date;

/** What goes wrong with a call to one of the four operations. */
export type CallFault =
  /** Waits, then goes on as usual. */
  | { kind: 'slow'; milliseconds: number; moment?: FaultMoment }
  /** Waits until `release()`, then goes on as usual. */
  | { kind: 'hang'; moment?: FaultMoment }
  /** Destroys the connection without an answer. */
  | { kind: 'cut-off'; moment: FaultMoment }
  | {
      kind: 'status';
      status: 500 | 502 | 503;
      moment?: FaultMoment;
      retryAfter?: RetryAfter;
    }
  | { kind: 'rate-limit'; retryAfter?: RetryAfter }
  /** The body of a success is no JSON. */
  | { kind: 'malformed-json' }
  /** The body of a success ends in the middle. */
  | { kind: 'truncated-json' }
  /** A web page instead of an answer, with status 200 unless told otherwise. */
  | { kind: 'html-page'; status?: number }
  /** `status` and `message` are left out of the envelope. */
  | { kind: 'missing-envelope' };

/** What goes wrong with the items of a job-status answer. */
export type ItemFault =
  /** Items are left out: those named, or all. */
  | { kind: 'missing-items'; taskIds?: readonly string[] }
  /** One item too many, of a task that nobody asked for, stands in front. */
  | { kind: 'extra-item' }
  /** Every item has this task status. */
  | { kind: 'unknown-status'; status: number }
  /** `images` is missing, and one element of `imgUrls` holds all addresses. */
  | { kind: 'joined-picture-urls' }
  /** Every call that contains the id is answered with 400. */
  | { kind: 'poison'; taskId: string };

/** What goes wrong when a picture is fetched. */
export type PictureFault = { taskId?: string } & (
  | { kind: 'picture-missing' }
  | { kind: 'picture-slow'; milliseconds: number }
  /** That many bytes follow the picture's own. */
  | { kind: 'picture-too-large'; extraBytes: number }
  /** A web page with status 200. */
  | { kind: 'picture-wrong-type' }
);

/** A fault, where it strikes and how often. */
export type Fault = { times?: number } & (
  ({ operation?: Operation } & (CallFault | ItemFault)) | PictureFault
);

/** A fault that has been ordered. */
export interface OrderedFault {
  /** How often it has struck. */
  struck: number;
  /** Calls that wait in it now. */
  waiting: number;
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
