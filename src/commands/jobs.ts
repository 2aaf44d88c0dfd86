import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows } from '../messages/components.ts';
import { commandOf, literal, oneLine, relativeTime } from '../messages/markup.ts';
import { isInChannel, type Job, promptOf } from '../services/jobs/job.ts';
import type { Action } from './framework/action.ts';
import { defineCommand, type CommandContext } from './framework/command.ts';
import { customId } from '../messages/custom-id.ts';
import type { Words } from './framework/language.ts';
import { linkTo } from './framework/reply-targets.ts';
import type { MessageBody } from './framework/reply.ts';
import { FOR_ONESELF_ON_PANEL } from './framework/may.ts';

/** Ten jobs with a button each fill two rows, and a phone's screen. */
const SHOWN = 10;
const PROMPT_LENGTH = 80;

const stateText = (job: Job, { jobs, words }: CommandContext): string => {
  const { card } = words;
  if (job.state === 'waiting') {
    const wait = jobs.waitOf(job);
    if (!wait) return card.waiting;
    return 'held' in wait ? card.waitsFor[wait.held.by](wait.held.ahead) : card.waitingAt(wait.position);
  }
  if (job.state === 'submitting') return card.submitted;
  if (job.state === 'running') return card.painting(relativeTime(job.submittedAt));
  return job.delivery === 'parked' ? words.jobs.parked : words.jobs.due;
};

const line = (job: Job, index: number, context: CommandContext): string => {
  const prompt = literal(oneLine(promptOf(job), PROMPT_LENGTH));
  const link = linkTo(job.target);
  return `**${index + 1}.** ${commandOf(job.submission.family)} ${prompt}\n${stateText(job, context)}${link === undefined ? '' : ` · ${link}`}`;
};

const jobButtons = (job: Job, index: number, context: CommandContext): APIButtonComponent[] => {
  const { jobs } = context.words;
  if (!context.jobs.isHere(job)) return [];
  if (job.state === 'waiting')
    return [button(customId('stop', job.id), jobs.stop(index + 1), { style: 'danger' })];
  return isInChannel(job) ? [] : [button(customId('show-here', job.id), jobs.showHere(index + 1))];
};

/** The subject of the actions on one's own jobs. */
const OWN = 'own';

const pageButtons = (page: number, pages: number, { history, jobs }: Words): APIButtonComponent[] => {
  const to = (wanted: number, label: string, isThere: boolean) =>
    button(customId('jobs', OWN, wanted), label, { disabled: !isThere });
  const turns = [to(page - 1, history.newer, page > 1), to(page + 1, history.older, page < pages)];
  const refresh = button(customId('jobs', OWN, page, 'again'), jobs.refresh, { emoji: '🔄' });
  return [refresh, ...(pages > 1 ? turns : [])];
};

/** A page of a person's open jobs. The newest come first: they wait, so they are those that can be stopped. */
const jobsPanel = async (wanted: number, context: CommandContext): Promise<MessageBody> => {
  const { words, invocation } = context;
  const open = (await context.jobs.ofPerson(invocation.personId)).toReversed();
  if (open.length === 0)
    return { content: words.jobs.none, embeds: [], components: buttonRows(pageButtons(1, 1, words)) };
  const pages = Math.ceil(open.length / SHOWN);
  const page = Math.min(Math.max(1, wanted), pages);
  const first = (page - 1) * SHOWN;
  const shown = open.slice(first, first + SHOWN);
  const buttons = shown.flatMap((job, index) => jobButtons(job, first + index, context));
  const isUnderWay = shown.some(({ state }) => state === 'submitting' || state === 'running');
  const description = [
    ...shown.map((job, index) => line(job, first + index, context)),
    ...(buttons.length === 0 && isUnderWay ? [`-# ${words.jobs.noStop}`] : []),
  ].join('\n\n');
  const footer = pages > 1 ? { footer: { text: words.jobs.page(page, pages, open.length) } } : {};
  return {
    content: '',
    embeds: [{ title: words.jobs.title, description, ...footer }],
    components: [...buttonRows(buttons), ...buttonRows(pageButtons(page, pages, words))],
  };
};

/** `/jobs`: a person's open jobs with their buttons. */
export const jobs = defineCommand(
  {
    name: 'jobs',
    description: {
      en: 'See your open requests, stop one or bring one here',
      de: 'Deine offenen Anfragen ansehen, eine stoppen oder hierher holen',
    },
  },
  'privately',
  async (_values, context) => ({
    kind: 'private',
    message: await jobsPanel(1, context),
  }),
);

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
