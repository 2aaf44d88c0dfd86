import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { REST } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { inviteLink } from '../commands/framework/preflight.ts';
import type { Config } from '../config.ts';
import { proxiesIn } from '../lib/proxies.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { encryptionKeyFile, readKeyFile } from '../services/accounts/encryption-keys.ts';
import { tryKey } from '../services/accounts/key-check.ts';
import { encryptionKeyFingerprint } from '../services/accounts/sealing.ts';
import { Brake } from '../discord/brake.ts';
import { gatewayOf, isUnauthorized, ownApplicationId, restOptions } from '../discord/rest.ts';
import { systemClock } from '../lib/clock.ts';
import { isLocalName, isPublicAddress } from '../services/network/public-addresses.ts';
import { ImageApiClient } from '../services/image-api/client.ts';
import { listen, readyAddress } from '../services/operations/http.ts';
import type { Database } from '../services/storage/database.ts';
import { StoreOpenError } from '../services/storage/errors.ts';
import { openStorage } from '../services/storage/index.ts';
import { checkSchema, readApplicationId, readEncryptionKey, readSchema } from '../services/storage/schema.ts';
import { checkApplication } from './application.ts';
import { causeOf } from './causes.ts';
import { describe } from './run-process.ts';
import { storeKind } from './stores.ts';
import { unknownNames } from './unknown-names.ts';

/** The result of one check. `skipped`: there was nothing to check, or the check wasn't possible. */
export interface CheckResult {
  check: string;
  state: 'ok' | 'broken' | 'skipped';
  text: string;
  /** How to fix it. */
  advice?: string | undefined;
}

type Result = Omit<CheckResult, 'check'>;
type GatewayStarts = Awaited<ReturnType<typeof gatewayOf>>['session_start_limit'];

const TIMEOUT_MS = 10_000;
/** Used where there is no key; any answer shows that the service is up. */
const NO_KEY = 'easel-doctor';

const ok = (text: string): Result => ({ state: 'ok', text });
const broken = (text: string, advice: string): Result => ({ state: 'broken', text, advice });
const skipped = (text: string, advice?: string): Result => ({ state: 'skipped', text, advice });

const resultOf = (check: string, result: Result): CheckResult => ({ check, ...result });

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** The sentence that a check couldn't reach something, with the reason if it is known. */
const unreachable = (what: string, error: unknown): string => {
  const cause = causeOf(error);
  return cause === undefined
    ? `${what} can't be reached, or returns errors.`
    : `${what} can't be asked: ${cause}.`;
};

const REACH_DISCORD = 'Check the network, DISCORD_API_URL, and https://discordstatus.com.';

/** Asks Discord as the bot. */
const asBot = async <T>(
  { discordApiUrl, discordToken }: Config,
  ask: (rest: REST) => Promise<T>,
): Promise<T> => {
  const rest = new REST(
    restOptions(discordApiUrl, { countDiscordRequest: () => undefined }, new Brake(systemClock)),
  ).setToken(discordToken);
  try {
    return await ask(rest);
  } finally {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  }
};

const applicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  approximate_guild_count: z.number().optional(),
  bot_public: z.boolean().optional(),
  interactions_endpoint_url: z.string().nullish(),
});
type Application = z.infer<typeof applicationSchema>;

/** With an endpoint, Discord sends commands there and not to the gateway. */
const checkEndpoint = ({ interactions_endpoint_url: url }: Application): CheckResult[] => {
  if (url === undefined || url === null || url === '') return [];
  const text = 'The application has an Interactions Endpoint URL, so no command ever arrives at Easel.';
  return [resultOf('commands', broken(text, 'Remove it in the Developer Portal (General Information).'))];
};

/** What the doctor and the log say of a public bot whose operator pays for all. */
export const PAYS_WITHOUT_LIMIT =
  'Anybody can add this bot to a server, and IMAGE_API_KEY pays there without a limit.';
export const LIMIT_ADVICE =
  'Turn off Public Bot in the Developer Portal (Bot), or set SHARED_KEY_DAILY_TOTAL, or SHARED_KEY_DAILY_LIMIT for each server.';

