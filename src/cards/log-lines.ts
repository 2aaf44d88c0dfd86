import {
  ComponentType,
  type APIButtonComponent,
  type APIEmbed,
  type APIMessage,
} from 'discord-api-types/v10';
import { customId, type CustomId } from '../messages/custom-id.ts';
import { button, buttonRows, isTaken } from '../messages/components.ts';
import { clip, duration, literal, oneLine, linkTo } from '../messages/markup.ts';
import type { Words } from '../messages/words/words.ts';
import type { AdminChange } from '../services/guilds/admin-log.ts';
import { hasPictures, promptOf, reasonIn, type EndedJob, type Failure } from '../services/jobs/job.ts';
import type { MessageBody } from '../messages/message.ts';
import { commandOf } from '../services/requests/families/index.ts';

/** One line of the log channel. */
export interface LogLine {
  /** The job whose picture and button it shows. */
  job?: EndedJob;
  /** In Discord's markdown, with everything that a person wrote made harmless. */
  text: string;
  /** An action about it. */
  button?: { id: CustomId; label: string; style?: 'danger' };
  thumbnailUrl?: string | undefined;
}

/**
 * Ten lines of at most 400 characters fit the 4,096 of an embed:
 * https://docs.discord.com/developers/resources/message#embed-object-embed-limits
 */
export const MAX_LINES_PER_MESSAGE = 10;
const LINE_LENGTH = 400;
const LOGGED_PROMPT_LENGTH = 80;
const REASON_LENGTH = 40;

const EMOJI = { succeeded: '✅', failed: '❌', 'timed-out': '⌛', unknown: '❔', stopped: '⏹️' } as const;

type LogWords = Words['log'];

const short = (text: string, length: number): string => literal(oneLine(text, length));

const failureText = (failure: Failure, { failures }: LogWords): string => {
  const reason = reasonIn(failure);
  return reason === undefined ? failures[failure.kind] : short(reason, REASON_LENGTH);
};

/** The service's own words are left out where the prompt is: they may quote it. */
const privateFailureText = ({ kind }: Failure, { failures, privateFailure }: LogWords): string =>
  kind === 'task-failed' || kind === 'refused' ? privateFailure : failures[kind];

const outcomeWords = (job: EndedJob, { log: words, states }: Words): string => {
  const took = duration(job.endedAt - (job.submittedAt ?? job.acceptedAt));
  switch (job.state) {
    case 'succeeded':
      return words.done(took);
    case 'failed':
      return words.failed((job.target.ephemeral ? privateFailureText : failureText)(job.failure, words));
    case 'timed-out':
      return words.timedOut(took);
    case 'unknown':
    case 'stopped':
      return states[job.state];
  }
};

/** Discord can't hide a thumbnail. */
const thumbnailOf = (job: EndedJob): string | undefined =>
  hasPictures(job) && job.spoiler !== true ? (job.result.gridUrl ?? job.result.pictureUrls[0]) : undefined;

/** The log channel's line about a job: for private jobs without the prompt, quotes of it, and the pictures. */
export const jobLine = (job: EndedJob, words: Words): LogLine => {
  const { log } = words;
  const { channelId, ephemeral } = job.target;
  const { family } = job.submission;
  const head = [
    `${EMOJI[job.state]} ${log.job(`<@${job.personId}>`, `<#${channelId}>`)}`,
    commandOf(family),
    outcomeWords(job, words),
  ];
  const link = linkTo(job.target);
  if (link === undefined) return { text: [...head, ephemeral ? log.private : ''].join(' · ') };
  return {
    job,
    text: [...head, `[${log.open}](${link})`, short(promptOf(job), LOGGED_PROMPT_LENGTH)].join(' · '),
    button: { id: customId('log-delete', job.id), label: log.delete, style: 'danger' },
    thumbnailUrl: thumbnailOf(job),
  };
};

