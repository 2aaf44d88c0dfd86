import type { Discord, InteractionResult } from '../../sandbox/discord/index.ts';
import { ComponentType } from 'discord-api-types/v10';

type Person = ReturnType<Discord['as']>;

/** A click on a component that the message has not got: a button, or with `values` a select. */
export const forgeClick = (
  person: Person,
  messageId: string,
  customId: string,
  values?: string[],
): Promise<InteractionResult> =>
  person.forge({ messageId }, 'component', {
    custom_id: customId,
    component_type: values ? ComponentType.StringSelect : ComponentType.Button,
    id: 1,
    ...(values && { values }),
  });

/** A modal that was never opened, as if from a component of the message. `texts` by the fields' names. */
export const forgeModal = (
  person: Person,
  messageId: string,
  customId: string,
  texts: Record<string, string> = {},
): Promise<InteractionResult> => {
  const components = Object.entries(texts).map(([name, value], index) => ({
    type: ComponentType.Label,
    id: index + 1,
    component: { type: ComponentType.TextInput, id: index + 100, custom_id: name, value },
  }));
  return person.forge({ messageId }, 'modal', { custom_id: customId, components });
};
