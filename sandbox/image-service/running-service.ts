import fastify, { type FastifyInstance } from 'fastify';
import { addCallRoutes } from './call-routes.ts';
import { FaultList } from './fault-list.ts';
import { ImageServiceOptions } from './options.ts';
import { addPictureRoutes, Pictures } from './pictures.ts';
import { Accounts } from './process-call.ts';
import { ServiceRecord } from './service-record.ts';
import { type Task, viewOf } from './task.ts';
import { Tasks } from './tasks.ts';
import type { DurationRange, Family, NewAccount, TaskPlan, TaskView, WaitOptions } from './types.ts';

/** How often the time is compared with the ends of all open tasks, for those who wait. */
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
    server: fastify({ forceCloseConnections: true, exposeHeadRoutes: false, bodyLimit: MAX_BODY_BYTES }),
    url: '',
  };
  const { tasks, accounts, faults, server } = parts;
  const stopped = parts.stopped.signal;
  const environment = { accounts, tasks, baseUrl: () => parts.url, options };
  addCallRoutes(server, { faults, record, stopped, environment });
  const pictures = new Pictures(options.painter);
  addPictureRoutes(server, { tasks, faults, now: options.now, pictures });
  return parts;
};

const sweep = ({ tasks, record }: Parts): void => {
  if (tasks.sweep() > 0) record.wake();
};

const stop = async ({ options, record, faults, stopped, server }: Parts): Promise<void> => {
  stopped.abort();
  faults.clear();
  record.stop();
  await server.close();
  await options.painter.stop();
};

/** A running stand-in. */
export type ImageService = Awaited<ReturnType<typeof startImageService>>;

/** Starts a stand-in for the image service, ready to be called at its `url`. */
export const startImageService = async (given: Partial<ImageServiceOptions> = {}) => {
  const options = Object.assign(new ImageServiceOptions(), given);
  const parts = createParts(options);
  const { record, tasks, accounts, server } = parts;
  const faults: Pick<FaultList, 'order' | 'clear'> = parts.faults;
  parts.url = await server.listen({ host: '127.0.0.1', port: options.port });
  const sweeper = setInterval(() => sweep(parts), SWEEP_INTERVAL_MS).unref();
  return {
    /** Base address, without a slash at the end. */
    url: parts.url,
    faults,
    events: record.events,
    /** Every call so far, oldest first. */
    calls: record.calls,
    /** The calls among them that wanted to create a task. */
    get submissions() {
      return record.calls.filter(({ operation }) => operation.endsWith('.submit'));
    },
    /** Every task, oldest first, as it stands now. */
    get tasks() {
      return tasks.all().map((task) => viewIn(parts, task));
    },
    get accounts() {
      return accounts.all();
    },
    task: (taskId: string) => {
      const task = tasks.get(taskId);
      return task && viewIn(parts, task);
    },
    /** Opens an account, or gives an open one another key and quota. */
    openAccount: (account: NewAccount): void => accounts.open(account),
    /** Closes an account: its key is unknown from now on. */
    closeAccount: (name: string): void => accounts.close(name),
    /** Submissions the account has from now on. Throws a RangeError for an unknown name. */
    setQuota: (name: string, quota: number): void => accounts.setQuota(name, quota),
    /** Durations of the family's tasks that are created from now on. */
    setDurations: (family: Family, range: DurationRange): void => tasks.setDurations(family, range),
    /** Decides about the next `times` tasks that match. */
    planTasks: (plan: TaskPlan, times = 1): void => tasks.plan(plan, times),
    /** Resolves as soon as the condition holds; rejects with a WaitTimeoutError otherwise. */
    until: (condition: () => boolean, wait: WaitOptions) => record.until(condition, wait),
    /** Breaks what is still open and closes the port. */
    stop: () => {
      clearInterval(sweeper);
      return stop(parts);
    },
  };
};
