import { blocklist, blocklistActions } from './blocklist/blocklist.ts';
import { removeAndBlock, removedAndBlocked } from './blocklist/remove-and-block.ts';
import { cardActions } from './card/card-actions.ts';
import { pictureDetails } from './card/details.ts';
import { editThisPicture } from './card/edit-picture.ts';
import { useInEasel } from './card/tray.ts';
import { defaults, defaultsActions } from './defaults/defaults.ts';
import type { Action } from './framework/action.ts';
import { correcting } from './framework/correct.ts';
import type { MessageCommand, TopLevelCommand } from './framework/command.ts';
import { gen } from './gen.ts';
import { help, helpPage } from './help.ts';
import { history, historyActions } from './history/history.ts';
import { imagine } from './imagine.ts';
import { key, keyActions } from './key/key.ts';
import { limits, limitsActions } from './limits/limits.ts';
import { operatorActions } from './operator.ts';
import { privacy, privacyActions } from './privacy/privacy.ts';
import { settings, settingsActions } from './settings/settings.ts';
import { styles, stylesActions } from './styles/styles.ts';
import { usage, usageActions } from './usage/usage.ts';

/** Everything that people can type, in the order in which they see it. A new command is one file and one line here. */
export const commands: readonly TopLevelCommand[] = [
  imagine,
  gen,
  history,
  usage,
  styles,
  defaults,
  privacy,
  key,
  limits,
  settings,
  blocklist,
  help,
];

/** Everything that people find in a message's context menu. */
export const messageCommands: readonly MessageCommand[] = [
  useInEasel,
  editThisPicture,
  pictureDetails,
  removeAndBlock,
];

/** All actions with a form of their own, or none. A new one is one file and one line here. */
const own: readonly Action[] = [
  ...cardActions,
  ...keyActions,
  helpPage,
  ...privacyActions,
  ...stylesActions,
  ...defaultsActions,
  ...historyActions,
  ...blocklistActions,
  removedAndBlocked,
  ...limitsActions,
  ...settingsActions,
  ...usageActions,
  ...operatorActions,
];

/** Everything that people can do by a button, menu, form or reaction. */
export const actions: readonly Action[] = [...own, correcting(own)];
