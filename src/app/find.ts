import { z } from 'zod';
import { readConfig } from '../config.ts';
import { linkTo } from '../messages/markup.ts';
import { isShared } from '../services/accounts/account.ts';
import { commandOf } from '../services/requests/families/index.ts';
import { taskRowSchema, type TaskRow } from '../services/jobs/job-rows.ts';
import { isEnded, jobSchema, taskIdOf, type Job } from '../services/jobs/job.ts';
import { isStoreKey, type Storage } from '../services/storage/store.ts';
import { readStore } from './read-store.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run find -- TASK|MESSAGE|LINK|JOB

Says whose request it is, who pays for it, and where it stands: by a task of the image service, by a message or its link,
or by the ID of a job, as logs and "Copy for support" name it. Prompts are left out. Of a task whose request is
kept no longer it says channel and message. Easel may be running.
`;

const NOTHING = `Nothing is known by that name. Requests are kept for JOB_RETENTION_DAYS, and none is kept of people who deleted their data.
`;

/** https://discord.com/channels/SERVER/CHANNEL/MESSAGE */
const LINK = /\/channels\/(?:@me|\d+)\/\d+\/(?<message>\d+)\/?$/;

/** What a name leads to: several jobs where the service gave them the same task. A task is known for longer than its jobs. */
interface Found {
  jobs: Job[];
  gone: TaskRow;
}

const findNamed = async (storage: Storage, name: string): Promise<Found> => {
  if (!isStoreKey(name)) return { jobs: [], gone: [] };
  const open = storage.open('open', jobSchema);
  const closed = storage.open('jobs', jobSchema);
  const ofMessage = await storage.open('messages', z.string()).get(name);
  const ofTask = (await storage.open('tasks', taskRowSchema).get(name)) ?? [];
  const ids = new Set([
    name,
    ...(ofMessage === undefined ? [] : [ofMessage]),
    ...ofTask.map(({ jobId }) => jobId),
  ]);
  // A job that is followed once more is still among the closed ones as it was.
  const found = await Promise.all([...ids].map(async (id) => (await open.get(id)) ?? (await closed.get(id))));
  const jobs = found.filter((job) => job !== undefined);
  return { jobs, gone: ofTask.filter(({ jobId }) => jobs.every(({ id }) => id !== jobId)) };
};

const payerOf = ({ account, guildId }: Job): string => {
  if (isShared(account)) return 'IMAGE_API_KEY';
  return guildId === undefined ? "the person's own key" : "the server's key";
};

const isoTime = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '-' : new Date(milliseconds).toISOString();

const written = (facts: readonly (readonly [name: string, value: string])[]): string =>
  facts.map(([name, value]) => `${name.padEnd(11)}${value}\n`).join('');

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
  return written(facts);
};

const linesOfGone = ({ jobId, channelId, messageId = '-' }: TaskRow[number]): string =>
  written([
    ['job', `${jobId}, which is kept no longer`],
    ['channel', channelId],
    ['message', messageId],
  ]);

const run: Script['run'] = async ({ names: [name = ''] }) => {
  const wanted = LINK.exec(name)?.groups?.['message'] ?? name;
  const { jobs, gone } = await readStore(readConfig(process.env), (storage) => findNamed(storage, wanted));
  const texts = [...jobs.map(linesOf), ...gone.map(linesOfGone)];
  return texts.length > 0 ? texts.join('\n') : { text: NOTHING, exitCode: 1 };
};

await runScript({ usage: USAGE, names: 1, run });
