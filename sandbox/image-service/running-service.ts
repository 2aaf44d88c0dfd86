import fastify, { type FastifyInstance } from 'fastify';
import { addCallRoutes } from './call-routes.ts';
import { FaultList } from './fault-list.ts';
import { addPictureRoutes, Pictures } from './pictures.ts';
import { Accounts } from './process-call.ts';
import { ServiceRecord } from './service-record.ts';
import { itemOf, type Task, type TaskItem, viewOf } from './task.ts';
import { Tasks } from './tasks.ts';
import type { ImageService, ImageServiceOptions, TaskView } from './types.ts';

const HOOK_TIMEOUT_MS = 5000;

/**
 * Tells a callback address that a task has ended. The interface shows no payload; this one is the
 * task's job-status item. Tried once: returns the status of the answer, or undefined without one.
 */
const callHook = async (url: string, item: TaskItem, stopped: AbortSignal) => {
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

interface Parts {
  options: ImageServiceOptions;
  record: ServiceRecord;
  tasks: Tasks;
  accounts: Accounts;
  faults: FaultList;
  /** Aborted when the service stops. */
  stopped: AbortController;
  server: FastifyInstance;
  /** Known once the server listens. */
  url: string;
}

const viewIn = ({ options, url }: Parts, task: Task): TaskView => viewOf(task, options.now(), url);

const createParts = (options: ImageServiceOptions): Parts => {
  const record = new ServiceRecord();
  const parts: Parts = {
    options,
    record,
    tasks: new Tasks(options),
    accounts: new Accounts(options.accounts),
    faults: new FaultList(() => record.wake()),
    stopped: new AbortController(),
    server: fastify({ forceCloseConnections: true, bodyLimit: MAX_BODY_BYTES }),
    url: '',
  };
  const { tasks, accounts, faults, server } = parts;
  const stopped = parts.stopped.signal;
  const created = (task: Task): void => record.emit('task-created', viewIn(parts, task));
  const environment = { accounts, tasks, baseUrl: () => parts.url, created, options };
  addCallRoutes(server, { faults, record, stopped, environment });
  const pictures = new Pictures(options.painter, options.pictureCacheBytes);
  addPictureRoutes(server, { tasks, faults, record, stopped, now: options.now, pictures });
  return parts;
};

const tellHook = async ({ record, options, stopped, url: baseUrl }: Parts, task: Task): Promise<void> => {
  const url = task.submission.body.hookUrl;
  if (url === undefined) return;
  const status = await callHook(url, itemOf(task, options.now(), baseUrl), stopped.signal);
  record.emit('hook-called', { taskId: task.taskId, url, ...(status !== undefined && { status }) });
};

const sweep = (parts: Parts): void => {
  for (const task of parts.tasks.sweep()) {
    parts.record.emit('task-ended', viewIn(parts, task));
    void tellHook(parts, task);
  }
  parts.record.wake();
};

/** Starts the stand-in; ready to be called at its `url`. */
export const runImageService = async (options: ImageServiceOptions): Promise<ImageService> => {
  const parts = createParts(options);
  const { record, tasks, accounts, faults, server } = parts;
  parts.url = await server.listen({ host: options.host, port: options.port });
  const sweeper = setInterval(() => sweep(parts), SWEEP_INTERVAL_MS).unref();
  return {
    url: parts.url,
    faults,
    events: record.events,
    calls: record.calls,
    get submissions() {
      return record.calls.filter(({ operation }) => operation.endsWith('.submit'));
    },
    get tasks() {
      return tasks.all().map((task) => viewIn(parts, task));
    },
    get accounts() {
      return accounts.all();
    },
    task: (taskId) => {
      const task = tasks.get(taskId);
      return task && viewIn(parts, task);
    },
    openAccount: (account) => accounts.open(account),
    closeAccount: (name) => accounts.close(name),
    setQuota: (name, quota) => accounts.setQuota(name, quota),
    setDurations: (family, range) => tasks.setDurations(family, range),
    planTasks: (plan, times = 1) => tasks.plan(plan, times),
    until: (condition, wait) => record.until(condition, wait),
    stop: async () => {
      clearInterval(sweeper);
      parts.stopped.abort();
      faults.clear();
      record.stop();
      await server.close();
      await options.painter.stop();
    },
  };
};
