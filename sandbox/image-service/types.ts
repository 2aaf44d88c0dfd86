import type { SubmissionBody } from './request-bodies.ts';

/** The two halves of the service. */
export type Family = 'artgen' | 'gen';

/** The four calls of the service. */
export type Operation = 'artgen.submit' | 'artgen.job-status' | 'gen.submit' | 'gen.job-status';

/** How long a family's tasks take; each task draws its own duration from the range. */
export interface DurationRange {
  minMs: number;
  maxMs: number;
}

/** Who may call: one API key and the submissions it still has. */
export interface Account {
  name: string;
  key: string;
  /** Submissions left. A new account has 10 unless told otherwise. */
  quota: number;
}

/** An account to open. */
export type NewAccount = Omit<Account, 'quota'> & Partial<Pick<Account, 'quota'>>;

/** A task as it stands at the moment of asking. */
export type TaskView = SubmissionBody & {
  taskId: string;
  /** Name of the account that submitted it. */
  account: string;
  createdAt: number;
  /** When it ends, in milliseconds since the epoch; later if reference pictures are still being read. */
  endsAt: number;
  state: 'in-progress' | 'success' | 'failed';
  failReason?: string;
  width: number;
  height: number;
  /** The pictures' addresses, there only after a success. */
  pictureUrls: readonly string[];
};

/** One call to one of the four operations. */
export interface Call {
  at: number;
  operation: Operation;
  /** Name of the account, or `key <fingerprint>` for an unknown key, or `no key`. */
  account: string;
  /** The ids in a job-status call. */
  taskIds?: readonly string[];
  /** The task that a submission created, even when its answer was lost. */
  taskId?: string;
  /** The body as parsed from JSON, or the text when it is none. */
  body: unknown;
  /** HTTP status that was sent; absent while the call is open and when it was cut off. */
  status?: number;
  /** The fault that struck this call. */
  fault?: string;
}

/** What the traffic view listens to. */
export interface ImageServiceEvents {
  'call-started': [call: Call];
  'call-ended': [call: Call];
}

/** What the next task will be like, instead of its family's range. */
export interface TaskPlan {
  /** Only a task of this family takes the plan. */
  family?: Family;
  durationMs?: number;
  /** Makes the task fail with this text. */
  failReason?: string;
}

export interface WaitOptions {
  /** Default `HANGS_AFTER_MS`. */
  timeoutMs?: number;
  /** What is awaited, for the message of the error. */
  what: string;
}

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
      status: 400 | 404 | 408 | 500 | 502 | 503;
      moment?: FaultMoment;
      retryAfter?: RetryAfter;
    }
  /** `isHeld`: it comes after `release()`. */
  | { kind: 'rate-limit'; retryAfter?: RetryAfter; isHeld?: true }
  /** The body of a success is no JSON. */
  | { kind: 'malformed-json' }
  /** The body of a success has far more bytes than it needs. */
  | { kind: 'oversized' }
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
  /** One item too many, of a task that was not in the call, comes first. */
  | { kind: 'extra-item' }
  /** Every item has this task status. */
  | { kind: 'unknown-status'; status: number }
  /** `images` is missing, and one element of `imgUrls` holds all addresses. */
  | { kind: 'joined-picture-urls' }
  /** Every call that contains the id is answered with 400, or that status, and with an error body, or that page. */
  | { kind: 'poison'; taskId: string; status?: number; page?: string };

/** What goes wrong when a picture is fetched. */
export type PictureFault = { taskId?: string } &
  /** 404, or the 403 of a storage that doesn't tell which files it has. */
  (
    | { kind: 'picture-missing'; status?: 403 | 404 }
    /** A web page with status 200. */
    | { kind: 'picture-wrong-type' }
  );

/** A fault, where it strikes and how often. */
export type Fault = { times?: number } & (
  ({ operation?: Operation } & (CallFault | ItemFault)) | PictureFault
);