/** Whether servers that the operator doesn't know can use any number of requests. */
export const paysWithoutLimit = (config: Config): boolean => {
  const { imageApiKey, sharedKeyDailyLimit, sharedKeyTotals, sharedKeyServers } = config;
  return (
    imageApiKey !== undefined &&
    sharedKeyDailyLimit === 0 &&
    sharedKeyTotals.day === 0 &&
    sharedKeyTotals.month === 0 &&
    sharedKeyServers.length === 0
  );
};

const checkPayer = ({ bot_public: isPublic }: Application, config: Config): CheckResult[] => {
  return isPublic === false || !paysWithoutLimit(config)
    ? []
    : [resultOf('shared key', skipped(PAYS_WITHOUT_LIMIT, LIMIT_ADVICE))];
};

const checkApplicationAtDiscord = async (config: Config): Promise<CheckResult[]> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await asBot(config, (rest) => rest.get(Routes.currentApplication(), { signal }));
    const application = applicationSchema.parse(answer);
    const { id, name, approximate_guild_count: servers } = application;
    const text = `The token belongs to ${name}, in ${servers ?? 'an unknown number of'} servers. Invite link: ${inviteLink(id)}`;
    return [resultOf('token', ok(text)), ...checkEndpoint(application), ...checkPayer(application, config)];
  } catch (error) {
    const advice = 'Copy the token again from the Developer Portal (Bot) into DISCORD_TOKEN.';
    const result = isUnauthorized(error)
      ? broken('Discord declined the token.', advice)
      : broken(unreachable('Discord', error), REACH_DISCORD);
    return [resultOf('token', result)];
  }
};

/** A bot that was started too often today isn't let in until the day is over. */
const checkStarts = ({ remaining, reset_after: resetAfterMs }: GatewayStarts): CheckResult[] => {
  if (remaining > 0) return [];
  const resetsAt = new Date(systemClock.now() + resetAfterMs).toISOString();
  const text = `Discord lets this bot log in again at ${resetsAt}: it was started too often today.`;
  return [resultOf('logins', broken(text, 'Wait, and stop what restarts it again and again.'))];
};

const AUTO_SHARDS = 'As many shards as Discord recommends.';

/** Discord closes the connections of a bot whose shards have too many servers, so a fixed number must keep up with it. */
const checkShards = ({ shards }: Config, recommended: number): Result => {
  if (shards === 'auto') return ok(AUTO_SHARDS);
  const text = `SHARDS is ${shards}, and Discord recommends ${recommended}.`;
  return shards >= recommended ? ok(text) : broken(text, 'Set SHARDS=auto, or a larger number.');
};

const checkGateway = async (config: Config): Promise<CheckResult[]> => {
  try {
    const { shards, session_start_limit: starts } = await asBot(config, gatewayOf);
    return [resultOf('shards', checkShards(config, shards)), ...checkStarts(starts)];
  } catch {
    // The check of the token says why.
    const result =
      config.shards === 'auto'
        ? ok(AUTO_SHARDS)
        : skipped("Discord can't be asked how many shards it recommends.");
    return [resultOf('shards', result)];
  }
};

