import type { EventEmitter } from 'node:events';
import type { Faults } from './fault-types.ts';
import type { Family, Operation } from './operation.ts';
import type { Painter } from './painter/types.ts';

export type { Family, Operation };

/** How long a family's tasks take; each task draws its own duration from the range. */
export interface DurationRange {
  readonly minMs: number;
  readonly maxMs: number;
}

/** Who may call: one API key and the submissions it still has. */
export interface Account {
  readonly name: string;
  readonly key: string;
  /** Submissions left. A new account has 10 unless told otherwise. */
  readonly quota: number;
}

/** An account to open. */
export interface NewAccount {
  readonly name: string;
  readonly key: string;
  readonly quota?: number;
}

export interface ImageServiceOptions {
  /** Address to listen at. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Accounts that are open from the start. */
  readonly accounts: readonly NewAccount[];
  /** Milliseconds since the epoch; tells how far every task is. */
  readonly now: () => number;
  /** Start of the random row that durations and pictures are drawn from. */
  readonly seed: number;
  readonly durations: Readonly<Record<Family, DurationRange>>;
  /** HTTP status for a missing or unknown key. */
  readonly unknownKeyStatus: number;
  /** HTTP status that goes with error 1001. */
  readonly quotaStatus: number;
  /** What a job-status call says of an id it does not know: nothing, or 400 for the whole call. */
  readonly unknownTasks: 'left-out' | 'bad-request';
  /** Makes the pictures; by default a worker thread that paints. `plainPainter()` is the quick one. */
  readonly painter: Painter;
  /** Bytes of painted pictures that are kept. */
  readonly pictureCacheBytes: number;
  /** Reads one reference picture; a rejection fails the task. */
  readonly loadReference: (url: string) => Promise<Buffer>;
  /** Must never give the same id twice. */
  readonly newTaskId: () => string;
}

/** The body of an artgen submission. */
export interface ArtgenBody {
  readonly prompt: string;
  readonly mode?: 'relaxed' | 'fast' | undefined;
  readonly hookUrl?: string | undefined;
  readonly timeout?: number | undefined;
}

/** The body of a gen submission. */
export interface GenBody {
  readonly prompt: string;
  readonly model?: 'gen-image-2' | undefined;
  readonly referImages?: readonly string[] | undefined;
  readonly aspect_ratio?: '1:1' | '1:2' | '2:1' | '3:4' | '4:3' | '16:9' | '9:16' | undefined;
  readonly size?: '1K' | '4K' | undefined;
  readonly output_size?: string | undefined;
  readonly hookUrl?: string | undefined;
}

export type SubmissionBody = { family: 'artgen'; body: ArtgenBody } | { family: 'gen'; body: GenBody };

export type TaskState = 'in-progress' | 'success' | 'failed';

/** A task as it stands at the moment of asking. */
export type TaskView = SubmissionBody & {
  readonly taskId: string;
  /** Name of the account that submitted it. */
  readonly account: string;
  readonly createdAt: number;
  /** When it ends, in milliseconds since the epoch; later if reference pictures are still being read. */
  readonly endsAt: number;
  readonly state: TaskState;
  readonly failReason?: string;
  readonly width: number;
  readonly height: number;
  /** The pictures' addresses, there only after a success. */
  readonly pictureUrls: readonly string[];
};

/** One call to one of the four operations. */
export interface Call {
  readonly at: number;
  readonly operation: Operation;
  /** Name of the account, or `key <fingerprint>` for an unknown key, or `no key`. */
  readonly account: string;
  /** The ids that a job-status call asked for. */
  readonly taskIds?: readonly string[];
  /** The task that a submission created, even when its answer was lost. */
  readonly taskId?: string;
  /** The body as parsed from JSON, or the text when it is none. */
  readonly body: unknown;
  /** HTTP status that was sent; absent while the call is open and when it was cut off. */
  readonly status?: number;
  /** The fault that struck this call. */
  readonly fault?: string;
}

/** What the traffic view listens to. */
export interface ImageServiceEvents {
  'call-started': [call: Call];
  'call-ended': [call: Call];
  'task-created': [task: TaskView];
  'task-ended': [task: TaskView];
  'hook-called': [hook: { taskId: string; url: string; status?: number }];
  'picture-served': [picture: { taskId: string; name: string; status: number }];
}

/** What the next task will be like, whatever its family's range says. */
export interface TaskPlan {
  /** Only a task of this family takes the plan. */
  readonly family?: Family;
  readonly durationMs?: number;
  /** Makes the task fail with this text. */
  readonly failReason?: string;
}

export interface WaitOptions {
  readonly timeoutMs: number;
  /** What is awaited, for the message of the error. */
  readonly what: string;
}

/** The running stand-in. */
export interface ImageService {
  /** Base address, without a slash at the end. */
  readonly url: string;
  /** Every call so far, oldest first. */
  readonly calls: readonly Call[];
  /** The calls among them that wanted to create a task. */
  readonly submissions: readonly Call[];
  /** Every task, oldest first, as it stands now. */
  readonly tasks: readonly TaskView[];
  readonly accounts: readonly Account[];
  readonly events: EventEmitter<ImageServiceEvents>;
  readonly faults: Faults;
  task(taskId: string): TaskView | undefined;
  /** Opens an account, or gives an open one another key and quota. */
  openAccount(account: NewAccount): void;
  /** Closes an account: its key is unknown from now on. */
  closeAccount(name: string): void;
  /** Submissions the account has from now on. Throws a RangeError for an unknown name. */
  setQuota(name: string, quota: number): void;
  /** Durations of the family's tasks that are created from now on. */
  setDurations(family: Family, range: DurationRange): void;
  /** Decides about the next `times` tasks (1 by default) that match. */
  planTasks(plan: TaskPlan, times?: number): void;
  /** Resolves as soon as the condition holds; rejects with a WaitTimeoutError otherwise. */
  until(condition: () => boolean, options: WaitOptions): Promise<void>;
  /** Breaks what is still open and closes the port. */
  stop(): Promise<void>;
}
