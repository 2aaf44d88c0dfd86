/** Replaces text that must not be logged. */
export const OMITTED = '[omitted]';

/** The type of a field. */
interface Kinds {
  /** A word by which something is found again: Discord's ids, those of jobs, tasks, accounts and keys. */
  id: string;
  /** A word or sentence out of Easel's own code; nothing that came from outside. */
  words: string;
  /** The link with which the bot is added to a server. Its id is public. */
  invite: string;
  number: number;
  flag: boolean;
  /** Whatever was thrown. */
  error: unknown;
}

/**
 * Every field of a log line, with its type. There is none for people's texts, addresses or keys: a field that isn't here
 * isn't logged.
 */
const FIELDS = {
  accountId: 'id',
  channelId: 'id',
  fingerprint: 'id',
  guildId: 'id',
  interactionId: 'id',
  jobId: 'id',
  keyRef: 'id',
  messageId: 'id',
  ownerId: 'id',
  personId: 'id',
  /** The host of an address. */
  host: 'id',
  /** The reference that a person sees with an error. */
  reference: 'id',
  /** Which row of which namespace of the store. */
  rowKey: 'id',
  namespace: 'words',
  taskId: 'id',
  action: 'words',
  /** The bot's name, chosen by its operator. */
  bot: 'words',
  invite: 'invite',
  /** Which database holds the store. */
  store: 'words',
  /** What is switched off, with the variables that turn it on. */
  off: 'words',
  /** What an admin changed, without typed text. */
  change: 'words',
  /** The name of a copy beside the store's own file. */
  copy: 'words',
  delivered: 'words',
  kind: 'words',
  route: 'words',
  state: 'words',
  /** Numbers, with commas between them. */
  slots: 'words',
  /** A setting of the database server, its value, and advice. */
  setting: 'words',
  value: 'words',
  advice: 'words',
  step: 'words',
  what: 'words',
  attempt: 'number',
  count: 'number',
  /** Versions of the store. */
  from: 'number',
  to: 'number',
  delayMs: 'number',
  jobs: 'number',
  limitBytes: 'number',
  openJobs: 'number',
  version: 'id',
  replayed: 'number',
  shard: 'number',
  size: 'number',
  servers: 'number',
  deadlineMs: 'number',
  latenessMs: 'number',
  statusCode: 'number',
  tasks: 'number',
  waitMs: 'number',
  isRepeated: 'flag',
  error: 'error',
} as const satisfies Record<string, keyof Kinds>;

/** Facts that go with a message, under names that can be searched for. */
export type LogFields = {
  readonly [Name in keyof typeof FIELDS]?: Kinds[(typeof FIELDS)[Name]] | undefined;
};

const NAME = /^[a-zA-Z]{1,40}$/;
/** Shorter than any interaction token, and without what addresses are made of. */
const ID = /^[\w.:[\] -]{1,100}$/;

/** Nothing else passes for one, so that it need not be masked as other addresses are. */
const INVITE =
  /^https:\/\/discord\.com\/oauth2\/authorize\?client_id=\d{1,20}&scope=bot\+applications\.commands&permissions=\d{1,20}$/;

/** How texts and errors are made fit for a line. */
export interface Writing {
  text: (text: string) => string;
  error: (error: unknown) => unknown;
}

const valueOf = (kind: keyof Kinds, value: unknown, { text, error }: Writing): unknown => {
  if (kind === 'error') return error(value);
  if (kind === 'number' && typeof value === 'number') return value;
  if (kind === 'flag' && typeof value === 'boolean') return value;
  if (kind === 'words' && typeof value === 'string') return text(value);
  if (kind === 'invite' && typeof value === 'string' && INVITE.test(value)) return value;
  return kind === 'id' && typeof value === 'string' && ID.test(value) ? text(value) : OMITTED;
};

const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name);

/**
 * Fields as a line may have them, also where the types were got around: a name that is not known keeps its place, so that
 * somebody sees it, and loses its value.
 */
export const plainFields = (fields: object, writing: Writing): Record<string, unknown> => {
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (isField(name)) plain[name] = valueOf(FIELDS[name], value, writing);
    else if (NAME.test(name)) plain[`unknown_${name}`] = OMITTED;
  }
  return plain;
};
