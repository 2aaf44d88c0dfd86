import { randomUUID } from 'node:crypto';
import { artgenPictureSize, genPictureSize } from './picture-size.ts';
import { seededRandom, type Random } from './random.ts';
import { placeOf, progressOf, type References, type Task } from './task.ts';
import type { SubmissionBody } from './request-bodies.ts';
import type { ImageServiceOptions } from './options.ts';
import type { DurationRange, Family, TaskPlan } from './types.ts';

/** The interface's default of `timeout`. */
const DEFAULT_TIMEOUT_S = 600;
/** A prompt with this word fails, so that a failure can be had by hand. */
const FORBIDDEN = /\bforbidden\b/i;
const BARE_REASON = 'The prompt should contain an instruction verb.';
const FORBIDDEN_REASON = 'The prompt asks for something that is not allowed.';

export type TasksOptions = Pick<
  ImageServiceOptions,
  'now' | 'seed' | 'durations' | 'instruction' | 'newTaskId' | 'loadReference'
>;

/** Every task there is. No task has a timer: how far it is follows from the time. */
export class Tasks {
  readonly #options: TasksOptions;
  readonly #random: Random;
  readonly #durations: Record<Family, DurationRange>;
  readonly #tasks = new Map<string, Task>();
  readonly #idByPlace = new Map<string, string>();
  readonly #open = new Set<string>();
  readonly #plans: { plan: TaskPlan; left: number }[] = [];

  constructor(options: TasksOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.#durations = { ...options.durations };
  }

  setDurations(family: Family, range: DurationRange): void {
    this.#durations[family] = range;
  }

  plan(plan: TaskPlan, times: number): void {
    this.#plans.push({ plan, left: times });
  }

  all(): Task[] {
    return [...this.#tasks.values()];
  }

  get(taskId: string): Task | undefined {
    return this.#tasks.get(taskId);
  }

  /** The task with these pictures. */
  atPlace(place: string): Task | undefined {
    const taskId = this.#idByPlace.get(place);
    return this.#tasks.get(taskId ?? '');
  }

  create(account: string, submission: SubmissionBody): Task {
    const { family } = submission;
    const plan = this.#takePlan(family);
    const drawnMs = this.#drawDuration(family);
    const isBare = family === 'gen' && this.#options.instruction?.test(submission.body.prompt) === false;
    const ending = endingOf(
      submission,
      isBare ? { failReason: BARE_REASON, ...plan } : plan,
      plan?.durationMs ?? drawnMs,
    );
    const createdAt = this.#options.now();
    const task: Task = {
      taskId: this.#options.newTaskId(),
      jobId: randomUUID(),
      account,
      submission,
      createdAt,
      endsAt: createdAt + ending.durationMs,
      ...(ending.failReason !== undefined && { failReason: ending.failReason }),
      ...(submission.family === 'artgen'
        ? artgenPictureSize(submission.body)
        : genPictureSize(submission.body)),
      seed: Math.floor(this.#random() * 2 ** 31),
      pictureCount: family === 'artgen' ? 4 : 1,
      references: { state: 'reading' },
    };
    this.#tasks.set(task.taskId, task);
    this.#idByPlace.set(placeOf(task), task.taskId);
    this.#open.add(task.taskId);
    this.#readReferences(task);
    return this.#tasks.get(task.taskId) ?? task;
  }

  /** How many tasks have ended since the last sweep. */
  sweep(): number {
    const now = this.#options.now();
    let ended = 0;
    for (const taskId of this.#open) {
      const task = this.#tasks.get(taskId);
      if (task === undefined || progressOf(task, now).state === 'in-progress') continue;
      this.#open.delete(taskId);
      ended += 1;
    }
    return ended;
  }

  #readReferences(task: Task): void {
    const { submission } = task;
    const urls = submission.family === 'gen' ? (submission.body.referImages ?? []) : [];
    const settle = (references: References): void => {
      this.#tasks.set(task.taskId, { ...task, references });
    };
    if (urls.length === 0) settle({ state: 'ready', pictures: [] });
    else
      Promise.all(urls.map((url) => this.#options.loadReference(url))).then(
        (pictures) => settle({ state: 'ready', pictures }),
        (error: unknown) => {
          const why = error instanceof Error ? error.message : String(error);
          settle({ state: 'unreadable', failReason: `A reference image could not be read: ${why}` });
        },
      );
  }

  #takePlan(family: Family): TaskPlan | undefined {
    const entry = this.#plans.find(({ plan, left }) => left > 0 && (plan.family ?? family) === family);
    if (entry === undefined) return undefined;
    entry.left -= 1;
    return entry.plan;
  }

  #drawDuration(family: Family): number {
    const { minMs, maxMs } = this.#durations[family];
    return Math.round(minMs + (maxMs - minMs) * this.#random());
  }
}

const endingOf = (submission: SubmissionBody, plan: TaskPlan | undefined, durationMs: number) => {
  const timeoutS = submission.family === 'artgen' ? (submission.body.timeout ?? DEFAULT_TIMEOUT_S) : Infinity;
  if (durationMs > timeoutS * 1000)
    return { durationMs: timeoutS * 1000, failReason: `The task took longer than ${timeoutS} s.` };
  const isForbidden = FORBIDDEN.test(submission.body.prompt);
  return { durationMs, failReason: plan?.failReason ?? (isForbidden ? FORBIDDEN_REASON : undefined) };
};
