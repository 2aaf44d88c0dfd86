import type { Period } from './calendar.ts';

interface LimitFacts {
  period: Period;
  limit: number;
  /** When there is room again, milliseconds since the epoch. */
  resetsAt: number;
}

/** A permission that a person lacks, as Discord's English interface names it. */
export type MissingRight =
  | 'Manage Server'
  | 'Manage Messages'
  | 'Send Messages'
  | 'Send Messages in Threads'
  | 'Use Application Commands'
  | 'Use External Apps';

/** Every error that people can read: its code, and the facts for its text (plain data, no secrets). */
export interface UserErrorFacts {
  'prompt-empty': undefined;
  'private-flag': undefined;
  /** With the name of the style that makes it so long. */
  'prompt-too-long': { length: number; limit: number; style?: string | undefined };
  /** Discord doesn't accept the message that would answer. */
  'card-refused': undefined;
  /** In seconds. */
  'timeout-out-of-range': { timeout: number; minimum: number; maximum: number };
  'unknown-choice': { option: string; value: string; choices: readonly string[] };
  'unusable-url': {
    option: string;
    url: string;
    reason: 'address' | 'message' | 'page';
  };
  'unreadable-output-size': { outputSize: string };
  'output-size-needs-4k': undefined;
  'too-many-references': { count: number; limit: number };
  'not-a-picture': { filename: string };

  'missing-right': { right: MissingRight };
  'server-only': undefined;
  'operator-only': undefined;
  'not-yours': undefined;

  /** Whether it is a server that has none, rather than a person. */
  'no-key': { inServer: boolean };
  'unusable-key': { shortest: number; longest: number };
  'refused-key': undefined;
  'bot-absent': undefined;
  /** The bot lacks the permission View Channel where something is to be changed. */
  'bot-cannot-see': undefined;
  /** The bot lacks another permission there. */
  'bot-not-allowed': undefined;
  'key-gone': undefined;
  /** Of the operator's key. When the count starts again, milliseconds since the epoch, and whether it pays for a server. */
  'shared-key-limit': { period: Period; resetsAt: number; inServer: boolean };
  /** By the person who runs the bot. */
  paused: undefined;
  barred: { what: 'server' | 'person' };

  'queue-full': { waiting: number };
  'already-submitted': undefined;
  /** It ended without its pictures, which came later. */
  'pictures-came': undefined;
  /** It isn't stored anymore, is in the wrong state, or is hidden from the person. */
  'job-not-found': undefined;
  /** A request that was kept for a click was made, or has expired. */
  'draft-gone': undefined;
  /** Its card was posted, and the process ended before it was stored. */
  'job-lost': undefined;
  /** It belongs to another process. The link to its message, unless that is private. */
  'job-elsewhere': { link: string | undefined };
  /** What happens at this place belongs to another process. */
  elsewhere: undefined;
  /** Discord and this version of Easel do not agree on a command or a panel. */
  'command-changed': undefined;
  /** The link to its message, where that is known. */
  'already-started': { link: string | undefined } | undefined;
  /** Easel ends before it is done. */
  interrupted: undefined;
  /** Nothing can be stored now. */
  'store-away': undefined;

  'prompt-too-long-to-edit': { length: number; limit: number };
  /** They expired, or were deleted. */
  'pictures-gone': undefined;
  /** A picture that the request starts from. */
  'source-deleted': undefined;
  'file-server-away': undefined;
  'tray-empty': undefined;
  'no-last-picture': undefined;
  'references-gone': undefined;
  'references-not-yours': undefined;

  'style-gone': undefined;
  'style-name-taken': { name: string };
  'too-many-styles': { limit: number };
  'style-incomplete': undefined;

  'no-pictures-allowed': undefined;
  'person-limit': LimitFacts;
  'server-limit': LimitFacts;
  /** For the requests that one prompt stands for. */
  'too-few-left': { count: number; left: number; period: Period };
  'not-a-limit': { label: string; typed: string; largest: number };
  'too-many-limited-roles': { limit: number };

  'blocked-prompt': { rule: string };
  /** The same of a picture that was made already. */
  'blocked-picture': { rule: string };
  'age-restricted': undefined;
  /** When that ends, milliseconds since the epoch; undefined: never. And what an admin gave as the reason. */
  banned: { until: number | undefined; reason: string | undefined };
  /** It has no word, is too long, or is a regular expression. */
  'not-a-rule': { rule: string; limit: number };
  'blocklist-full': { what: 'rules' | 'letters' | 'bans'; limit: number };

  'missing-role': { roleIds: readonly string[] };
  'unknown-time-zone': { timeZone: string };
}

export type UserErrorCode = keyof UserErrorFacts;

/** The facts of an error, besides its code. */
type Details<Facts> = Facts extends undefined
  ? [facts?: undefined, options?: ErrorOptions]
  : [facts: Facts, options?: ErrorOptions];

/** The facts of a code; undefined for one that needs none. */
export type FactsOf<Code extends UserErrorCode> = Details<UserErrorFacts[Code]>[0];

/**
 * An error that a person reads. Each code has a text in each language. Log lines contain only the code, since the facts
 * may contain what a person typed.
 */
export class UserError<Code extends UserErrorCode = UserErrorCode> extends Error {
  override name = 'UserError';
  readonly code: Code;
  readonly facts: FactsOf<Code>;

  constructor(code: Code, ...[facts, options]: Details<UserErrorFacts[Code]>) {
    super(code, options);
    this.code = code;
    this.facts = facts;
  }
}

/** Whether something thrown is for a person to read, and with that code, if one is given. */
export const isUserError = <Code extends UserErrorCode = UserErrorCode>(
  error: unknown,
  code?: Code,
): error is UserError<Code> => error instanceof UserError && (code === undefined || error.code === code);
