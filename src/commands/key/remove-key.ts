import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import { keyOwner } from '../framework/key-owner.ts';
import type { Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const NAME = 'remove-key';

/** Confirms that the key is to be removed. */
export const removeKeyButton = (): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Danger,
  label: 'Remove the key',
  custom_id: customId({ action: NAME, subject: 'here' }),
});

/** Removes the key, after it was asked whether that is meant. */
export const removeKey: Action = {
  name: NAME,
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
};
