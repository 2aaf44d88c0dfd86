import {
  ButtonStyle,
  ComponentType,
  type APIButtonComponentWithCustomId,
  type APIEmbed,
} from 'discord-api-types/v10';
import { isEnded, type Job } from '../../services/jobs/job.ts';
import { customId } from '../framework/custom-id.ts';
import { clip, literal, quote, relativeTime } from '../../messages/markup.ts';
import { messageLink } from '../framework/reply-targets.ts';
import { buttonRows, type MessageBody } from '../framework/reply.ts';
import { JOBS_PER_PAGE, plainKey, type HistoryPage, type NamedSearch } from './history-page.ts';

const PROMPT_LENGTH = 200;
const SEARCH_LENGTH = 100;

const STATES = {
  waiting: 'waits',
  submitting: 'is being submitted',
  running: 'is being painted',
  succeeded: 'done',
  failed: 'no picture',
  'timed-out': 'not done in time',
  unknown: 'outcome not known',
  stopped: 'stopped',
} as const satisfies Record<Job['state'], string>;

const commandOf = ({ submission: { family } }: Job): string => (family === 'artgen' ? '/imagine' : '/gen');

const embedOf = ({ job, thumbnailUrl }: HistoryPage['jobs'][number], number: number): APIEmbed => {
  const link = messageLink(job.target);
  const head = `**${number}.** ${commandOf(job)} · ${STATES[job.state]} · ${relativeTime(job.acceptedAt)}`;
  const where = link === undefined ? 'only you saw it' : `[Jump to it](${link})`;
  return {
    description: [head, quote(job.submission.body.prompt, PROMPT_LENGTH), where].join('\n'),
    ...(thumbnailUrl !== undefined && { thumbnail: { url: thumbnailUrl } }),
  };
};

const jobButton = (
  job: Job,
  action: string,
  { emoji, label, disabled = false }: { emoji: string; label: string; disabled?: boolean },
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  emoji: { name: emoji },
  label,
  disabled,
  custom_id: customId({ action, subject: job.id }),
});

const turn = (
  key: string,
  label: string,
  page: number,
  isThere: boolean,
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label,
  disabled: !isThere,
  custom_id: customId({ action: 'history', subject: key, number: page }),
});

const searchButton = (key: string): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Primary,
  label: 'Search',
  custom_id: customId({ action: 'history-search', subject: key }),
});

const describe = ({ family, text }: NamedSearch): string => {
  const ofFamily = family === undefined ? '' : ` of ${family === 'artgen' ? '`/imagine`' : '`/gen`'}`;
  const withText = text === undefined ? '' : ` with ${literal(clip(text, SEARCH_LENGTH))}`;
  return `${ofFamily}${withText}`;
};

const headOf = (search: NamedSearch, { count, page, pages }: HistoryPage): string => {
  if (count > 0)
    return `**Your pictures${describe(search)} here** · page ${page} of ${pages} · ${count} in all`;
  return search.family === undefined && search.text === undefined
    ? 'You have asked for no pictures here yet. Start with `/imagine` or `/gen`.'
    : `You have no pictures${describe(search)} here.`;
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
      ...buttonRows(
        jobs.map(({ job }, index) =>
          jobButton(job, 'again', {
            emoji: '🔄',
            label: `Again ${first + index}`,
            disabled: !isEnded(job) || job.state !== 'succeeded',
          }),
        ),
      ),
      ...buttonRows(
        jobs.map(({ job }, index) =>
          jobButton(job, 'details', { emoji: 'ℹ️', label: `Details ${first + index}` }),
        ),
      ),
      ...buttonRows([
        turn(key, 'Newer', page - 1, page > 1),
        turn(key, 'Older', page + 1, page < pages),
        searchButton(key),
        ...(key === everything ? [] : [turn(everything, 'Show all', 1, true)]),
      ]),
    ],
  };
};
