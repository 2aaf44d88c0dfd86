import type { APIButtonComponent, APIEmbed } from 'discord-api-types/v10';
import { button, buttonRows, groupedRows, type Row } from '../../messages/components.ts';
import { commandOf, excerpt, quote, relativeTime } from '../../messages/markup.ts';
import { hasPictures, isEnded, type Job, promptOf } from '../../services/jobs/job.ts';
import { customId, type CustomId } from '../../messages/custom-id.ts';
import { linkTo } from '../framework/reply-targets.ts';
import type { Words } from '../framework/language.ts';
import type { MessageBody } from '../framework/reply.ts';
import { JOBS_PER_PAGE, type HistoryPage, type Search } from './history-page.ts';

const PROMPT_LENGTH = 200;
const SEARCH_LENGTH = 100;

const embedOf = (
  { job, thumbnailUrl }: HistoryPage['jobs'][number],
  number: number,
  { history, states }: Words,
): APIEmbed => {
  const link = linkTo(job.target);
  const isDeleted = isEnded(job) && job.deletedAt !== undefined;
  const state = isDeleted ? history.deleted : states[job.state];
  const head = `**${number}.** ${commandOf(job.submission.family)} · ${state} · ${relativeTime(job.acceptedAt)}`;
  const where = link === undefined ? history.private : `[${history.jump}](${link})`;
  const costs =
    job.state === 'unknown' || job.state === 'timed-out' ? [`-# ${history.costs[job.state]}`] : [];
  return {
    description: [head, quote(promptOf(job), PROMPT_LENGTH), ...costs, ...(isDeleted ? [] : [where])].join(
      '\n',
    ),
    ...(thumbnailUrl !== undefined && { thumbnail: { url: thumbnailUrl } }),
  };
};

/** The custom id of a button that knows the search. */
export const searchId = (
  action: 'history' | 'history-search',
  { family, text }: Search,
  page: number,
): CustomId => customId(action, family ?? 'all', page, text);

const pageButton = (search: Search, label: string, page: number, isThere: boolean): APIButtonComponent =>
  button(searchId('history', search, page), label, { disabled: !isThere });

const describe = ({ family, text }: Search, { history }: Words): string => {
  const ofFamily = family === undefined ? '' : history.with(commandOf(family));
  const withText = text === undefined ? '' : history.words(excerpt(text, SEARCH_LENGTH));
  return `${ofFamily}${withText}`;
};

const headOf = (search: Search, { count, page, pages }: HistoryPage, words: Words): string => {
  const { history } = words;
  if (count > 0) return history.head(describe(search, words), page, pages, count);
  return search.family === undefined && search.text === undefined
    ? history.none
    : history.noneSuch(describe(search, words));
};

/** Repeats a job as its card does: one that ended without pictures is tried again. */
const againButton = (job: Job, number: number, words: Words['history']): APIButtonComponent =>
  isEnded(job) && job.state !== 'succeeded'
    ? button(customId('try-again', job.id), words.tryAgain(number), { emoji: '🔄' })
    : button(customId('again', job.id), words.again(number), { emoji: '🔄', disabled: !isEnded(job) });

/** The buttons for each job. With several jobs, each kind of button has its own row. */
const jobRows = (jobs: HistoryPage['jobs'], first: number, words: Words['history']): Row[] => {
  const each = (buttonOf: (job: Job, number: number) => APIButtonComponent) =>
    jobs.map(({ job }, index) => buttonOf(job, first + index));
  const rows = [
    each((job, number) =>
      button(customId('more-pictures', job.id, 1), words.pictures(number), {
        emoji: '🖼️',
        disabled: !hasPictures(job),
      }),
    ),
    each((job, number) => againButton(job, number, words)),
  ];
  return jobs.length === 1 ? groupedRows(rows) : rows.flatMap(buttonRows);
};

/** A page of a person's jobs with their buttons. */
export const historyPanel = (search: Search, found: HistoryPage, words: Words): MessageBody => {
  const { history } = words;
  const { jobs, page, pages } = found;
  const first = (page - 1) * JOBS_PER_PAGE + 1;
  const isForAll = search.family === undefined && search.text === undefined;
  return {
    content: headOf(search, found, words),
    embeds: jobs.map((entry, index) => embedOf(entry, first + index, words)),
    components: [
      ...jobRows(jobs, first, history),
      ...buttonRows([
        ...(pages > 1
          ? [
              pageButton(search, history.newer, page - 1, page > 1),
              pageButton(search, history.older, page + 1, page < pages),
            ]
          : []),
        ...(jobs.length === 0 && isForAll
          ? []
          : [button(searchId('history-search', search, 1), history.search, { style: 'primary' })]),
        ...(isForAll ? [] : [pageButton({}, history.showAll, 1, true)]),
      ]),
    ],
  };
};
