import { ComponentType } from 'discord-api-types/v10';
import { hasPermission, Permission } from '../invocation.ts';
import type { CommandContext } from '../command.ts';
import { findSeenJob, NotYoursError } from './action.ts';
import type { Action } from './action.ts';
import { customId } from './custom-id.ts';

/** @throws JobNotFoundError, NotYoursError unless it is the person who asked for the picture, or a moderator. */
const mayDelete = async (jobId: string, context: CommandContext): Promise<void> => {
  const { personId } = await findSeenJob(jobId, context);
  const { invocation } = context;
  const isModerator =
    invocation.context === 'guild' && hasPermission(invocation.personPermissions, Permission.manageMessages);
  if (personId !== invocation.personId && !isModerator) throw new NotYoursError();
};

/**
 * Deletes a card, after asking once. It asks by a modal: what is handed in there brings a token by which even a message
 * that one person alone sees can be deleted.
 */
export const deleteCard = {
  name: 'delete',
  answers: 'at-once',
  run: async ({ subject: jobId }, context) => {
    await mayDelete(jobId, context);
    return {
      kind: 'modal',
      modal: {
        custom_id: customId({ action: 'delete', subject: jobId }),
        title: 'Delete this picture?',
        components: [
          { type: ComponentType.TextDisplay, content: 'The message is deleted for everybody, and for good.' },
        ],
      },
    };
  },
  form: {
    answers: 'in-place',
    run: async ({ subject: jobId }, context) => {
      await mayDelete(jobId, context);
      return { kind: 'delete' };
    },
  },
} as const satisfies Action;
