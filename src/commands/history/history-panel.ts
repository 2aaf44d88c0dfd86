import type { APIButtonComponent, APIEmbed } from 'discord-api-types/v10';
import { button, buttonRows, groupedRows, type Row } from '../../messages/components.ts';
import { clip, commandOf, literal, quote, relativeTime } from '../../messages/markup.ts';
import { type Job, promptOf } from '../../services/jobs/job.ts';
import { customId, type ActionName } from '../../messages/custom-id.ts';
import { linkTo } from '../framework/reply-targets.ts';
import type { MessageBody } from '../framework/reply.ts';
import { JOBS_PER_PAGE, plainKey, type HistoryPage, type NamedSearch } from './history-page.ts';

const PROMPT_LENGTH = 200;
const SEARCH_LENGTH = 100;

const STATES = {
  waiting: 'waiting',
  submitting: 'submitting',
  running: 'in progress',
  succeeded: 'done',
  failed: 'failed',
  'timed-out': 'timed out',
  unknown: 'unconfirmed',
  stopped: 'stopped',
} as const satisfies Record<Job['state'], string>;

const embedOf = ({ job, thumbnailUrl }: HistoryPage['jobs'][number], number: number): APIEmbed => {
  const link = linkTo(job.target);
  const head = `**${number}.** ${commandOf(job.submission.family)} · ${STATES[job.state]} · ${relativeTime(job.acceptedAt)}`;
  const where = link === undefined ? 'Only you can see it' : `[Jump to message](${link})`;
  return {
    description: [head, quote(promptOf(job), PROMPT_LENGTH), where].join('\n'),
    ...(thumbnailUrl !== undefined && { thumbnail: { url: thumbnailUrl } }),
  };
};

const pageButton = (key: string, label: string, page: number, isThere: boolean): APIButtonComponent =>
  button(customId('history', key, page), label, { disabled: !isThere });

const describe = ({ family, text }: NamedSearch): string => {
  const ofFamily = family === undefined ? '' : ` for \`${commandOf(family)}\``;
  const withText = text === undefined ? '' : ` with ${literal(clip(text, SEARCH_LENGTH))}`;
  return `${ofFamily}${withText}`;
};

const headOf = (search: NamedSearch, { count, page, pages }: HistoryPage): string => {
  if (count > 0)
    return `**Your requests${describe(search)} here** · page ${page} of ${pages} · ${count} in total`;
  return search.family === undefined && search.text === undefined
    ? "You haven't made any requests here yet. Start with `/imagine` or `/gen`."
    : `You don't have any requests${describe(search)} here.`;
};

/** What can be done about each job. Under several of them, the same for all stands in one row. */
const jobRows = (jobs: HistoryPage['jobs'], first: number): Row[] => {
  const each = (action: ActionName, label: string, emoji: string, disabled: (job: Job) => boolean) =>
    jobs.map(({ job }, index) => {
      const id = action === 'more-pictures' ? customId(action, job.id, 1) : customId(action, job.id);
      return button(id, `${label} ${first + index}`, { emoji, disabled: disabled(job) });
    });
  const hasNoPictures = ({ state }: Job) => state !== 'succeeded';
  const rows = [
    each('more-pictures', 'Pictures', '🖼️', hasNoPictures),
    each('again', 'Again', '🔄', hasNoPictures),
    each('details', 'Details', 'ℹ️', () => false),
  ];
  return jobs.length === 1 ? groupedRows(rows) : rows.flatMap(buttonRows);
};

/** A page of a person's jobs, with what can be done about each. */
export const historyPanel = (search: NamedSearch, found: HistoryPage): MessageBody => {
  const { jobs, page, pages } = found;
  const { key } = search;
  const first = (page - 1) * JOBS_PER_PAGE + 1;
  const everything = plainKey(undefined);
  return {
    content: headOf(search, found),
    embeds: jobs.map((entry, index) => embedOf(entry, first + index)),
    components: [
      ...jobRows(jobs, first),
      ...buttonRows([
        pageButton(key, 'Newer', page - 1, page > 1),
        pageButton(key, 'Older', page + 1, page < pages),
        button(customId('history-search', key), 'Search', { style: 'primary' }),
        ...(key === everything ? [] : [pageButton(everything, 'Show all', 1, true)]),
      ]),
    ],
  };
};
