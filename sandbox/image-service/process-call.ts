import { createHash } from 'node:crypto';
import { type Answer, ERROR_CODES, errorAnswer } from './answers.ts';
import type { ImageServiceOptions } from './options.ts';
import { parseJobStatus, parseSubmission } from './request-bodies.ts';
import { itemOf } from './task.ts';
import type { Tasks } from './tasks.ts';
import type { Account, Family, NewAccount, Operation } from './types.ts';

/** The interface names it as the trial quota of new accounts. */
const TRIAL_QUOTA = 10;

/** Who may call, and how often still. */
export class Accounts {
  readonly #byName = new Map<string, Account>();

  constructor(accounts: readonly NewAccount[]) {
    for (const account of accounts) this.open(account);
  }

  open(account: NewAccount): void {
    this.#byName.set(account.name, { quota: TRIAL_QUOTA, ...account });
  }

  close(name: string): void {
    this.#byName.delete(name);
  }

  all(): Account[] {
    return [...this.#byName.values()];
  }

  ofKey(key: string | undefined): Account | undefined {
    return this.all().find((account) => account.key === key);
  }

  setQuota(name: string, quota: number): void {
    const account = this.#byName.get(name);
    if (account === undefined) throw new RangeError(`no account is named ${name}`);
    this.#byName.set(name, { ...account, quota });
  }
}

/** How records call the sender of a key, without the key. */
export const nameOfSender = (key: string | undefined, account: Account | undefined): string => {
  if (account !== undefined) return account.name;
  if (key === undefined) return 'no key';
  return `key ${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
};

/** What a call needs to be worked off. */
export interface CallEnvironment {
  accounts: Accounts;
  tasks: Tasks;
  baseUrl: () => string;
  options: Pick<ImageServiceOptions, 'now' | 'unknownKeyStatus' | 'unknownTasks'>;
}

/** A call as it came in. */
export interface IncomingCall {
  operation: Operation;
  key: string | undefined;
  /** Parsed JSON; undefined when the body is none. */
  body: unknown;
}

/** Works a call off by the interface's rules: the key, then the body, then the quota. */
export const processCall = (environment: CallEnvironment, { operation, key, body }: IncomingCall): Answer => {
  const account = environment.accounts.ofKey(key);
  if (account === undefined)
    return errorAnswer(environment.options.unknownKeyStatus, ERROR_CODES.invalidKey, 'invalid api key');
  const family = operation.startsWith('artgen') ? 'artgen' : 'gen';
  return (operation.endsWith('.submit') ? submit : jobStatus)(environment, account, family, body);
};

const submit = (environment: CallEnvironment, account: Account, family: Family, body: unknown): Answer => {
  const parsed = parseSubmission(family, body);
  if ('problem' in parsed) return errorAnswer(400, ERROR_CODES.invalidRequest, parsed.problem);
  if (account.quota < 1) return errorAnswer(400, ERROR_CODES.quotaNotEnough, 'quota not enough');
  environment.accounts.setQuota(account.name, account.quota - 1);
  const task = environment.tasks.create(account.name, parsed.value);
  return { status: 200, kind: 'submission', taskId: task.taskId };
};

const jobStatus = (environment: CallEnvironment, account: Account, family: Family, body: unknown): Answer => {
  const parsed = parseJobStatus(body);
  if ('problem' in parsed) return errorAnswer(400, ERROR_CODES.invalidRequest, parsed.problem);
  const now = environment.options.now();
  const items = [];
  for (const taskId of parsed.value) {
    const task = environment.tasks.get(taskId);
    if (task?.account === account.name && task.submission.family === family) {
      items.push(itemOf(task, now, environment.baseUrl()));
    } else if (environment.options.unknownTasks === 'bad-request') {
      return errorAnswer(400, ERROR_CODES.unknownTask, 'unexpected error: no such task');
    }
  }
  return { status: 200, kind: 'job-status', items };
};
