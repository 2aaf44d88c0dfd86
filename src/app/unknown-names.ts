import { SETTING_NAMES } from '../config.ts';
import { nearest } from '../lib/nearest.ts';

const MAX_NAME_LENGTH = 60;
/** Read by Node, by libraries, or by what starts Easel. */
const OTHERS = /^(NODE_|UV_|PG|POSTGRES_|COMPOSE_|SSL_CERT_|TZ$|(NO|ALL|HTTPS?)_PROXY$)/;

/** A name in `.env` that is no setting, and the one that may be meant. */
export interface UnknownName {
  /** Undefined where it may be a secret in the wrong place. */
  name: string | undefined;
  meant: string | undefined;
}

/** The names in a `.env` file that are no settings, so what they say has no effect. */
export const unknownNames = (names: readonly string[]): UnknownName[] =>
  names.flatMap((name) => {
    const upper = name.toUpperCase();
    const plain = upper.replace(/_FILE$/, '');
    if (OTHERS.test(upper) || (name === upper && SETTING_NAMES.includes(plain))) return [];
    const short = name.length <= MAX_NAME_LENGTH;
    const meant = short ? nearest(plain, SETTING_NAMES) : undefined;
    const isName = short && (meant !== undefined || /^[A-Z][A-Z_]*$/.test(name));
    return [{ name: isName ? name : undefined, meant }];
  });
