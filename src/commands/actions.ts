import type { ActionName } from '../messages/custom-id.ts';
import { blocklistActions } from './blocklist/rules.ts';
import { cardActions } from './card/card-actions.ts';
import { defaultsActions } from './defaults/defaults.ts';
import type { Action } from './framework/action.ts';
import { historyActions } from './history/history.ts';
import { keyActions } from './key/key.ts';
import { limitsActions } from './limits/limits.ts';
import { privacyActions } from './privacy.ts';
import { settingsActions } from './settings/settings.ts';
import { usageActions } from './usage/usage.ts';

/** Everything that people can do to a card or a panel. A row of the table of rights without its action does not compile. */
export const actions: Readonly<Record<ActionName, Action>> = {
  ...cardActions,
  ...keyActions,
  ...privacyActions,
  ...defaultsActions,
  ...historyActions,
  ...blocklistActions,
  ...limitsActions,
  ...settingsActions,
  ...usageActions,
};
