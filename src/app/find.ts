import { z } from 'zod';
import { readConfig } from '../config.ts';
import { linkTo } from '../messages/markup.ts';
import { isShared } from '../services/accounts/account.ts';
import { commandOf } from '../services/requests/families/index.ts';
import { taskRowSchema } from '../services/jobs/job-rows.ts';
import { isEnded, jobSchema, taskIdOf, type Job } from '../services/jobs/job.ts';
import { isStoreKey, type Storage } from '../services/storage/store.ts';
import { readStore } from './read-store.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run find -- TASK|MESSAGE|LINK|JOB

Says whose request it is, who pays for it, and where it stands: by a task of the image service, by a message or its link,
or by the ID of a job, as logs and "Copy for support" name it. Prompts are left out. Easel may be running.
`;

const NOTHING = `Nothing is known by that name. Requests are kept for JOB_RETENTION_DAYS, and none is kept of people who deleted their data.
`;

/** https://discord.com/channels/SERVER/CHANNEL/MESSAGE */
const LINK = /\/channels\/(?:@me|\d+)\/\d+\/(?<message>\d+)\/?$/;

/** The jobs that a name leads to; several where the service gave them the same task. */
const jobsNamed = async (storage: Storage, name: string): Promise<Job[]> => {
  if (!isStoreKey(name)) return [];
  const open = storage.open('open', jobSchema);
  const closed = storage.open('jobs', jobSchema);
  const ofMessage = await storage.open('messages', z.string()).get(name);
  const ofTask = await storage.open('tasks', taskRowSchema).get(name);
  const ids = new Set([
    name,
    ...(ofMessage === undefined ? [] : [ofMessage]),
    ...(ofTask ?? []).map(({ jobId }) => jobId),
  ]);
  // A job that is followed once more is still among the closed ones as it was.
  const found = await Promise.all([...ids].map(async (id) => (await open.get(id)) ?? (await closed.get(id))));
  return found.filter((job) => job !== undefined);
};

const payerOf = ({ account, guildId }: Job): string => {
  if (isShared(account)) return 'IMAGE_API_KEY';
  return guildId === undefined ? "the person's own key" : "the server's key";
};

const isoTime = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '-' : new Date(milliseconds).toISOString();

const linesOf = (job: Job): string => {
  const facts: [name: string, value: string][] = [
    ['job', job.id],
    ['task', taskIdOf(job) ?? '-'],
    ['command', commandOf(job.submission.family)],
    ['state', job.state],
    ['person', job.personId],
    ['server', job.guildId ?? 'direct messages'],
    ['paid by', payerOf(job)],
    ['message', linkTo(job.target) ?? 'one that the person alone sees'],
    ['requested', isoTime(job.acceptedAt)],
    ['submitted', isoTime('submittedAt' in job ? job.submittedAt : undefined)],
    ['ended', isoTime(isEnded(job) ? job.endedAt : undefined)],
  ];
  return facts.map(([name, value]) => `${name.padEnd(11)}${value}\n`).join('');
};

const run: Script['run'] = async ({ names: [name = ''] }) => {
  const wanted = LINK.exec(name)?.groups?.['message'] ?? name;
  const jobs = await readStore(readConfig(process.env), (storage) => jobsNamed(storage, wanted));
  return jobs.length > 0 ? jobs.map(linesOf).join('\n') : { text: NOTHING, exitCode: 1 };
};

await runScript({ usage: USAGE, names: 1, run });
