import { PermissionFlagsBits } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import { customId } from '../../messages/custom-id.ts';
import { chosenIn, modal, selectField } from '../../messages/forms.ts';
import { isDeleted } from '../../services/jobs/job.ts';
import { deleteAll, reasonField, reasonIn } from '../card/delete.ts';
import type { Action } from '../framework/action.ts';
import type { MessageCommand } from '../framework/command.ts';
import { FOR_ADMINS } from '../framework/may.ts';
import { privateText } from '../framework/reply.ts';
import { managedGuild } from '../framework/rights.ts';
import { jobOfMessage } from '../requests/references.ts';
import { block, timeField, TIMES } from './block-person.ts';

const PICTURES = 'pictures';

/** *Remove and block…* in a message's menu: one form deletes the pictures, and blocks whose they are. */
export const removeAndBlock: MessageCommand = {
  name: 'removeAndBlock',
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  answers: 'at-once',
  run: async (message, context) => {
    const { words } = context;
    const { title, pictures } = words.blocklist.removal;
    const job = await jobOfMessage(message, context);
    if (job?.guildId !== managedGuild(context.invocation)) return privateText(words.pictures.notACard);
    // Others post its pictures, too.
    const name = message.asker?.id === job.personId ? message.asker.name : undefined;
    const options = (['delete', 'keep'] as const).map((value) => ({
      label: pictures[value],
      value,
      default: value === 'delete',
    }));
    return {
      kind: 'modal',
      modal: modal(customId('remove-and-block', job.id), title(name), [
        selectField(PICTURES, { label: pictures.label, options }),
        timeField(TIMES, 'day', words),
        reasonField(words),
      ]),
    };
  },
};

/** Takes the form of {@link removeAndBlock}. */
export const removedAndBlocked: Action = {
  name: 'remove-and-block',
  may: FOR_ADMINS,
  answers: 'privately',
  run: async ({ subject: jobId, fields }, context) => {
    const job = await context.openJobs.find(jobId);
    if (!job) throw new UserError('job-not-found');
    const { words, invocation } = context;
    if (job.guildId !== managedGuild(invocation)) return privateText(words.pictures.notACard);
    const reason = reasonIn(fields);
    const blocked = await block(job.personId, { fields, reason }, context);
    const isDeleting = chosenIn(fields, PICTURES) === 'delete' && !isDeleted(job);
    const deleted = isDeleting ? [await deleteAll(job, context, reason)] : [];
    return privateText([blocked, ...deleted].join('\n'));
  },
};
