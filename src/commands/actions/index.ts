import type { Action } from './action.ts';
import { askAgain } from './ask-again.ts';
import { fetch } from './fetch.ts';
import { show } from './show.ts';
import { stop } from './stop.ts';
import { tryAgain } from './try-again.ts';

/** Everything that people can do to a card. A new action is one file and one line here. */
export const actions: readonly Action[] = [stop, askAgain, tryAgain, show, fetch];
