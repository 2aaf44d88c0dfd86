import type { Action } from './action.ts';
import { askAgain } from './ask-again.ts';
import { fetch } from './fetch.ts';
import { limitsEdit } from './limits-edit.ts';
import { limitsExempt } from './limits-exempt.ts';
import { limitsNumbers } from './limits-numbers.ts';
import { limitsClear, limitsRole, limitsRoleSet } from './limits-role.ts';
import { settingsActions } from './settings.ts';
import { show } from './show.ts';
import { stop } from './stop.ts';
import { tryAgain } from './try-again.ts';

/** Everything that people can do to a card. A new action is one file and one line here. */
export const actions: readonly Action[] = [stop, askAgain, tryAgain, show, fetch, limitsEdit, limitsNumbers, limitsRole, limitsRoleSet, limitsClear, limitsExempt, ...settingsActions];
