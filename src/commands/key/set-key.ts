import {
  ComponentType,
  TextInputStyle,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import type { Owner } from '../../services/accounts/accounts.ts';
import type { CurrentKey } from '../../services/accounts/key-rows.ts';
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../../services/accounts/keys.ts';
import type { CommandContext } from '../framework/command.ts';
import { keyOwner } from '../framework/key-owner.ts';
import { describeKey, verdictText } from './key-text.ts';
import { missingPermissionsText } from '../framework/preflight.ts';
import { privateText } from '../framework/reply.ts';
import type { Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const NAME = 'set-key';
const FIELD = 'key';

/** The form that asks for a key. An option of a command would stay readable in Discord's clients. */
export const keyModal = (): APIModalInteractionResponseCallbackData => ({
  custom_id: customId({ action: NAME, subject: 'here' }),
  title: 'API key for pictures',
  components: [
    {
      type: ComponentType.Label,
      label: 'API key',
      description: 'From the web console of the image service. It is stored sealed and never shown again.',
      component: {
        type: ComponentType.TextInput,
        custom_id: FIELD,
        style: TextInputStyle.Short,
        min_length: MIN_KEY_LENGTH,
        max_length: MAX_KEY_LENGTH,
      },
    },
  ],
});

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
  name: NAME,
  answers: 'privately',
  run: async ({ fields }, context) => {
    const { invocation, guilds, hasLeft } = context;
    const owner = keyOwner(invocation);
    const { [FIELD]: entered } = fields;
    const apiKey = guilds.keys.usable(typeof entered === 'string' ? entered : '');
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
