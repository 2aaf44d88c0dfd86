import { modal, paragraph } from '../../messages/forms.ts';
import { findJob, type Action } from '../framework/action.ts';
import { customId } from '../../messages/custom-id.ts';
import { recordChange } from '../framework/record-change.ts';
import { privateText } from '../framework/reply.ts';

/**
 * Deletes a card after a confirmation. The confirmation is a form, because submitting it brings a token that can even delete a
 * private message.
 */
export const deleteCard = {
  answers: 'at-once',
  run: ({ subject: jobId }, { words: { forms } }) =>
    Promise.resolve({
      kind: 'modal',
      modal: modal(customId('delete', jobId), forms.deleteMessage, [paragraph(forms.deleteMeaning)]),
    }),
  form: {
    answers: 'in-place',
    run: () => Promise.resolve({ kind: 'delete' }),
  },
} as const satisfies Action;

/** Deletes the card of a job of this server, from a line of its log channel. */
export const logDelete: Action = {
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const { messenger, words } = context;
    const { personId, guildId, target } = await findJob(jobId, context);
    const { channelId, messageId } = target;
    if (messageId !== undefined) await messenger.deleteMessage(channelId, messageId);
    if (guildId !== undefined)
      recordChange(context, guildId, ({ log }) =>
        log.changes.deletedPicture(`<@${personId}>`, `<#${channelId}>`),
      );
    return privateText(words.pictures.deleted);
  },
};
