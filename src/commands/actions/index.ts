import type { Action } from './action.ts';
import { askAgain } from './ask-again.ts';
import { cardActions } from './cards.ts';
import { setDefault } from './default.ts';
import { askToErase, eraseData } from './erase-data.ts';
import { exportData } from './export-data.ts';
import { fetch } from './fetch.ts';
import { historyPage, historySearch } from './history.ts';
import { limitsActions } from './limits.ts';
import { logDelete } from './log-delete.ts';
import { defaultsBack, presetDelete, presetForm, presetShow } from './presets.ts';
import { removeKey } from './remove-key.ts';
import { setKey } from './set-key.ts';
import { settingsActions } from './settings.ts';
import { show } from './show.ts';
import { stop } from './stop.ts';
import { tryAgain } from './try-again.ts';
import { tryQuota } from './try-quota.ts';
import { useCorrected } from './use-corrected.ts';
import { usageActions } from './usage.ts';

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
