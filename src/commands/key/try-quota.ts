import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import { keyOwner } from '../framework/key-owner.ts';
import { privateText } from '../framework/reply.ts';
import type { Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const NAME = 'try-quota';

/** Says that there is quota again. */
export const tryQuotaButton = (): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Primary,
  label: 'Try again',
  custom_id: customId({ action: NAME, subject: 'here' }),
});

/** Lets the account that pays here try a single picture again, after its quota was used up. */
export const tryQuota: Action = {
  name: NAME,
  answers: 'privately',
  run: async (_use, { invocation, guilds }) => {
    const { accounts, quotas, adminLog } = guilds;
    const owner = keyOwner(invocation);
    const { id } = await accounts.of(owner);
    if (!quotas.stateOf(id))
      return privateText('Pictures are being made as usual: the quota is not used up.');
    quotas.reopen(id);
    const { guildId, personId } = owner;
    if (guildId !== undefined)
      adminLog.record({ guildId, personId, what: 'wants the image quota to be tried again' });
    return privateText(
      'The next picture that somebody asks for is tried. When it is taken, everything goes on as usual.',
    );
  },
};
