import { UserError } from '../../lib/user-error.ts';
import { modal, textField, textOf, type Modal } from '../../messages/forms.ts';
import { relativeTime } from '../../messages/markup.ts';
import type { Owner } from '../../services/accounts/accounts.ts';
import type { KeyVerdict } from '../../services/accounts/key-check.ts';
import type { CurrentKey } from '../../services/accounts/key-rows.ts';
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../../services/accounts/keys.ts';
import type { Action } from '../framework/action.ts';
import type { CommandContext } from '../framework/command.ts';
import { customId } from '../../messages/custom-id.ts';
import { missingPermissionsText } from '../framework/preflight.ts';
import { privateText } from '../framework/reply.ts';
import { keyOwner } from '../framework/rights.ts';

const FIELD = 'key';

const VERDICTS: Record<KeyVerdict, string> = {
  accepted: 'The image service accepts it now.',
  refused: '**The image service refuses it now.** Set a valid one with `/key set`.',
  'not-refused': 'Whether the image service accepts it is unknown: it answered, and did not refuse it.',
  'not-asked': 'Whether the image service accepts it is unknown: it could not be asked just now.',
};

/** What the service makes of a key, in words. */
export const verdictText = (verdict: KeyVerdict): string => VERDICTS[verdict];

/** How a key may be shown: who set it and when, its fingerprint and its end. */
export const describeKey = ({ setBy, setAt, fingerprint, lastFour }: CurrentKey): string =>
  [
    `Set by <@${setBy}> ${relativeTime(setAt)}`,
    `Fingerprint \`${fingerprint}\`${lastFour === undefined ? '' : `, last four characters \`${lastFour}\``}`,
  ].join('\n');

/** The form that asks for a key. An option of a command would stay readable in Discord's clients. */
export const keyModal = (): Modal =>
  modal(customId('set-key', 'here'), 'API key for pictures', [
    textField(FIELD, {
      label: 'API key',
      description: 'From the web console of the image service. It is stored sealed and never shown again.',
      minLength: MIN_KEY_LENGTH,
      maxLength: MAX_KEY_LENGTH,
    }),
  ]);

const tell = (
  { guildId, personId }: Owner,
  { fingerprint }: CurrentKey,
  { guilds }: CommandContext,
): void => {
  if (guildId === undefined) return;
  guilds.adminLog.record({
    guildId,
    personId,
    what: `set the API key with the fingerprint \`${fingerprint}\``,
  });
};

/** Tests and keeps the key that was entered. */
export const setKey: Action = {
  answers: 'privately',
  run: async ({ fields }, context) => {
    const { invocation, guilds, hasLeft } = context;
    const owner = keyOwner(invocation);
    const apiKey = guilds.keys.usable(textOf(fields, FIELD));
    if (owner.guildId !== undefined && (await hasLeft(owner.guildId))) throw new UserError('bot-absent');
    const verdict = await guilds.checkKey(apiKey);
    if (verdict === 'refused') throw new UserError('refused-key');
    const current = await guilds.keys.set(owner, apiKey, owner.personId);
    guilds.quotas.reopen(current.fingerprint);
    tell(owner, current, context);
    const lines = [
      '**The API key is set.** New pictures use it; those that were asked for already go on with the one before.',
      describeKey(current),
      verdictText(verdict),
      missingPermissionsText(invocation),
    ];
    return privateText(lines.filter((line) => line !== '').join('\n\n'));
  },
};
