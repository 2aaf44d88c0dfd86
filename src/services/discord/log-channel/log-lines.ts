import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import { customId } from '../../../commands/framework/custom-id.ts';
import { clip, duration, literal, oneLine } from '../../../messages/markup.ts';
import { buttonRows, type MessageBody } from '../../../commands/framework/reply.ts';
import type { AdminEvent } from '../../guilds/admin-log.ts';
import type { EndedJob, Failure } from '../../jobs/job.ts';

/** One line of the log channel. */
export interface LogLine {
  /** In Discord's markdown, with everything that a person wrote made harmless. */
  text: string;
  /** What can be done about it. */
  button?: { action: string; subject: string; label: string };
}

/**
 * Ten lines of at most 400 characters fit the 4,096 of an embed:
 * https://docs.discord.com/developers/resources/message#embed-object-embed-limits
 */
export const MAX_LINES_PER_MESSAGE = 10;
const LINE_LENGTH = 400;
const PROMPT_LENGTH = 80;
const REASON_LENGTH = 40;

const EMOJI = { succeeded: '✅', failed: '❌', 'timed-out': '⌛', unknown: '❔', stopped: '⏹️' } as const;

const short = (text: string, length: number): string => literal(oneLine(text, length));

const failureText = (failure: Failure): string => {
  switch (failure.kind) {
    case 'quota':
      return 'the quota is used up';
    case 'key-gone':
      return 'the key was taken away';
    case 'refused-key':
      return 'the service refuses the key';
    case 'unreachable':
      return 'the service could not be reached';
    case 'task-failed':
    case 'refused':
      return failure.reason === undefined ? 'no reason given' : short(failure.reason, REASON_LENGTH);
  }
};

/** The service's own words are left out where the prompt is: they may quote it. */
const privateFailureText = (failure: Failure): string =>
  failure.kind === 'task-failed' || failure.kind === 'refused'
    ? 'the service made no picture of it'
    : failureText(failure);

const outcomeOf = (job: EndedJob): string => {
  const took = duration(job.endedAt - (job.submittedAt ?? job.acceptedAt));
  switch (job.state) {
    case 'succeeded':
      return `done in ${took}`;
    case 'failed':
      return `failed: ${(job.target.ephemeral ? privateFailureText : failureText)(job.failure)}`;
    case 'timed-out':
      return `not done after ${took}`;
    case 'unknown':
      return 'outcome unknown';
    case 'stopped':
      return 'stopped before it was submitted';
  }
};

/** What the log channel tells of a job: of a private one neither the prompt, nor what may quote it, nor where its pictures are. */
export const jobLine = (job: EndedJob): LogLine => {
  const { guildId, channelId, messageId, ephemeral } = job.target;
  const { family, body } = job.submission;
  const head = [
    `${EMOJI[job.state]} <@${job.personId}> in <#${channelId}>`,
    family === 'artgen' ? '/imagine' : '/gen',
    outcomeOf(job),
  ];
  if (ephemeral || messageId === undefined)
    return { text: [...head, ephemeral ? 'private' : ''].join(' · ') };
  const link = `[open](https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${messageId})`;
  return {
    text: [...head, link, short(body.prompt, PROMPT_LENGTH)].join(' · '),
    button: { action: 'log-delete', subject: job.id, label: 'Delete' },
  };
};

/** What the log channel tells when the quota of the server's key is used up. */
export const quotaLine = (): LogLine => ({
  text: '🛠️ The image service says that the quota of the API key is used up. Nothing is submitted until it is topped up; it is tried again in an hour, after the next `/key set`, or with the button.',
  button: { action: 'try-quota', subject: 'here', label: 'Try again' },
});

/** What the log channel tells of something that an admin changed. */
export const adminLine = ({ personId, what, typed }: AdminEvent): LogLine => ({
  text: `🛠️ <@${personId}> · ${what}${typed === undefined ? '' : ` ${typed}`}`,
});

const buttonsOf = (lines: readonly LogLine[], numbered: boolean): APIButtonComponentWithCustomId[] => {
  const buttons = new Map<string, APIButtonComponentWithCustomId>();
  for (const [index, { button }] of lines.entries()) {
    if (!button) continue;
    const id = customId(button);
    // Discord takes each id once in a message. A job that was asked about once more can end twice.
    buttons.delete(id);
    buttons.set(id, {
      type: ComponentType.Button,
      style: ButtonStyle.Secondary,
      label: numbered ? `${button.label} ${index + 1}` : button.label,
      custom_id: id,
    });
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
  const missing = leftOut > 0 ? [`-# ${leftOut} lines before these could not be brought here in time.`] : [];
  return {
    embeds: [{ description: [...missing, ...shown].join('\n') }],
    components: buttonRows(buttonsOf(lines, numbered)),
  };
};