/** Without encryption, keys and prompts can be read on their way. */
const checkEncryption = ({ imageApiUrl }: Config): CheckResult[] => {
  const { protocol, hostname } = new URL(imageApiUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPublic = isIP(host) === 0 ? !isLocalName(host) : isPublicAddress(host);
  if (protocol === 'https:' || !isPublic) return [];
  const text = 'IMAGE_API_URL is http://, so API keys and prompts can be read on their way.';
  return [resultOf('encryption', skipped(text, 'Use https:// if the service has it.'))];
};

/** Submits nothing: it asks for a task that doesn't exist, which is free. */
const checkImageService = async ({ imageApiUrl, imageApiKey }: Config): Promise<Result> => {
  const imageApi = new ImageApiClient({ baseUrl: imageApiUrl });
  const { verdict, error } = await tryKey(imageApi, imageApiKey ?? NO_KEY).finally(() => imageApi.close());
  if (verdict === 'not-asked')
    return broken(
      unreachable('The image service', error),
      'Check IMAGE_API_URL, and that the service is up.',
    );
  if (error?.redirectsTo !== undefined)
    return broken(
      'IMAGE_API_URL redirects to another address, which Easel does not follow.',
      `If that is the service, set IMAGE_API_URL=${error.redirectsTo}`,
    );
  if (error?.kind === 'blocked')
    return broken(
      `A web page answers in place of the image service (HTTP ${error.status}): a firewall, or another server.`,
      'Check IMAGE_API_URL, and that the service and firewalls before it let this machine in.',
    );
  if (verdict === 'wrong-address')
    return broken(
      'What answers at IMAGE_API_URL is not the image service.',
      "Set IMAGE_API_URL to the service's base address, without the path of an operation.",
    );
  if (imageApiKey === undefined)
    return ok('The image service answers. IMAGE_API_KEY is not set, so each server needs its own key.');
  if (verdict === 'refused') return broken('The image service declines IMAGE_API_KEY.', 'Set another key.');
  return ok(
    verdict === 'accepted'
      ? 'The image service accepts IMAGE_API_KEY.'
      : "The image service answers and doesn't decline IMAGE_API_KEY.",
  );
};

/** What a proxy is used for, where the environment names one. */
const checkProxies = (): CheckResult[] => {
  const proxies = proxiesIn(process.env);
  if (proxies === undefined) return [];
  const names = [...new Set([proxies.httpsProxy, proxies.httpProxy].flatMap((address) => address ?? []))];
  const hosts = names.map((address) => new URL(address).host).join(' and ');
  return [
    resultOf(
      'proxy',
      skipped(
        `${hosts} is used for the image service and Discord's API.`,
        "The gateway (wss://gateway.discord.gg) and other hosts' pictures go without it: see docs/operators/install.md#the-network.",
      ),
    ),
  ];
};

/** While Easel runs, every part of the shards needs a process. */
const checkParts = ({ all, held }: { all: number; held: number }): CheckResult[] => {
  if (all === 1 || held === 0) return [];
  const text = `${held} of ${all} parts of the shards have a process.`;
  const result = held === all ? ok(text) : broken(text, `Start ${all - held} more processes.`);
  return [resultOf('parts', result)];
};

/** Easel would refuse to start on another application's store. */
const checkOwner = async (config: Config, database: Database): Promise<CheckResult[]> => {
  const check = 'application';
  const known = await readApplicationId(database);
  if (known === undefined) return [];
  try {
    await checkApplication(database, config.discordToken, () => asBot(config, ownApplicationId));
    return [resultOf(check, ok(`The store belongs to the application ${known}, as the token does.`))];
  } catch (error) {
    if (error instanceof StoreOpenError) return [{ check, state: 'broken', text: asSentence(error.message) }];
    return [
      resultOf(
        check,
        skipped(`The store belongs to the application ${known}; Discord can't be asked whose the token is.`),
      ),
    ];
  }
};

/** Easel would refuse to start, and a backup of this key would open nothing. */
const checkEncryptionKey = async (
  { encryptionKey, dataDir }: Config,
  database: Database,
): Promise<CheckResult[]> => {
  const known = await readEncryptionKey(database);
  if (known === undefined) return [];
  const place = encryptionKey ? 'ENCRYPTION_KEY' : encryptionKeyFile(dataDir);
  const key = encryptionKey ?? (await readKeyFile(encryptionKeyFile(dataDir)));
  const advice = 'Bring back the key with which the store was made, or the one to which it was rotated.';
  const text = key
    ? `The store has another encryption key than ${place}.`
    : `There is no encryption key in ${place}.`;
  const check = 'encryption key';
  if (key && encryptionKeyFingerprint(key) === known)
    return [resultOf(check, ok("The encryption key is the store's."))];
  const hasApiKeys = (await database.page('apiKeys:', 'apiKeys;', 1)).length > 0;
  const result = hasApiKeys
    ? broken(text, advice)
    : skipped(`${text} It has no API keys, so Easel takes the present one at its start.`);
  return [resultOf(check, result)];
};

const nearestFolder = (path: string): string => {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder);
};

