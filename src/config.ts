import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { compact } from './lib/lists.ts';
import { readVariable, type ConfigProblem } from './lib/environment.ts';
import { proxyProblems } from './lib/proxies.ts';
import { OperatorError } from './lib/operator-error.ts';
import { parseUrl } from './lib/url.ts';

/** From the most verbose to nothing. */
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Everything that is configured by the environment. */
export interface Config {
  discordToken: string;
  imageApiUrl: string;
  /** The operator's key, for servers without one. */
  imageApiKey: string | undefined;
  /** Requests per day and server with the operator's key; 0: no limit. */
  sharedKeyDailyLimit: number;
  /** How many pictures it pays for in all servers together; 0 for any number. */
  sharedKeyTotals: { day: number; month: number };
  /** The only servers for which it pays; none named: everywhere, direct messages included. */
  sharedKeyServers: readonly string[];
  storeUrl: string;
  dataDir: string;
  /** 32 bytes. */
  encryptionKey: Buffer | undefined;
  discordApiUrl: string;
  /** Whether pictures, references and hooks may be on private addresses. */
  allowPrivateAddresses: boolean;
  pollIntervalMs: number;
  accountRequestsPerSecond: number;
  accountConcurrency: number;
  jobRetentionDays: number;
  /** The port for health and metrics; absent: off; 0: any free port. */
  httpPort: number | undefined;
  /** The address to listen on. */
  httpHost: string;
  /** How many shards there are in all; `auto`: as many as Discord recommends. */
  shards: 'auto' | number;
  /** Into how many parts the shards are divided, each of which a process of its own has. */
  parts: number;
  logLevel: (typeof LOG_LEVELS)[number];
}

/** The environment can't be used. Reports all of its problems at once. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, reason }) => `  ${name} ${reason}`);
    super(
      `These settings can't be used:\n${lines.join('\n')}\nSet them in the environment or in a file .env${existsSync('.env') ? '' : `, which isn't in ${process.cwd()}`}. The pages in docs/operators explain each one.`,
    );
    this.problems = problems;
  }
}

/** Discord itself, and no proxy. */
export const DISCORD_API_URL = 'https://discord.com/api';

const REQUIRED = 'is required';
const ENCRYPTION_KEY_BYTES = 32;

const text = () => z.string({ error: REQUIRED });

const apiKey = () =>
  text()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .refine((key) => !/^https?:/i.test(key), 'must be the key itself, and no address');

const TOKEN_REASON =
  'must be the token from the Developer Portal (Bot): three parts with dots between them, and no "Bot" before them';

const botToken = () => text().regex(/^[\w-]+(\.[\w-]+){2}$/, TOKEN_REASON);

const numberIn = (minimum: number, maximum: number, kind: 'number' | 'whole number') => {
  const error = `must be a ${kind} from ${minimum} to ${maximum}`;
  return text()
    .regex(kind === 'number' ? /^\d+(\.\d+)?$/ : /^\d+$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, { error });
};

const wholeNumber = (minimum: number, maximum: number) => numberIn(minimum, maximum, 'whole number');

const oneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  z.enum(choices, { error: `must be one of ${choices.join(', ')}` });

/** An http(s) address to which paths are added, so a trailing slash is removed. */
const webAddress = () =>
  text()
    .refine(isPlainWebAddress, {
      error: 'must be an http:// or https:// address without credentials, ? or #',
    })
    .transform((address) => address.replace(/\/+$/, ''));

