import type { Accounts } from './accounts.ts';
import { ERROR_CODES, errorAnswer, type Answer } from './answers.ts';
import { parseJobStatus, parseSubmission } from './request-bodies.ts';
import { itemOf } from './task-item.ts';
import type { Task } from './task.ts';
import type { Tasks } from './tasks.ts';
import type { Account, Family, ImageServiceOptions, Operation } from './types.ts';

/** What a call needs to be worked off. */
export interface Desk {
  accounts: Accounts;
  tasks: Tasks;
  baseUrl: () => string;
  created: (task: Task) => void;
  options: Pick<ImageServiceOptions, 'now' | 'unknownKeyStatus' | 'quotaStatus' | 'unknownTasks'>;
}

/** A call as it came in. */
export interface IncomingCall {
  operation: Operation;
  key: string | undefined;
  /** Parsed JSON; undefined when the body is none. */
  body: unknown;
}

/** Works a call off by the interface's rules: the key, then the body, then the quota. */
export const processCall = (desk: Desk, { operation, key, body }: IncomingCall): Answer => {
  const account = desk.accounts.ofKey(key);
  if (account === undefined)
    return errorAnswer(desk.options.unknownKeyStatus, ERROR_CODES.invalidKey, 'invalid api key');
  switch (operation) {
    case 'artgen.submit':
      return submit(desk, account, 'artgen', body);
    case 'gen.submit':
      return submit(desk, account, 'gen', body);
    case 'artgen.job-status':
      return jobStatus(desk, account, 'artgen', body);
    case 'gen.job-status':
      return jobStatus(desk, account, 'gen', body);
  }
};

const submit = (desk: Desk, account: Account, family: Family, body: unknown): Answer => {
  const parsed = parseSubmission(family, body);
  if ('problem' in parsed) return errorAnswer(400, ERROR_CODES.invalidRequest, parsed.problem);
  if (account.quota < 1)
    return errorAnswer(desk.options.quotaStatus, ERROR_CODES.quotaNotEnough, 'quota not enough');
  desk.accounts.setQuota(account.name, account.quota - 1);
  const task = desk.tasks.create(account.name, parsed.value);
  desk.created(task);
  return { status: 200, kind: 'submission', taskId: task.taskId };
};

const jobStatus = (desk: Desk, account: Account, family: Family, body: unknown): Answer => {
  const parsed = parseJobStatus(body);
  if ('problem' in parsed) return errorAnswer(400, ERROR_CODES.invalidRequest, parsed.problem);
  const now = desk.options.now();
  const items = [];
  for (const taskId of parsed.value) {
    const task = desk.tasks.get(taskId);
    if (task?.account === account.name && task.submission.family === family) {
      items.push(itemOf(task, now, desk.baseUrl()));
    } else if (desk.options.unknownTasks === 'bad-request') {
      return errorAnswer(400, ERROR_CODES.unknownTask, 'unexpected error: no such task');
    }
  }
  return { status: 200, kind: 'job-status', items };
};