/** SQLite adds files beside its own, and both have to be writable, as well as the folder in which missing ones are made. */
const checkFolder = async (file: string): Promise<CheckResult[]> => {
  for (const path of [...(existsSync(file) ? [file] : []), nearestFolder(file)])
    try {
      await access(path, constants.W_OK);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
      const advice = 'Make it the property of the user who runs Easel, or set DATA_DIR or STORE_URL.';
      return [resultOf('folder', broken(`${path} can't be written by this user${code}.`, advice))];
    }
  return [];
};

const checkStore = async (config: Config): Promise<CheckResult[]> => {
  const { storeUrl } = config;
  const check = 'store';
  try {
    const storage = await openStorage(storeUrl, { isReader: true });
    try {
      const { database } = storage;
      const schema = await readSchema(database);
      if (schema !== undefined) checkSchema(schema);
      const rows = schema === undefined ? 'empty' : 'written by this version';
      return [
        { check, ...ok(`${storeKind(storeUrl)} at ${database.location}; ${rows}.`) },
        ...(storeUrl.startsWith('sqlite:') ? await checkFolder(database.location) : []),
        ...(await checkOwner(config, database)),
        ...(await checkEncryptionKey(config, database)),
        ...checkParts(await database.parts()),
        ...(await database.problems()).map(({ what, text, advice }) =>
          resultOf(`store: ${what}`, broken(text, advice)),
        ),
      ];
    } finally {
      await storage.close();
    }
  } catch (error) {
    // The error itself says how to fix it.
    if (error instanceof OperatorError) return [{ check, state: 'broken', text: asSentence(error.message) }];
    const advice = `Check STORE_URL and the ${storeKind(storeUrl)} that it points to.`;
    return [{ check, ...broken(unreachable('The store', error), advice) }];
  }
};

const readinessSchema = z.object({ ok: z.boolean(), standby: z.boolean(), gateway: z.boolean() });

/** Whether what listens there is an Easel. */
const isEasel = async (host: string, port: number): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { body } = await request(readyAddress(host, port), { signal, dispatcher: new Agent() });
    return readinessSchema.safeParse(await body.json()).success;
  } catch {
    return false;
  }
};

/** Easel would refuse to start. One that runs has the port, and gives it up when it stops. */
const checkPort = async ({ httpPort: port, httpHost: host }: Config): Promise<CheckResult[]> => {
  if (port === undefined) return [];
  const server = createServer();
  try {
    await listen(server, { port, host });
    server.close();
    return [];
  } catch (error) {
    if (await isEasel(host, port)) return [resultOf('port', ok(`Easel runs, and has port ${port}.`))];
    return [{ check: 'port', state: 'broken', text: asSentence(describe(error)) }];
  }
};

/** What a typo in a name switches off. */
const checkNames = (envNames: readonly string[]): CheckResult[] =>
  unknownNames(envNames, Object.keys(process.env)).map(({ name = 'A name', meant }) =>
    resultOf(
      'names',
      skipped(
        `${name} is no setting of Easel, so it has no effect.`,
        meant === undefined ? 'See docs/operators/settings.md for all of them.' : `Is it ${meant}?`,
      ),
    ),
  );

/**
 * Checks everything and changes nothing, so it is safe while the bot runs. In the order in which to fix problems.
 * @param envNames the names in the file `.env`
 */
export const runChecks = async (config: Config, envNames: readonly string[] = []): Promise<CheckResult[]> => {
  const [application, gateway, service, store, port] = await Promise.all([
    checkApplicationAtDiscord(config),
    checkGateway(config),
    checkImageService(config),
    checkStore(config),
    checkPort(config),
  ]);
  return [
    ...checkNames(envNames),
    ...application,
    ...gateway,
    resultOf('image service', service),
    ...checkEncryption(config),
    ...checkProxies(),
    ...store,
    ...port,
  ];
};