const isPlainWebAddress = (address: string): boolean => {
  const url = parseUrl(address);
  if (url === undefined || /[\s?#]/.test(address)) return false;
  const { protocol, username, password } = url;
  return /^https?:$/.test(protocol) && username === '' && password === '';
};

const hostAddress = () =>
  text().refine((host) => isIP(host) !== 0 || host === 'localhost', {
    error: 'must be an IP address of this machine, or 0.0.0.0 or :: for all of them',
  });

const REDIS_REASON =
  "can't be on Redis: by default, Redis loses writes that it has acknowledged, and pictures would be paid for twice. Use sqlite:// or postgres://";

const STORE_REASON =
  'must be sqlite:// with the path of a file, such as sqlite://data/easel.sqlite or sqlite:///var/lib/easel.sqlite, or postgres://. Instead of ~ or $HOME, write the folder itself';

const PASSWORD_REASON =
  'must be written with %23 for a #, %2F for a /, %3F for a ?, %40 for an @ and %25 for a % in its user and password';

/** What `STORE_URL` may be. A command that makes a store asks the same rule. */
export const storeAddress = () =>
  text()
    .trim()
    .refine((address) => !/^rediss?:/.test(address), { error: REDIS_REASON, abort: true })
    .refine(isPasswordEncoded, { error: PASSWORD_REASON, abort: true })
    .refine(isStoreAddress, { error: STORE_REASON });

/** Anything else in it would end the host's part of the address. */
const isPasswordEncoded = (address: string): boolean => {
  const before = /^postgres(?:ql)?:\/\/(.*)@/.exec(address)?.[1] ?? '';
  return !/[#/?@]|%(?![0-9a-f]{2})/i.test(before);
};

const isStoreAddress = (address: string): boolean => {
  if (address.startsWith('sqlite:')) return /^sqlite:\/\/\/?(?!:memory:)[^\s/?#~$]/.test(address);
  return /^(postgres|postgresql):\/\/[^\s]+$/.test(address) && parseUrl(address) !== undefined;
};

const ENCRYPTION_KEY_REASON = `must be ${ENCRYPTION_KEY_BYTES} bytes in base64; to make one, run: openssl rand -base64 ${ENCRYPTION_KEY_BYTES}`;

const encryptionKey = () =>
  text()
    .regex(/^[A-Za-z0-9+/]{43}=$/, { error: ENCRYPTION_KEY_REASON, abort: true })
    .transform((key) => Buffer.from(key, 'base64'));

const MAX_SHARDS = 10_000;
const MAX_PARTS = 100;
const SHARDS_REASON = `must be auto, or a whole number from 1 to ${MAX_SHARDS}`;

const shards = () =>
  text()
    .regex(/^(auto|[1-9]\d{0,4})$/, { error: SHARDS_REASON, abort: true })
    .transform((value) => (value === 'auto' ? value : Number(value)))
    .refine((value) => value === 'auto' || value <= MAX_SHARDS, { error: SHARDS_REASON });

const SERVERS_REASON = 'must be IDs of servers, with commas between them';

const serverIds = () =>
  text()
    .regex(/^\d{15,20}(\s*,\s*\d{15,20})*,?$/, { error: SERVERS_REASON })
    .transform((ids) => ids.split(/[\s,]+/).filter((id) => id !== ''));

const schema = z.object({
  DISCORD_TOKEN: botToken(),
  IMAGE_API_URL: webAddress(),
  IMAGE_API_KEY: apiKey().optional(),
  SHARED_KEY_DAILY_LIMIT: wholeNumber(0, 1_000_000).default(0),
  SHARED_KEY_DAILY_TOTAL: wholeNumber(0, 100_000_000).default(0),
  SHARED_KEY_MONTHLY_TOTAL: wholeNumber(0, 100_000_000).default(0),
  SHARED_KEY_SERVERS: serverIds().default([]),
  STORE_URL: storeAddress().optional(),
  DATA_DIR: text().default('data'),
  ENCRYPTION_KEY: encryptionKey().optional(),
  DISCORD_API_URL: webAddress().default(DISCORD_API_URL),
  ALLOW_PRIVATE_ADDRESSES: oneOf(['true', 'false']).default('false'),
  POLL_INTERVAL_MS: wholeNumber(1, 60_000).default(1_000),
  ACCOUNT_REQUESTS_PER_SECOND: numberIn(0.01, 1_000, 'number').default(5),
  ACCOUNT_CONCURRENCY: wholeNumber(1, 1_000).default(10),
  JOB_RETENTION_DAYS: wholeNumber(1, 3_650).default(30),
  HTTP_PORT: wholeNumber(0, 65_535).optional(),
  HTTP_HOST: hostAddress().default('127.0.0.1'),
  SHARDS: shards().default('auto'),
  PARTS: wholeNumber(1, MAX_PARTS).default(1),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
});

/** The names of all settings, without those of files. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

/**
 * A line such as `HTTP_PORT=` sets a variable to an empty text, which counts as not set; its default is "off", which people also
 * write.
 */
const isSet = (name: string, value: string): boolean =>
  value !== '' && !(value === 'off' && name === 'HTTP_PORT');

const pickVariables = (
  env: NodeJS.ProcessEnv,
): { variables: Record<string, string>; problems: ConfigProblem[] } => {
  const problems: ConfigProblem[] = [];
  const named = Object.keys(schema.shape).flatMap((name): [string, string][] => {
    const read = readVariable(env, name);
    if (typeof read === 'object') problems.push(read);
    return typeof read === 'string' && isSet(name, read) ? [[name, read]] : [];
  });
  return { variables: Object.fromEntries(named), problems };
};

/** What each variable alone doesn't tell. */
const contradictions = ({ SHARDS, PARTS, STORE_URL = '' }: z.infer<typeof schema>): ConfigProblem[] => {
  const isUneven = SHARDS !== 'auto' && SHARDS % PARTS !== 0;
  const needsPostgres = PARTS > 1 && !STORE_URL.startsWith('postgres');
  return compact([
    isUneven && { name: 'SHARDS', reason: `must be auto, or a multiple of PARTS (${PARTS})` },
    needsPostgres && {
      name: 'PARTS',
      reason: 'above 1 needs a STORE_URL on Postgres, since only one process can use SQLite',
    },
  ]);
};

/**
 * Reads the configuration from environment variables, or from files: `DISCORD_TOKEN_FILE` for `DISCORD_TOKEN`, and so on.
 * @throws {ConfigError} with all problems: names and reasons, never values
 */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const { variables, problems } = pickVariables(env);
  const { data, error } = schema.safeParse(variables);
  if (data) problems.push(...contradictions(data));
  problems.push(...proxyProblems(env));
  const known = new Set(problems.map(({ name }) => name.replace(/_FILE$/, '')));
  const issues = (error?.issues ?? []).map(({ path, message }) => ({
    name: path.join('.'),
    reason: message,
  }));
  const all = [...problems, ...issues.filter(({ name }) => !known.has(name))];
  if (data === undefined || all.length > 0) throw new ConfigError(all);
  return toConfig(data);
};

const toConfig = (variables: z.infer<typeof schema>): Config => ({
  discordToken: variables.DISCORD_TOKEN,
  imageApiUrl: variables.IMAGE_API_URL,
  imageApiKey: variables.IMAGE_API_KEY,
  sharedKeyDailyLimit: variables.SHARED_KEY_DAILY_LIMIT,
  sharedKeyTotals: { day: variables.SHARED_KEY_DAILY_TOTAL, month: variables.SHARED_KEY_MONTHLY_TOTAL },
  sharedKeyServers: variables.SHARED_KEY_SERVERS,
  storeUrl: variables.STORE_URL ?? `sqlite://${variables.DATA_DIR}/easel.sqlite`,
  dataDir: variables.DATA_DIR,
  encryptionKey: variables.ENCRYPTION_KEY,
  discordApiUrl: variables.DISCORD_API_URL,
  allowPrivateAddresses: variables.ALLOW_PRIVATE_ADDRESSES === 'true',
  pollIntervalMs: variables.POLL_INTERVAL_MS,
  accountRequestsPerSecond: variables.ACCOUNT_REQUESTS_PER_SECOND,
  accountConcurrency: variables.ACCOUNT_CONCURRENCY,
  jobRetentionDays: variables.JOB_RETENTION_DAYS,
  httpPort: variables.HTTP_PORT,
  httpHost: variables.HTTP_HOST,
  shards: variables.SHARDS,
  parts: variables.PARTS,
  logLevel: variables.LOG_LEVEL,
});
