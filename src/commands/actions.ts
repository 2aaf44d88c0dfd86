import type { Action } from './framework/action.ts';
import { askAgain } from './card/ask-again.ts';
import { cardActions } from './card/card-actions.ts';
import { setDefault } from './defaults/set-default.ts';
import { askToErase, eraseData } from './privacy/erase-data.ts';
import { exportData } from './privacy/export-data.ts';
import { fetch } from './card/fetch.ts';
import { historyPage, historySearch } from './history/history-actions.ts';
import { limitsActions } from './limits/limits-actions.ts';
import { logDelete } from './card/log-delete.ts';
import { defaultsBack, presetDelete, presetForm, presetShow } from './defaults/presets.ts';
import { removeKey } from './key/remove-key.ts';
import { setKey } from './key/set-key.ts';
import { settingsActions } from './settings/settings-actions.ts';
import { show } from './card/show.ts';
import { stop } from './card/stop.ts';
import { tryAgain } from './card/try-again.ts';
import { tryQuota } from './key/try-quota.ts';
import { useCorrected } from './card/use-corrected.ts';
import { usageActions } from './usage/usage-actions.ts';

/** Everything that people can do to a card. A new action is one file and one line here. */
export const actions: readonly Action[] = [
  ...cardActions,
  stop,
  askAgain,
  tryAgain,
  show,
  fetch,
  setKey,
  removeKey,
  tryQuota,
  exportData,
  askToErase,
  eraseData,
  useCorrected,
  setDefault,
  defaultsBack,
  presetShow,
  presetForm,
  presetDelete,
  historyPage,
  historySearch,
  ...limitsActions,
  logDelete,
  ...settingsActions,
  ...usageActions,
];
