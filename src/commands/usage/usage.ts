import { ownerOf } from '../../services/usage/owners.ts';
import { RETENTION_DAYS } from '../../services/usage/usage.ts';
import type { Action } from '../framework/action.ts';
import { defineCommand } from '../framework/command.ts';
import { FOR_OWN_OR_SERVER_ON_PANEL } from '../framework/may.ts';
import { managesServer, ownerHere } from '../framework/invocation.ts';
import { usageMessage } from './usage-message.ts';
import { readDays, toCsv } from './usage-report.ts';

/** `/usage`: requests and their outcomes; the whole server's for admins, one's own for others. */
export const usage = defineCommand({
  name: 'usage',
  answers: 'privately',
  run: async (_values, context) => ({
    kind: 'private',
    ...(await usageMessage(managesServer(context.invocation) ? 'server' : 'own', context)),
  }),
});

/** The actions of `/usage`. */
export const usageActions: readonly Action[] = [
  /** Shows one's own usage, or everybody's. */
  {
    name: 'usage-show',
    may: FOR_OWN_OR_SERVER_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject }, context) => {
      const scope = subject === 'server' ? 'server' : 'own';
      return { kind: 'update', ...(await usageMessage(scope, context)) };
    },
  },

  /** Gives all that is counted, as a file: in a server to admins, in direct messages to the person whose it is. */
  {
    name: 'usage-file',
    may: { subject: 'all-usage', message: 'any' },
    answers: 'privately',
    run: async (_use, { invocation, usage: ledger, words: { usage: texts } }) => {
      const days = await readDays(ledger, ownerOf(ownerHere(invocation)), RETENTION_DAYS);
      const today = days.at(-1)?.label ?? '';
      return {
        kind: 'private',
        message: { content: texts.file },
        files: [
          {
            name: `easel-usage-${today}.csv`,
            data: Buffer.from(toCsv(days), 'utf8'),
            altText: texts.fileAltText,
          },
        ],
      };
    },
  },
];
