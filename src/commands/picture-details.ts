import { details } from './actions/details.ts';
import { runAction } from './actions/run-action.ts';
import type { MessageCommand } from './command.ts';
import { privateText } from './reply.ts';

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
