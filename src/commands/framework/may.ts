/** A person's relations to a job from the place where they act. There can be several; without any, the person is a stranger. */
export type Party =
  /** The person whose job it is, wherever they are. */
  | 'owner'
  /** Everybody who acts in the channel of the job's card. */
  | 'bystander'
  /** A bystander, or a person who uses a posted picture of the job, who may manage messages there. */
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
   * a forged id of a job changes no other message. `card-or-post`: or a picture of the job that was posted.
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
   * - `all-usage`: all usage here: in a server for people who may manage it, in direct messages one's own
   * - `own-or-server`: one's own; with the subject `server` the server's, for people who may manage it
   * - `operator`: what the person who runs the bot decides
   * - `person`: one's own data. Subjects are looked up under the person's id, so another's can't be reached
   */
  subject: 'server' | 'key' | 'own-or-server' | 'all-usage' | 'operator' | 'person';
  message: 'any' | 'panel';
}

export type Right = JobRight | PlaceRight;

/** Who may do something to a job: while everybody in the channel sees its card, and while one person alone does. */
export const ofJob = (
  whenPublic: readonly Party[],
  {
    whenPrivate = ['owner'],
    message = 'any',
  }: { whenPrivate?: readonly Party[]; message?: JobRight['message'] } = {},
): JobRight => ({ subject: 'job', public: whenPublic, private: whenPrivate, message });

/** Everybody who sees the job's card. */
export const FOR_ALL = ofJob(['owner', 'bystander']);
export const FOR_OWNER = ofJob(['owner']);
export const FOR_ADMINS = { subject: 'server', message: 'any' } as const;
export const FOR_ADMINS_ON_PANEL = { subject: 'server', message: 'panel' } as const;
export const FOR_OWN_OR_SERVER_ON_PANEL = { subject: 'own-or-server', message: 'panel' } as const;
export const FOR_OPERATOR_ON_PANEL = { subject: 'operator', message: 'panel' } as const;
/** Everybody, for what is their own. */
export const FOR_ONESELF = { subject: 'person', message: 'any' } as const;
export const FOR_ONESELF_ON_PANEL = { subject: 'person', message: 'panel' } as const;
