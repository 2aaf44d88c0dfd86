import { isUserError } from '../../lib/user-error.ts';
import { button, buttonRows } from '../../messages/components.ts';
import type { CustomId } from '../../messages/custom-id.ts';
import type { Words } from './language.ts';
import type { MessageBody } from './reply.ts';

/**
 * A panel. Where what it shows can't be read, it only offers to replace that: everything else on a panel changes a part of what
 * is there, and people opened it to keep the rest.
 */
export const panelOrReplacement = async (
  panel: Promise<MessageBody>,
  of: keyof Words['panels']['replace'],
  { id, words: { panels } }: { id: CustomId; words: Words },
): Promise<MessageBody> => {
  try {
    return await panel;
  } catch (error) {
    if (!isUserError(error, 'unreadable-choices')) throw error;
    const replace = button(id, panels.replace[of], { style: 'danger' });
    return { content: panels.unreadable, embeds: [], components: buttonRows([replace]) };
  }
};
