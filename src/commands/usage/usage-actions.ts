import { RETENTION_DAYS } from '../../services/usage/tallies.ts';
import { toCsv } from '../../services/usage/summary.ts';
import { ownerOf } from '../../services/usage/usage.ts';
import { usageMessage } from './usage-message.ts';
import { readDays } from './usage-report.ts';
import type { Action } from '../framework/action.ts';

/** Shows one's own usage, or everybody's. */
const usageShow: Action = {
  name: 'usage-show',
  answers: 'in-place',
  run: async ({ subject }, context) => {
    const scope = subject === 'all' ? 'all' : 'own';
    return { kind: 'update', ...(await usageMessage(scope, context)) };
  },
};

/** Hands out all that is counted, as a file: in a server to admins, in direct messages to the person whose it is. */
const usageFile: Action = {
  name: 'usage-file',
  answers: 'privately',
  run: async (_use, { invocation, guilds }) => {
    const days = await readDays(guilds.usage, ownerOf(invocation), RETENTION_DAYS);
    const today = days.at(-1)?.label ?? '';
    return {
      kind: 'private',
      message: { content: 'One line for each day, person and command. Days without pictures are left out.' },
      files: [
        {
          name: `easel-usage-${today}.csv`,
          data: Buffer.from(toCsv(days), 'utf8'),
          contentType: 'text/csv',
          altText: 'Usage by day, person and command',
        },
      ],
    };
  },
};

/** What people do to what `/usage` shows. */
export const usageActions: readonly Action[] = [usageShow, usageFile];
