import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows } from '../messages/components.ts';
import { commandOf, literal, oneLine, relativeTime } from '../messages/markup.ts';
import { isInChannel, type Job, promptOf } from '../services/jobs/job.ts';
import { defineCommand, type CommandContext } from './framework/command.ts';
import { customId } from '../messages/custom-id.ts';
import type { Words } from './framework/language.ts';
import { linkTo } from './framework/reply-targets.ts';
import { privateText } from './framework/reply.ts';

/** Ten jobs with a button each fill two rows, and a phone's screen. */
const SHOWN = 10;
const PROMPT_LENGTH = 80;

const stateText = (job: Job, { jobs, words }: CommandContext): string => {
  if (job.state === 'waiting') {
    const place = jobs.place(job);
    return place === undefined ? words.states.waiting : words.jobs.place(place);
  }
  if (job.state === 'submitting') return words.states.submitting;
  if (job.state === 'running') return words.jobs.running(relativeTime(job.submittedAt));
  return job.delivery === 'parked' ? words.jobs.parked : words.jobs.due;
};

const line = (job: Job, index: number, context: CommandContext): string => {
  const prompt = literal(oneLine(promptOf(job), PROMPT_LENGTH));
  const link = linkTo(job.target);
  return `**${index + 1}.** ${commandOf(job.submission.family)} ${prompt}\n${stateText(job, context)}${link === undefined ? '' : ` · ${link}`}`;
};

const jobButtons = (job: Job, index: number, { jobs }: Words): APIButtonComponent[] => {
  if (job.state === 'waiting')
    return [button(customId('stop', job.id), jobs.stop(index + 1), { style: 'danger' })];
  return isInChannel(job) ? [] : [button(customId('fetch', job.id), jobs.bring(index + 1))];
};

/** `/jobs`: a person's open jobs with their buttons. */
export const jobs = defineCommand({ name: 'jobs', description: 'jobs' }, true, async (_values, context) => {
  const { jobs: texts } = context.words;
  const open = await context.jobs.ofPerson(context.invocation.personId);
  const shown = open.slice(0, SHOWN);
  if (shown.length === 0) return privateText(texts.none);
  const more = open.length > shown.length ? [texts.more(open.length - shown.length)] : [];
  const description = [...shown.map((job, index) => line(job, index, context)), ...more].join('\n\n');
  return {
    kind: 'private',
    message: {
      embeds: [{ title: texts.title, description }],
      components: buttonRows(shown.flatMap((job, index) => jobButtons(job, index, context.words))),
    },
  };
});
