import {
  LANGUAGES,
  withOpenChannels,
  withSpoilerChannels,
  type Settings,
} from '../../services/guilds/settings.ts';
import { timeZoneNamed } from '../../lib/calendar.ts';
import { UserError } from '../../lib/user-error.ts';
import { textOf } from '../../messages/forms.ts';
import { ASPECT_RATIOS, MODES, SIZES } from '../../services/image-api/wire.ts';
import type { ActionUse } from '../framework/action.ts';
import type { Page } from './describe-settings.ts';

/** The time zone's field in its form. */
export const TIME_ZONE_FIELD = 'time-zone';

/** What was put into one component of the panel. */
export type Input = Pick<ActionUse, 'number' | 'values' | 'fields'>;

type Change = (settings: Settings, input: Input) => Settings;

const known = <T extends string>(choices: readonly T[], value: string | undefined): T | undefined =>
  choices.find((choice) => choice === value);

const setMode: Change = ({ mode, ...settings }, { values: [value] }) => {
  const chosen = known(MODES, value);
  return { ...settings, ...(chosen !== undefined && { mode: chosen }) };
};

const setSize: Change = ({ size, ...settings }, { values: [value] }) => {
  const chosen = known(SIZES, value);
  return { ...settings, ...(chosen !== undefined && { size: chosen }) };
};

const setAspectRatio: Change = ({ aspectRatio, ...settings }, { values: [value] }) => {
  const chosen = known(ASPECT_RATIOS, value);
  return { ...settings, ...(chosen !== undefined && { aspectRatio: chosen }) };
};

const setLogChannel: Change = ({ logChannelId, ...settings }, { values: [chosen] }) => ({
  ...settings,
  ...(chosen !== undefined && { logChannelId: chosen }),
});

const setTimeZone: Change = (settings, { fields }) => {
  const typed = textOf(fields, TIME_ZONE_FIELD);
  const timeZone = timeZoneNamed(typed);
  if (timeZone === undefined) throw new UserError('unknown-time-zone', { timeZone: typed });
  return { ...settings, timeZone };
};

// A button says what it sets to, rather than "the other way": two clicks at once do the thing once.
const isOn = ({ number }: Input): boolean => number === 1;

/** Everything in the panel that changes a setting, and the page on which it stands. */
const CHANGES: Readonly<Record<string, { page: Page; change: Change }>> = {
  mode: { page: 'pictures', change: setMode },
  size: { page: 'pictures', change: setSize },
  ratio: { page: 'pictures', change: setAspectRatio },
  reactions: { page: 'pictures', change: (settings, input) => ({ ...settings, reactions: isOn(input) }) },
  upload: {
    page: 'pictures',
    change: (settings, input) => ({ ...settings, resultImages: isOn(input) ? 'upload' : 'link' }),
  },
  spoiler: { page: 'pictures', change: (settings, input) => ({ ...settings, spoiler: isOn(input) }) },
  'log-channel': { page: 'channels', change: setLogChannel },
  'spoiler-channels': {
    page: 'channels',
    change: (settings, { values }) => withSpoilerChannels(settings, values),
  },
  'open-channels': {
    page: 'channels',
    change: (settings, { values }) => withOpenChannels(settings, values),
  },
  roles: { page: 'people', change: (settings, { values }) => ({ ...settings, roleIds: [...values] }) },
  language: {
    page: 'people',
    change: (settings, { values: [value] }) => ({
      ...settings,
      language: known(LANGUAGES, value) ?? settings.language,
    }),
  },
  'time-zone': { page: 'people', change: setTimeZone },
};

/**
 * What a component of the panel does.
 *
 * @throws UserError command-changed when the panel has no such component any more.
 */
export const changeOf = (component: string): { page: Page; change: Change } => {
  const change = Object.hasOwn(CHANGES, component) ? CHANGES[component] : undefined;
  if (!change) throw new UserError('command-changed');
  return change;
};
