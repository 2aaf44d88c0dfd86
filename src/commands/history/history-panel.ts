import type { APIEmbed } from 'discord-api-types/v10';
import {
  button,
  buttonRows,
  OPTION_LENGTH,
  row,
  select,
  turnButtons,
  type Row,
} from '../../messages/components.ts';
import { commandOf, excerpt, oneLine, quote, relativeTime } from '../../messages/markup.ts';
import { isEnded, type Job, promptOf } from '../../services/jobs/job.ts';
import { customId, type CustomId } from '../../messages/custom-id.ts';
import { linkTo } from '../framework/reply-targets.ts';
import type { Words } from '../framework/language.ts';
import type { MessageBody } from '../framework/reply.ts';
import type { HistoryPage, Search } from './history-page.ts';

const PROMPT_LENGTH = 200;
const SEARCH_LENGTH = 100;

const isDeleted = (job: Job): boolean => isEnded(job) && job.deletedAt !== undefined;

const stateOf = (job: Job, { history, states }: Words): string =>
  isDeleted(job) ? history.deleted : states[job.state];

const embedOf = (
  { job, thumbnailUrl }: HistoryPage['shown'][number],
  number: number,
  words: Words,
): APIEmbed => {
  const { history } = words;
  const link = linkTo(job.target);
  const head = `**${number}.** ${commandOf(job.submission.family)} · ${stateOf(job, words)} · ${relativeTime(job.acceptedAt)}`;
  const where = link === undefined ? history.private : `[${history.jump}](${link})`;
  return {
    description: [head, quote(promptOf(job), PROMPT_LENGTH), ...(isDeleted(job) ? [] : [where])].join('\n'),
    ...(thumbnailUrl !== undefined && { thumbnail: { url: thumbnailUrl } }),
  };
};

/** The custom id of a button that knows the search. */
export const searchId = (
  action: 'history' | 'history-search' | 'open-request',
  { family, text }: Search,
  page: number,
): CustomId => customId(action, family ?? 'all', page, text);

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

/** The menu that opens one of the page's jobs. */
const chooseRow = (search: Search, { shown, first, page }: HistoryPage, words: Words): Row => {
  const options = shown.map(({ job }, index) => ({
    label: oneLine(`${first + index}. ${promptOf(job)}`, OPTION_LENGTH),
    value: job.id,
    description: `${commandOf(job.submission.family)} · ${stateOf(job, words)}`,
  }));
  return row(select(searchId('open-request', search, page), words.history.choose, options));
};

/** A page of a person's jobs. */
export const historyPanel = (search: Search, found: HistoryPage, words: Words): MessageBody => {
  const { history } = words;
  const { shown, first } = found;
  const turns = turnButtons(found, (page) => searchId('history', search, page), [
    history.newer,
    history.older,
  ]);
  const isForAll = search.family === undefined && search.text === undefined;
  return {
    content: headOf(search, found, words),
    embeds: shown.map((entry, index) => embedOf(entry, first + index, words)),
    components: [
      ...(shown.length > 0 ? [chooseRow(search, found, words)] : []),
      ...buttonRows([
        ...turns,
        ...(shown.length === 0 && isForAll
          ? []
          : [button(searchId('history-search', search, 1), history.search, { style: 'primary' })]),
        ...(isForAll ? [] : [button(searchId('history', {}, 1), history.showAll)]),
      ]),
    ],
  };
};
