import { SETTING_NAMES } from '../config.ts';
import { skipped, type CheckResult } from '../lib/check.ts';
import { editsBetween, nearest } from '../lib/nearest.ts';

const MAX_NAME_LENGTH = 60;
/** Read by Node, by libraries, or by what starts Easel. */
const OTHERS = /^(NODE_|UV_|PG|POSTGRES_|COMPOSE_|SSL_CERT_|TZ$|(NO|ALL|HTTPS?)_PROXY$)/;

/** A name that is no setting, and the one that may be meant. */
export interface UnknownName {
  /** Undefined where it may be a secret in the wrong place. */
  name: string | undefined;
  meant: string | undefined;
}

/** The environment is others' as well: what differs by so many letters from a setting is a slip, unless both are short. */
const MOST_SLIPS = 2;
const SHORT = 6;

const isSlip = ({ name, meant }: UnknownName): boolean =>
  name !== undefined &&
  meant !== undefined &&
  meant.length > SHORT &&
  editsBetween(name.replace(/_FILE$/, ''), meant) <= MOST_SLIPS;

/** Names that are no settings, so what they say has no effect: all in a `.env` file, and slips in the environment. */
export const unknownNames = (
  names: readonly string[],
  environment: readonly string[] = [],
): UnknownName[] => [
  ...noSettings(names),
  ...noSettings(environment.filter((name) => !names.includes(name))).filter(isSlip),
];

const noSettings = (names: readonly string[]): UnknownName[] =>
  names.flatMap((name) => {
    const upper = name.toUpperCase();
    const plain = upper.replace(/_FILE$/, '');
    if (OTHERS.test(upper) || (name === upper && SETTING_NAMES.includes(plain))) return [];
    const short = name.length <= MAX_NAME_LENGTH;
    const meant = short ? nearest(plain, SETTING_NAMES) : undefined;
    const isName = short && (meant !== undefined || /^[A-Z][A-Z_]*$/.test(name));
    return [{ name: isName ? name : undefined, meant }];
  });

/**
 * What a typo in a name switches off.
 * @param envNames the names in the file `.env`
 */
export const checkNames = (envNames: readonly string[], environment: NodeJS.ProcessEnv): CheckResult[] =>
  unknownNames(envNames, Object.keys(environment)).map(({ name = 'A name', meant }) =>
    skipped(
      'names',
      `${name} is no setting of Easel, so it has no effect.`,
      meant === undefined ? 'See docs/operators/settings.md for all of them.' : `Is it ${meant}?`,
    ),
  );
