import { compact } from '../../lib/lists.ts';
import { within } from '../../lib/clock.ts';
import { isBlank } from '../../lib/text.ts';
import { isUserError, type UserError, type UserErrorCode } from '../../lib/user-error.ts';
import { ENGLISH } from '../../messages/language.ts';
import type { Words } from '../../messages/words/words.ts';
import { button, buttonRows, type ActionRow } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { MAX_FIELD_LENGTH } from '../../messages/forms.ts';
import { excerpt, literal, oneLine } from '../../messages/markup.ts';
import { keptPart, type Ask } from '../../services/requests/ask.ts';
import type { CommandContext } from '../framework/context.ts';
import { serverOf } from '../framework/invocation.ts';
import { recordChange } from '../framework/record-change.ts';
import { setupHelp, withPromptBelow } from './set-up.ts';
import type { MessageBody } from '../../messages/message.ts';

/** After these the same request may be accepted later, or once an admin has done something. */
const PASSING: ReadonlySet<UserErrorCode> = new Set([
  'person-limit',
  'server-limit',
  'shared-key-limit',
  'paused',
  'queue-full',
  'no-key',
  'missing-role',
  'store-away',
]);
/** These are about the person: another prompt changes nothing. */
const OF_PERSON: ReadonlySet<UserErrorCode> = new Set([
  'banned',
  'barred',
  'missing-role',
  'no-pictures-allowed',
]);
/** The address of a hook is in no field of the form. */
const isCurable = (error: UserError): boolean =>
  !OF_PERSON.has(error.code) && !(isUserError(error, 'unusable-url') && error.facts.option === 'hook_url');

/** A slow store doesn't delay a refusal. */
const KEEP_WITHIN_MS = 500;

/** The buttons that go on with a refused request. None where it can't be kept. */
const goOnButtons = async (
  error: UserError,
  ask: Ask,
  { isSetUp }: { isSetUp: boolean },
  { drafts, clock, invocation: { personId, channelId }, words: { card } }: CommandContext,
): Promise<ActionRow[]> => {
  const { shownPrompt, request: asked } = ask;
  const mayEdit =
    shownPrompt === undefined && asked.options.prompt.length <= MAX_FIELD_LENGTH && isCurable(error);
  // The set-up offers that itself, once there is a key.
  const mayTry = PASSING.has(error.code) && !isSetUp;
  if (!mayEdit && !mayTry) return [];
  const kept = drafts.keep({ kind: 'request', personId, channelId, ...keptPart(ask) }).catch(() => undefined);
  const id = await within(KEEP_WITHIN_MS, kept, clock);
  if (id === undefined) return [];
  const { editPrompt, tryAgain } = card.buttons;
  return buttonRows([
    mayEdit && button(customId('edit-refused', id), editPrompt),
    mayTry && button(customId('try-refused', id), tryAgain),
  ]);
};

/**
 * The message of an error: with the prompt, and with buttons that go on where the error refuses a request.
 *
 * @param typed the prompt, where the person has typed one.
 * @param ask what is refused.
 */
export const refusalMessage = async (
  text: string,
  { error, typed, ask }: { error: unknown; typed: string | undefined; ask?: Ask | undefined },
  context: CommandContext,
): Promise<MessageBody> => {
  const prompt = typed ?? ask?.shownPrompt ?? ask?.request.options.prompt ?? '';
  // A form that was submitted twice was accepted once.
  if (isBlank(prompt) || isUserError(error, 'already-started')) return { content: text };
  const help = isUserError(error, 'no-key') ? await setupHelp(context) : undefined;
  const isSetUp = help !== undefined && help.components.length > 0;
  const goOn = isUserError(error) && ask ? await goOnButtons(error, ask, { isSetUp }, context) : [];
  const components = [...(help?.components ?? []), ...goOn];
  // People who may set the server up don't need the names of others who may.
  const head = isSetUp ? [] : [text];
  const content = withPromptBelow(compact([...head, help?.content]).join('\n'), prompt);
  return { content, ...(components.length > 0 && { components }) };
};

const LOGGED_LENGTH = 80;

const isLogged = (code: string): code is keyof Words['log']['refused'] =>
  Object.hasOwn(ENGLISH.log.refused, code);

/** Tells the server's log channel what its blocklist or limits refused, and to whom: without the prompt where that is private. */
export const recordRefusal = (
  error: unknown,
  { prompt, isPrivate }: { prompt: string; isPrivate: boolean },
  context: CommandContext,
): void => {
  const { invocation } = context;
  const guildId = serverOf(invocation);
  if (guildId === undefined || !isUserError(error) || !isLogged(error.code)) return;
  const { code } = error;
  // The rule, and not what it found: that may be the whole of a private prompt.
  const rule = error.facts !== undefined && 'rule' in error.facts ? error.facts.rule : '';
  const shown = isPrivate ? '' : `· ${literal(oneLine(prompt, LOGGED_LENGTH))}`;
  const typed = [rule === '' ? '' : excerpt(rule, LOGGED_LENGTH), shown]
    .filter((text) => text !== '')
    .join(' ');
  const period = error.facts !== undefined && 'period' in error.facts ? error.facts.period : 'day';
  const said = ({ log: { refused } }: Words) => {
    const text = refused[code];
    return typeof text === 'string' ? text : text(period);
  };
  const say = (words: Words) => `<#${invocation.channelId}> · ${said(words)}`;
  recordChange(context, guildId, say, { typed, kind: 'refusal' });
};
