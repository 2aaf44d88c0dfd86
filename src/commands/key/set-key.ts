import { compact } from '../../lib/lists.ts';
import { isUserError, UserError } from '../../lib/user-error.ts';
import { button, buttonRows } from '../../messages/components.ts';
import { modal, textField, textOf, type FieldValues, type Modal } from '../../messages/forms.ts';
import { relativeTime } from '../../messages/markup.ts';
import type { CurrentApiKey } from '../../services/accounts/api-key-rows.ts';
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH, usableKey } from '../../services/accounts/account.ts';
import type { Action } from '../framework/action.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Words } from '../../messages/words/words.ts';
import { customId } from '../../messages/custom-id.ts';
import { missingPermissionsText } from '../framework/preflight.ts';
import { recordChange } from '../framework/record-change.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { keyOwner } from '../framework/rights.ts';

const FIELD = 'key';

/** The public facts about a key: its setter, time and last four characters. */
export const describeKey = ({ setBy, setAt, lastFour }: CurrentApiKey, { key }: Words): string =>
  compact([
    key.setBy(`<@${setBy}>`, relativeTime(setAt)),
    lastFour !== undefined && key.lastFour(lastFour),
  ]).join('\n');

/** The form that asks for a key. An option of a command would stay readable in Discord's clients. */
export const keyModal = ({ key: { form } }: Words, id = customId('set-key')): Modal =>
  modal(id, form.title, [
    textField(FIELD, {
      label: form.label,
      description: form.description,
      minLength: MIN_KEY_LENGTH,
      maxLength: MAX_KEY_LENGTH,
    }),
  ]);

/**
 * Tests and keeps the key that was entered.
 *
 * @returns what there is to say about it
 * @throws UserError unusable-key, bot-absent, refused-key, missing-right
 */
export const keepKey = async (fields: FieldValues, context: CommandContext): Promise<string[]> => {
  const { invocation, accounts, apiKeys, submitter, membership, words } = context;
  const owner = keyOwner(invocation);
  const apiKey = usableKey(textOf(fields, FIELD));
  if (owner.guildId !== undefined && (await membership.hasLeft(owner.guildId)))
    throw new UserError('bot-absent');
  const verdict = await accounts.check(apiKey);
  if (verdict === 'refused') throw new UserError('refused-key');
  const current = await apiKeys.set(owner, apiKey, owner.personId);
  const { guildId } = owner;
  if (guildId !== undefined)
    recordChange(context, guildId, ({ log }) => log.changes.keySet(current.lastFour));
  const moved = await submitter.followKey(owner);
  return compact([
    words.key.set,
    moved > 0 && words.key.moved(moved),
    describeKey(current, words),
    words.key.verdicts[verdict],
    missingPermissionsText(invocation, words),
  ]).filter((line) => line !== '');
};

/** The form of `/key set`, and the button that opens it once more after a key that can't be used. */
export const setKey: Action = {
  name: 'set-key',
  may: { subject: 'key', message: 'any' },
  answers: 'at-once',
  run: (_use, { words }) => ({ kind: 'modal', modal: keyModal(words) }),
  form: {
    answers: 'privately',
    run: async ({ fields }, context) => {
      try {
        return privateText((await keepKey(fields, context)).join('\n\n'));
      } catch (error) {
        const { errors, key } = context.words;
        const again = button(customId('set-key'), key.form.title, { style: 'primary' });
        const retry = (content: string): Reply => ({
          kind: 'private',
          message: { content, components: buttonRows([again]) },
        });
        if (isUserError(error, 'unusable-key')) return retry(errors['unusable-key'](error.facts));
        if (isUserError(error, 'refused-key')) return retry(errors['refused-key'](undefined));
        throw error;
      }
    },
  },
};
