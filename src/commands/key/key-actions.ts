import { button } from '../../messages/components.ts';
import type { Actions } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';
import { privateText } from '../framework/reply.ts';
import { keyOwner } from '../framework/rights.ts';
import { setKey } from './set-key.ts';

/** Confirms that the key is to be removed. */
export const removeKeyButton = () =>
  button(customId('remove-key', 'here'), 'Remove the key', { style: 'danger' });

/** Says that there is quota again. */
export const tryQuotaButton = () => button(customId('try-quota', 'here'), 'Try again', { style: 'primary' });

/** What people do about the key that pays. */
export const keyActions = {
  'set-key': setKey,

  /** Removes the key, after it was asked whether that is meant. */
  'remove-key': {
    answers: 'in-place',
    run: async (_use, { invocation, guilds }) => {
      const owner = keyOwner(invocation);
      const wasThere = await guilds.keys.remove(owner);
      const { guildId, personId } = owner;
      if (wasThere && guildId !== undefined)
        guilds.adminLog.record({ guildId, personId, what: 'removed the API key' });
      const content = wasThere
        ? '**The API key is removed.** What was asked for already still arrives.'
        : 'There is no API key here any more.';
      return { kind: 'update', message: { content, components: [] } };
    },
  },

  /** Lets the account that pays here try a single picture again, after its quota was used up. */
  'try-quota': {
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
  },
} satisfies Actions;
