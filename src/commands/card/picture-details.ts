import { details } from './details.ts';
import { runAction } from '../framework/run-action.ts';
import type { MessageCommand } from '../framework/command.ts';
import { privateText } from '../framework/reply.ts';

/** *Picture details* in a message's menu: everything that is known of a card's job. */
export const pictureDetails: MessageCommand = {
  name: 'Picture details',
  answers: 'privately',
  run: async ({ id }, context) => {
    const job = await context.jobs.findByMessage(id);
    if (!job) return privateText('This is no card of mine, or its job is no longer kept.');
    return runAction('details', details, { subject: job.id, values: [], fields: {} }, context);
  },
};
