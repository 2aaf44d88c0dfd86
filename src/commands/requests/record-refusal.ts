import { isUserError } from '../../lib/user-error.ts';
import { excerpt, literal, oneLine } from '../../messages/markup.ts';
import type { CommandContext } from '../framework/command.ts';
import { serverOf } from '../framework/invocation.ts';
import type { Words } from '../framework/language.ts';
import { recordChange } from '../framework/record-change.ts';

const PROMPT_LENGTH = 80;

const isRefusal = (code: string): code is keyof Words['log']['refused'] =>
  ['blocked-prompt', 'blocked-picture', 'banned'].includes(code) ||
  ['no-pictures-allowed', 'person-daily-limit', 'server-daily-limit'].includes(code) ||
  ['person-monthly-limit', 'server-monthly-limit'].includes(code);

/** Tells the server's log channel what its blocklist or limits refused, and to whom: without the prompt where that is private. */
export const recordRefusal = (
  error: unknown,
  { prompt, isPrivate }: { prompt: string; isPrivate: boolean },
  context: CommandContext,
): void => {
  const { invocation } = context;
  const guildId = serverOf(invocation);
  if (guildId === undefined || !isUserError(error) || !isRefusal(error.code)) return;
  const { code } = error;
  // The rule, and not what it found: that may be the whole of a private prompt.
  const rule = error.facts !== undefined && 'part' in error.facts ? error.facts.rule : '';
  const shown = isPrivate ? '' : `· ${literal(oneLine(prompt, PROMPT_LENGTH))}`;
  const typed = [rule === '' ? '' : excerpt(rule, PROMPT_LENGTH), shown]
    .filter((text) => text !== '')
    .join(' ');
  const say = ({ log }: Words) => `<#${invocation.channelId}> · ${log.refused[code]}`;
  recordChange(context, guildId, say, { typed, kind: 'refusal' });
};
