import type { ActionName } from '../../messages/custom-id.ts';

/** What ties a person to a job, seen from where they act. One can be several of these; who is none is a stranger. */
export type Party =
  /** The person whose job it is, wherever they are. */
  | 'owner'
  /** Whoever acts in the channel in which the job's card stands, whether in a server or between people. */
  | 'bystander'
  /** A bystander who may manage messages there. */
  | 'moderator'
  /** Whoever may manage messages, or the server itself, anywhere in the server whose job it is and where its card stands. */
  | 'admin';

/** What may be done to a job, by whom, and on which message. */
export interface JobRight {
  subject: 'job';
  /** Who may, while everybody in the channel sees the job's card. */
  public: readonly Party[];
  /** Who may, while one person alone sees it. */
  private: readonly Party[];
  /**
   * `card`: the message that is used is changed or goes away, so it has to be the job's card, or one that its owner alone
   * sees. Nobody may do that to a message by naming another job in its place.
   */
  message: 'any' | 'card';
}

/**
 * What may be done to something that is no job. `panel`: the message that is used is changed, so it has to be one that the
 * person alone sees.
 */
export interface PlaceRight {
  /**
   * - `server`: what a server decides, for who may manage it
   * - `key`: the key that pays here; see `keyOwner`
   * - `quota`: the quota of the key that pays here; see `accountToTry`
   * - `usage`: what is counted here of oneself; with the subject `all` of everybody, for who may manage the server
   * - `all-usage`: all that is counted here: in a server for who may manage it, in direct messages one's own
   * - `person`: what is kept of whoever acts. A subject is looked up under their id, so nobody reaches another's
   */
  subject: 'server' | 'key' | 'quota' | 'usage' | 'all-usage' | 'person';
  message: 'any' | 'panel';
}

export type Right = JobRight | PlaceRight;

const ofJob = (
  whenPublic: readonly Party[],
  {
    whenPrivate = ['owner'],
    message = 'any',
  }: { whenPrivate?: readonly Party[]; message?: JobRight['message'] } = {},
): JobRight => ({ subject: 'job', public: whenPublic, private: whenPrivate, message });

const FOR_ALL = ofJob(['owner', 'bystander']);
const FOR_OWNER = ofJob(['owner']);

const SERVER = { subject: 'server', message: 'any' } as const;
const SERVER_PANEL = { subject: 'server', message: 'panel' } as const;
const PERSON = { subject: 'person', message: 'any' } as const;
const PERSON_PANEL = { subject: 'person', message: 'panel' } as const;

/**
 * Who may do what. A `custom_id` is nothing but what a person sends, so what it names is believed only as far as this goes.
 * Every action has its row here: one without does not compile.
 */
export const RIGHTS = {
  pick: FOR_ALL,
  'more-pictures': FOR_ALL,
  again: FOR_ALL,
  'edit-prompt': FOR_ALL,
  'edit-picture': FOR_ALL,
  enlarge: FOR_ALL,
  post: FOR_ALL,
  details: FOR_ALL,
  'renew-references': FOR_ALL,
  'send-to-me': FOR_ALL,
  // Nothing is paid again, so everybody who sees the card may.
  'ask-again': ofJob(['owner', 'bystander'], { message: 'card' }),
  publish: FOR_OWNER,
  'try-again': FOR_OWNER,
  'use-corrected': FOR_OWNER,
  fetch: FOR_OWNER,
  show: ofJob(['owner'], { message: 'card' }),
  notify: ofJob(['owner'], { message: 'card' }),
  'stop-following': FOR_OWNER,
  stop: ofJob(['owner', 'moderator']),
  delete: ofJob(['owner', 'moderator'], { message: 'card' }),
  'log-delete': ofJob(['admin'], { whenPrivate: [] }),

  settings: SERVER_PANEL,
  'settings-page': SERVER_PANEL,
  'settings-form': SERVER,
  'settings-check': SERVER,
  'limits-edit': SERVER,
  'limits-numbers': SERVER_PANEL,
  'limits-role': SERVER_PANEL,
  'limits-role-set': SERVER_PANEL,
  'limits-clear': SERVER_PANEL,
  'limits-exempt': SERVER_PANEL,

  'blocklist-remove': SERVER_PANEL,

  'set-key': { subject: 'key', message: 'any' },
  'remove-key': { subject: 'key', message: 'panel' },
  'try-quota': { subject: 'quota', message: 'any' },

  'usage-show': { subject: 'usage', message: 'panel' },
  'usage-file': { subject: 'all-usage', message: 'any' },

  'edit-draft': PERSON,
  history: PERSON_PANEL,
  'history-search': PERSON_PANEL,
  default: PERSON_PANEL,
  defaults: PERSON_PANEL,
  preset: PERSON_PANEL,
  'preset-form': PERSON_PANEL,
  'preset-delete': PERSON_PANEL,
  'export-data': PERSON,
  'ask-to-erase': PERSON,
  'erase-data': PERSON_PANEL,
} as const satisfies Record<ActionName, Right>;
