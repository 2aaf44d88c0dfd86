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
  accepted: 'The image service accepts this key.',
  refused: '**The image service declines this key.** Set a valid one with `/key set`.',
  'not-refused': "We couldn't confirm that the image service accepts this key, but it didn't decline it.",
  'not-asked': "We couldn't confirm this key, because the image service can't be reached right now.",
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
  modal(customId('set-key', 'here'), 'Set API key', [
    textField(FIELD, {
      label: 'API key',
      description: "From the image service's web console. It's stored encrypted and never shown again",
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
    what: `Set the API key with the fingerprint \`${fingerprint}\``,
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
      '**The API key is set.** New requests use it. Requests in progress still use the previous one.',
      describeKey(current),
      verdictText(verdict),
      missingPermissionsText(invocation),
    ];
    return privateText(lines.filter((line) => line !== '').join('\n\n'));
  },
};
