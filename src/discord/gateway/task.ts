import type { CommandContext } from '../../commands/framework/command.ts';
import type { Reply } from '../../commands/framework/reply.ts';
import { UserError } from '../../lib/user-error.ts';
import type { DeferMode } from './responder.ts';

/** What an interaction asks for. */
export interface Task {
  deferMode: DeferMode | ((context: CommandContext) => Promise<DeferMode>);
  run: (context: CommandContext) => Promise<Reply>;
}

const declining = (code: 'command-changed' | 'elsewhere' | 'interrupted' | 'store-away'): Task => ({
  deferMode: 'privately',
  run: () => Promise.reject(new UserError(code)),
});

/** Nothing of that name is known. */
export const COMMAND_CHANGED = declining('command-changed');
/** Another process has the jobs of that place. */
export const ELSEWHERE = declining('elsewhere');
/** Easel ends before the answer is there. */
export const INTERRUPTED = declining('interrupted');
/** The store can't be reached. */
export const STORE_AWAY = declining('store-away');