/** The log channel's line about the image service, or the server's own key. */
export const newsLine = (news: keyof LogWords['news'], { log }: Words): LogLine => ({
  text: `🛠️ ${log.news[news]}`,
});

/** The log channel's line about an admin's change, or about a request that the server's rules refused. */
export const adminLine = ({ kind, personId, say, typed }: AdminChange, language: string): LogLine => ({
  text: `${kind === 'change' ? '🛠️' : '🚫'} <@${personId}> · ${say(language)}${typed === undefined ? '' : ` ${typed}`}`,
});

const buttonsOf = (lines: readonly LogLine[], numbered: boolean): APIButtonComponent[] => {
  const buttons = new Map<CustomId, APIButtonComponent>();
  for (const [index, line] of lines.entries()) {
    if (!line.button) continue;
    const { id, label, style = 'secondary' } = line.button;
    // Discord takes each id once in a message. A job that was asked about once more can end twice.
    buttons.delete(id);
    buttons.set(id, button(id, numbered ? `${label} ${index + 1}` : label, { style }));
  }
  return [...buttons.values()];
};

const embedsOf = (lines: readonly { text: string; url: string | undefined }[]): APIEmbed[] => {
  const embeds: APIEmbed[] = [];
  for (const { text, url } of lines) {
    const last = embeds.at(-1);
    // An embed has one thumbnail.
    if (url !== undefined) embeds.push({ description: text, thumbnail: { url } });
    else if (!last || last.thumbnail) embeds.push({ description: text });
    else last.description = `${last.description}\n${text}`;
  }
  return embeds;
};

/**
 * A message of the log channel.
 *
 * @param lines at most {@link MAX_LINES_PER_MESSAGE}; several are numbered, so that people see which button is for which.
 */
export const logMessage = (lines: readonly LogLine[]): MessageBody => {
  const numbered = lines.length > 1;
  const shown = lines.map(({ text }, index) => {
    const line = clip(text, LINE_LENGTH);
    return numbered ? `**${index + 1}** ${line}` : line;
  });
  const pictured = shown.map((text, index) => {
    const url = lines[index]?.thumbnailUrl;
    return { text, url: url !== undefined && isTaken(url) ? url : undefined };
  });
  return {
    embeds: embedsOf(pictured),
    components: buttonRows(buttonsOf(lines, numbered)),
  };
};

/** Its person's words and where it stood come behind this. */
const PLACE = ' · [';

/**
 * A message of the log channel in which one line shows nothing of its job any more.
 *
 * @param line which one, from 1.
 * @param note what it says instead; absent: neither prompt nor link stay.
 */
export const withoutJob = (
  { embeds, components }: Pick<APIMessage, 'embeds' | 'components'>,
  { jobId, line, note }: { jobId: string; line: number; note: string | undefined },
): MessageBody => {
  const lines = embeds.flatMap(({ description, thumbnail }) =>
    (description ?? '').split('\n').map((text) => ({ text, url: thumbnail?.url })),
  );
  const mark = `**${line}** `;
  const index = Math.max(
    0,
    lines.findIndex(({ text }) => text.startsWith(mark)),
  );
  const text = lines[index]?.text ?? '';
  const ending = note === undefined ? '' : ` · ${note}`;
  const kept = note === undefined ? (text.split(PLACE, 1)[0] ?? '') : clip(text, LINE_LENGTH - ending.length);
  const changed = lines.with(index, {
    text: text.endsWith(ending) && ending !== '' ? text : kept + ending,
    url: undefined,
  });
  const left = (components ?? []).flatMap((one) =>
    one.type === ComponentType.ActionRow ? one.components : [],
  );
  const buttons = left
    .filter((part) => part.type === ComponentType.Button)
    .filter((part) => !('custom_id' in part) || part.custom_id !== customId('log-delete', jobId));
  return { embeds: embedsOf(changed), components: buttonRows(buttons) };
};
