import type { APIButtonComponent } from 'discord-api-types/v10';
import { customId, type CustomId } from '../../../messages/custom-id.ts';
import { linkTo } from '../../../commands/framework/reply-targets.ts';
import { button, buttonRows } from '../../../messages/components.ts';
import { clip, commandOf, duration, literal, oneLine } from '../../../messages/markup.ts';
import type { MessageBody } from '../../../commands/framework/reply.ts';
import { isShared, type Account } from '../../accounts/account.ts';
import type { AdminChange } from '../../guilds/admin-log.ts';
import { type EndedJob, type Failure, promptOf } from '../../jobs/job.ts';

/** One line of the log channel. */
export interface LogLine {
  /** In Discord's markdown, with everything that a person wrote made harmless. */
  text: string;
  /** What can be done about it. */
  button?: { id: CustomId; label: string };
}

/**
 * Ten lines of at most 400 characters fit the 4,096 of an embed:
 * https://docs.discord.com/developers/resources/message#embed-object-embed-limits
 */
export const MAX_LINES_PER_MESSAGE = 10;
const LINE_LENGTH = 400;
const PROMPT_LENGTH = 80;
const REASON_LENGTH = 40;

const QUOTA_EXHAUSTED =
  'The image service says that the quota of the API key is used up. Nothing is submitted until it is topped up. That is tried again in a minute, then more and more rarely, and after the next `/key set`.';

const EMOJI = { succeeded: '✅', failed: '❌', 'timed-out': '⌛', unknown: '❔', stopped: '⏹️' } as const;

const short = (text: string, length: number): string => literal(oneLine(text, length));

const failureText = (failure: Failure): string => {
  switch (failure.kind) {
    case 'quota':
      return 'the quota is used up';
    case 'key-gone':
      return 'the API key was removed';
    case 'refused-key':
      return 'the image service declined the API key';
    case 'unreachable':
      return "the image service couldn't be reached";
    case 'task-failed':
    case 'refused':
      return failure.reason === undefined ? 'no reason given' : short(failure.reason, REASON_LENGTH);
  }
};

/** The service's own words are left out where the prompt is: they may quote it. */
const privateFailureText = (failure: Failure): string =>
  failure.kind === 'task-failed' || failure.kind === 'refused'
    ? "the image service couldn't make this"
    : failureText(failure);

const outcomeOf = (job: EndedJob): string => {
  const took = duration(job.endedAt - (job.submittedAt ?? job.acceptedAt));
  switch (job.state) {
    case 'succeeded':
      return `done in ${took}`;
    case 'failed':
      return `failed: ${(job.target.ephemeral ? privateFailureText : failureText)(job.failure)}`;
    case 'timed-out':
      return job.unfollowed ? `no longer followed after ${took}` : `timed out after ${took}`;
    case 'unknown':
      return 'unconfirmed';
    case 'stopped':
      return 'stopped';
  }
};

/** What the log channel tells of a job: of a private one neither the prompt, nor what may quote it, nor where its pictures are. */
export const jobLine = (job: EndedJob): LogLine => {
  const { channelId, ephemeral } = job.target;
  const { family } = job.submission;
  const head = [
    `${EMOJI[job.state]} <@${job.personId}> in <#${channelId}>`,
    commandOf(family),
    outcomeOf(job),
  ];
  const link = linkTo(job.target);
  if (link === undefined) return { text: [...head, ephemeral ? 'private' : ''].join(' · ') };
  return {
    text: [...head, `[open](${link})`, short(promptOf(job), PROMPT_LENGTH)].join(' · '),
    button: { id: customId('log-delete', job.id), label: 'Delete' },
  };
};

/** What the log channel tells when the quota of the key that pays is used up. */
export const quotaLine = (account: Account): LogLine =>
  isShared(account)
    ? { text: `🛠️ ${QUOTA_EXHAUSTED} It belongs to whoever runs this bot.` }
    : {
        text: `🛠️ ${QUOTA_EXHAUSTED}`,
        button: { id: customId('try-quota', 'here'), label: 'Try again' },
      };

/** What the log channel tells of something that an admin changed. */
export const adminLine = ({ personId, what, typed }: AdminChange): LogLine => ({
  text: `🛠️ <@${personId}> · ${what}${typed === undefined ? '' : ` ${typed}`}`,
});

const buttonsOf = (lines: readonly LogLine[], numbered: boolean): APIButtonComponent[] => {
  const buttons = new Map<CustomId, APIButtonComponent>();
  for (const [index, line] of lines.entries()) {
    if (!line.button) continue;
    const { id, label } = line.button;
    // Discord takes each id once in a message. A job that was asked about once more can end twice.
    buttons.delete(id);
    buttons.set(id, button(id, numbered ? `${label} ${index + 1}` : label));
  }
  return [...buttons.values()];
};

/**
 * A message of the log channel.
 *
 * @param lines at most {@link MAX_LINES_PER_MESSAGE}; several are numbered, so that people see which button is for which.
 * @param leftOut how many lines before these were dropped, because the channel did not take them fast enough.
 */
export const logMessage = (lines: readonly LogLine[], leftOut: number): MessageBody => {
  const numbered = lines.length > 1;
  const shown = lines.map(({ text }, index) => {
    const line = clip(text, LINE_LENGTH);
    return numbered ? `**${index + 1}** ${line}` : line;
  });
  const missing = leftOut > 0 ? [`-# ${leftOut} earlier lines couldn't be delivered.`] : [];
  return {
    embeds: [{ description: [...missing, ...shown].join('\n') }],
    components: buttonRows(buttonsOf(lines, numbered)),
  };
};
