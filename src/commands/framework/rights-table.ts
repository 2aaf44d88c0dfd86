import type { ActionName } from '../../messages/custom-id.ts';

/** A person's relations to a job from the place where they act. There can be several; without any, the person is a stranger. */
export type Party =
  /** The person whose job it is, wherever they are. */
  | 'owner'
  /** Everybody who acts in the channel of the job's card. */
  | 'bystander'
  /** A bystander, or somebody who uses a posted picture of the job, who may manage messages there. */
  | 'moderator'
  /** The person who posted the picture of the job that is used. */
  | 'poster'
  /** People with Manage Messages or Manage Server in the server of the job and its card. */
  | 'admin';

/** Who may do an action to a job, and on which message. */
export interface JobRight {
  subject: 'job';
  /** Who may, while everybody in the channel sees the job's card. */
  public: readonly Party[];
  /** Who may, while one person alone sees it. */
  private: readonly Party[];
  /**
   * `card`: the action changes or deletes its message, so that must be the job's card, or a message that only its owner sees. So
   * nobody can change another message by forging the job's id. `card-or-post`: or a picture of the job that somebody posted.
   * `panel`: a message that the person alone sees.
   */
  message: 'any' | 'card' | 'card-or-post' | 'panel';
}

/**
 * Who may do an action to something other than a job. `panel`: the action changes its message, so that must be private to the
 * person.
 */
export interface PlaceRight {
  /**
   * - `server`: server settings, for people who may manage the server
   * - `key`: the key that pays here; see `keyOwner`
   * - `quota`: the quota of the key that pays here; see `accountToTry`
   * - `usage`: one's own usage here; with the subject `all` everybody's, for people who may manage the server
   * - `all-usage`: all usage here: in a server for people who may manage it, in direct messages one's own
   * - `person`: one's own data. Subjects are looked up under the person's id, so nobody reaches another's
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
 * Who may do what. People can forge a `custom_id`, so nothing in it is trusted without these checks. Every action has a row here:
 * one without doesn't compile.
 */
export const RIGHTS = {
  pick: FOR_ALL,
  'more-pictures': FOR_ALL,
  again: FOR_ALL,
  'edit-prompt': FOR_ALL,
  'edit-picture': FOR_ALL,
  vary: FOR_ALL,
  enlarge: FOR_ALL,
  post: FOR_ALL,
  details: FOR_ALL,
  download: FOR_ALL,
  'copy-for-support': FOR_ALL,
  'renew-references': FOR_ALL,
  // Nothing is paid again, so everybody who sees the card may.
  'ask-again': ofJob(['owner', 'bystander'], { message: 'card' }),
  publish: FOR_OWNER,
  'try-again': FOR_OWNER,
  fetch: FOR_OWNER,
  show: ofJob(['owner'], { message: 'card' }),
  notify: ofJob(['owner'], { message: 'card' }),
  stop: ofJob(['owner', 'moderator']),
  delete: ofJob(['owner', 'moderator', 'poster'], { message: 'card-or-post' }),
  'delete-here': ofJob(['owner', 'moderator', 'poster'], { message: 'card-or-post' }),
  'delete-card': ofJob(['owner', 'moderator', 'admin'], { message: 'panel' }),
  // Its subject is a message: once that is read, the row of `delete` decides.
  'delete-post': PERSON_PANEL,
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
  'edit-refused': PERSON,
  'try-refused': PERSON,
  jobs: PERSON_PANEL,
  history: PERSON_PANEL,
  'history-search': PERSON_PANEL,
  default: PERSON_PANEL,
  defaults: PERSON_PANEL,
  preset: PERSON_PANEL,
  'preset-form': PERSON_PANEL,
  'without-form': PERSON_PANEL,
  'preset-delete': PERSON_PANEL,
  'export-data': PERSON,
  'ask-to-erase': PERSON,
  'erase-data': PERSON_PANEL,
} as const satisfies Record<ActionName, Right>;
