import { ComponentType } from 'discord-api-types/v10';
import type { Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

/**
 * Deletes a card, after asking once. It asks by a modal: what is handed in there brings a token by which even a message
 * that one person alone sees can be deleted.
 */
export const deleteCard = {
  name: 'delete',
  answers: 'at-once',
  run: ({ subject: jobId }) =>
    Promise.resolve({
      kind: 'modal',
      modal: {
        custom_id: customId({ action: 'delete', subject: jobId }),
        title: 'Delete this picture?',
        components: [
          { type: ComponentType.TextDisplay, content: 'The message is deleted for everybody, and for good.' },
        ],
      },
    }),
  form: {
    answers: 'in-place',
    run: () => Promise.resolve({ kind: 'delete' }),
  },
} as const satisfies Action;
