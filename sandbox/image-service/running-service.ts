import fastify, { type FastifyInstance } from 'fastify';
import { addCallRoutes } from './call-routes.ts';
import { FaultList } from './fault-list.ts';
import { addPictureRoutes, Pictures } from './pictures.ts';
import { Accounts } from './process-call.ts';
import { ServiceRecord } from './service-record.ts';
import { itemOf, type Task, type TaskItem, viewOf } from './task.ts';
import { Tasks } from './tasks.ts';
import type {
  Account,
  Call,
  DurationRange,
  Family,
  ImageService,
  ImageServiceOptions,
  NewAccount,
  TaskPlan,
  TaskView,
  WaitOptions,
} from './types.ts';

const HOOK_TIMEOUT_MS = 5000;

/**
 * Tells a callback address that a task has ended. The interface shows no payload; this one is the
 * task's job-status item. Tried once: returns the status of the answer, or undefined without one.
 */
export const callHook = async (url: string, item: TaskItem, stopped: AbortSignal) => {
  // Not AbortSignal.timeout under AbortSignal.any, which can be collected before it fires.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), HOOK_TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(item),
      signal: AbortSignal.any([stopped, late.signal]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};

/** How often the time is compared with the ends of all open tasks, for events and callbacks. */
const SWEEP_INTERVAL_MS = 25;
/** Prompts have no limit in the interface; this is fastify's, widened for many ids. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The parts of the stand-in, put together. */
export class RunningImageService implements ImageService {
  readonly faults: FaultList;
  readonly #options: ImageServiceOptions;
  readonly #record = new ServiceRecord();
  readonly #tasks: Tasks;
  readonly #accounts: Accounts;
  readonly #stopped = new AbortController();
  readonly #server: FastifyInstance;
  #sweeper: NodeJS.Timeout | undefined;
  #url = '';

  private constructor(options: ImageServiceOptions) {
    this.#options = options;
    this.#tasks = new Tasks(options);
    this.#accounts = new Accounts(options.accounts);
    this.faults = new FaultList(() => this.#record.wake());
    this.#server = fastify({ forceCloseConnections: true, bodyLimit: MAX_BODY_BYTES });
    this.#addRoutes();
  }

  static async start(options: ImageServiceOptions): Promise<RunningImageService> {
    const service = new RunningImageService(options);
    service.#url = await service.#server.listen({ host: options.host, port: options.port });
    service.#sweeper = setInterval(() => service.#sweep(), SWEEP_INTERVAL_MS).unref();
    return service;
  }

  get url(): string {
    return this.#url;
  }

  get events(): ImageService['events'] {
    return this.#record.events;
  }

  get calls(): readonly Call[] {
    return this.#record.calls;
  }

  get submissions(): readonly Call[] {
    return this.calls.filter(({ operation }) => operation.endsWith('.submit'));
  }

  get tasks(): readonly TaskView[] {
    return this.#tasks.all().map((task) => this.#view(task));
  }

  get accounts(): readonly Account[] {
    return this.#accounts.all();
  }

  task(taskId: string): TaskView | undefined {
    const task = this.#tasks.get(taskId);
    return task === undefined ? undefined : this.#view(task);
  }

  openAccount(account: NewAccount): void {
    this.#accounts.open(account);
  }

  closeAccount(name: string): void {
    this.#accounts.close(name);
  }

  setQuota(name: string, quota: number): void {
    this.#accounts.setQuota(name, quota);
  }

  setDurations(family: Family, range: DurationRange): void {
    this.#tasks.setDurations(family, range);
  }

  planTasks(plan: TaskPlan, times = 1): void {
    this.#tasks.plan(plan, times);
  }

  until(condition: () => boolean, options: WaitOptions): Promise<void> {
    return this.#record.until(condition, options);
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#stopped.abort();
    this.faults.clear();
    this.#record.stop();
    await this.#server.close();
    await this.#options.painter.stop();
  }

  #addRoutes(): void {
    const { now, painter, pictureCacheBytes } = this.#options;
    const shared = { tasks: this.#tasks, faults: this.faults, record: this.#record };
    const stopped = this.#stopped.signal;
    addCallRoutes(this.#server, {
      ...shared,
      stopped,
      desk: {
        accounts: this.#accounts,
        tasks: this.#tasks,
        baseUrl: () => this.#url,
        created: (task) => this.#record.emit('task-created', this.#view(task)),
        options: this.#options,
      },
    });
    addPictureRoutes(this.#server, {
      ...shared,
      stopped,
      now,
      pictures: new Pictures(painter, pictureCacheBytes),
    });
  }

  #view(task: Task): TaskView {
    return viewOf(task, this.#options.now(), this.#url);
  }

  #sweep(): void {
    for (const task of this.#tasks.sweep()) {
      this.#record.emit('task-ended', this.#view(task));
      void this.#callHook(task);
    }
    this.#record.wake();
  }

  async #callHook(task: Task): Promise<void> {
    const url = task.submission.body.hookUrl;
    if (url === undefined) return;
    const item = itemOf(task, this.#options.now(), this.#url);
    const status = await callHook(url, item, this.#stopped.signal);
    this.#record.emit('hook-called', {
      taskId: task.taskId,
      url,
      ...(status === undefined ? {} : { status }),
    });
  }
}
