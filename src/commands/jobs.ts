import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows, pageOf, turnButtons } from '../messages/components.ts';
import { literal, oneLine, relativeTime, linkTo } from '../messages/markup.ts';
import { isInChannel, type Job, promptOf } from '../services/jobs/job.ts';
import type { Wait } from '../services/jobs/line.ts';
import type { Action } from './framework/action.ts';
import { defineCommand, type CommandContext } from './framework/command.ts';
import type { Words } from '../messages/words/words.ts';
import { customId } from '../messages/custom-id.ts';
import { FOR_ONESELF_ON_PANEL } from './framework/may.ts';
import type { MessageBody } from '../messages/message.ts';
import { commandOf } from '../services/requests/families/index.ts';

/** Ten jobs with a button each fill two rows, and a phone's screen. */
const SHOWN = 10;
const PROMPT_LENGTH = 80;

const stateText = (job: Job, wait: Wait | undefined, words: Words): string => {
  const { card } = words;
  if (job.state === 'waiting') {
    if (!wait) return card.waiting;
    return 'held' in wait ? card.waitsFor[wait.held.by](wait.held.ahead) : card.waitingAt(wait.position);
  }
  if (job.state === 'submitting') return card.submitted;
  if (job.state === 'running') return card.painting(relativeTime(job.submittedAt));
  return job.delivery === 'parked' ? words.jobs.parked : words.jobs.due;
};

const line = (job: Job, number: number, wait: Wait | undefined, words: Words): string => {
  const prompt = literal(oneLine(promptOf(job), PROMPT_LENGTH));
  const link = linkTo(job.target);
  return `**${number}.** ${commandOf(job.submission.family)} ${prompt}\n${stateText(job, wait, words)}${link === undefined ? '' : ` · ${link}`}`;
};

const jobButtons = (job: Job, number: number, context: CommandContext): APIButtonComponent[] => {
  const { jobs } = context.words;
  if (!context.jobs.isHere(job)) return [];
  if (job.state === 'waiting')
    return [button(customId('stop', job.id), jobs.stop(number), { style: 'danger' })];
  return isInChannel(job) ? [] : [button(customId('show-here', job.id), jobs.showHere(number))];
};

/** A page of a person's open jobs. The newest come first: they wait, so they are those that can be stopped. */
const jobsPanel = async (wanted: number, context: CommandContext): Promise<MessageBody> => {
  const { words, invocation } = context;
  const { jobs: texts, history } = words;
  const open = (await context.jobs.ofPerson(invocation.personId)).toReversed();
  const found = pageOf(open, SHOWN, wanted);
  const { shown, first, page, pages, count } = found;
  const waits = context.jobs.waitsOf(shown);
  const buttons = shown.flatMap((job, index) => jobButtons(job, first + index, context));
  const isUnderWay = shown.some(({ state }) => state === 'submitting' || state === 'running');
  const description = [
    ...shown.map((job, index) => line(job, first + index, waits.get(job.id), words)),
    ...(buttons.length === 0 && isUnderWay ? [`-# ${texts.noStop}`] : []),
  ].join('\n\n');
  const footer = { text: texts.page(page, pages, count) };
  const refresh = button(customId('jobs', 'here', page, 'again'), texts.refresh);
  const turns = turnButtons(found, (to) => customId('jobs', 'here', to), [history.newer, history.older]);
  return {
    content: count === 0 ? texts.none : '',
    embeds: count === 0 ? [] : [{ title: texts.title, description, ...(pages > 1 && { footer }) }],
    components: [...buttonRows(buttons), ...buttonRows([refresh, ...turns])],
  };
};

/** `/jobs`: a person's open jobs with their buttons. */
export const jobs = defineCommand({
  name: 'jobs',
  answers: 'privately',
  run: async (_values, context) => ({
    kind: 'private',
    message: await jobsPanel(1, context),
  }),
});

/** The actions of `/jobs`. */
export const jobsActions: readonly Action[] = [
  /** Shows another page of the person's open jobs, or the same as it is now. */
  {
    name: 'jobs',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async ({ number: page = 1 }, context) => ({
      kind: 'update',
      message: await jobsPanel(page, context),
    }),
  },
];
