import { constants, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { REST } from '@discordjs/rest';
import { inviteLink } from '../commands/framework/preflight.ts';
import type { Config } from '../config.ts';
import { canAccess } from '../lib/files.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { VERSION } from '../lib/version.ts';
import { checkKey } from '../services/accounts/key-check.ts';
import { readApplication } from '../services/discord/rest/application.ts';
import { isUnauthorized, restOptions } from '../services/discord/rest/clients.ts';
import { ImageApiClient } from '../services/image-api/client.ts';
import { inspectStorage } from '../services/storage/index.ts';
import { checkVersion, SCHEMA_VERSION } from '../services/storage/migrations.ts';
import { storeKind } from './introduction.ts';

/** What came out of one check. `skipped`: there was nothing to look at, or it could not be looked at. */
export interface Finding {
  check: string;
  state: 'ok' | 'broken' | 'skipped';
  text: string;
  /** What to do about it. */
  advice?: string;
}

/** What the machine says of itself. */
export interface Machine {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Bytes that are free where a folder is. */
  freeBytes: (folder: string) => Promise<number>;
  availableMemory: () => number;
  /** Such as `22.12.0`. */
  nodeVersion: string;
}

type Result = Omit<Finding, 'check'>;

const TIMEOUT_MS = 10_000;
/** Discord takes the first answer to an interaction within 3 s of the time that its id tells. */
const MAX_CLOCK_ERROR_MS = 2_000;
const MEGABYTE = 1_000_000;
const MIN_FREE_BYTES = 500 * MEGABYTE;
const MIN_MEMORY_BYTES = 200 * MEGABYTE;
/** What stands for a key where there is none; any answer shows that the service is there. */
const NO_KEY = 'easel-doctor';

const ok = (text: string): Result => ({ state: 'ok', text });
const broken = (text: string, advice: string): Result => ({ state: 'broken', text, advice });
const skipped = (text: string, advice?: string): Result => ({
  state: 'skipped',
  text,
  ...(advice !== undefined && { advice }),
});

const REACH_DISCORD = 'Check the network, DISCORD_API_URL, and https://discordstatus.com.';

const checkToken = async ({ discordApiUrl, discordToken }: Config): Promise<Result> => {
  const rest = new REST(restOptions(discordApiUrl, { observeDiscordRequest: () => undefined })).setToken(
    discordToken,
  );
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { id, name, servers } = await readApplication(rest, signal);
    return ok(
      `It is ${name}, in ${servers ?? 'an unknown number of'} servers. Add it to one: ${inviteLink(id)}`,
    );
  } catch (error) {
    return isUnauthorized(error)
      ? broken(
          'Discord declined it.',
          'Copy it again from the Developer Portal, under Bot, into DISCORD_TOKEN.',
        )
      : broken("Discord can't be reached, or doesn't answer as it should.", REACH_DISCORD);
  } finally {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  }
};

const checkClock = async ({ discordApiUrl }: Config, { now }: Machine): Promise<Result> => {
  const sentAt = now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(`${discordApiUrl}/v10/gateway`, { signal }).catch(() => undefined);
  const theirs = Date.parse(answer?.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return skipped("Discord didn't say what time it is.");
  // Theirs is cut to whole seconds.
  const earliest = sentAt - theirs - 1_000;
  const latest = now() - theirs;
  const errorMs = earliest > 0 ? earliest : Math.min(0, latest);
  return Math.abs(errorMs) <= MAX_CLOCK_ERROR_MS
    ? ok("It agrees with Discord's.")
    : broken(
        `It is ${Math.round(Math.abs(errorMs) / 1_000)} s ${errorMs > 0 ? 'ahead of' : 'behind'} Discord's.`,
        'Let the machine set its clock by NTP, such as with: timedatectl set-ntp true',
      );
};

/** Nothing is ever submitted: the question is about a task that doesn't exist, and costs nothing. */
const checkImageService = async ({ imageApiUrl, imageApiKey }: Config): Promise<Result> => {
  const imageApi = new ImageApiClient({ baseUrl: imageApiUrl });
  const verdict = await checkKey(imageApi, imageApiKey ?? NO_KEY).finally(() => imageApi.close());
  if (verdict === 'not-asked')
    return broken("It can't be reached, or doesn't answer as it should.", 'Check IMAGE_API_URL.');
  if (imageApiKey === undefined)
    return ok('It answers. There is no IMAGE_API_KEY: servers set their own keys.');
  if (verdict === 'refused') return broken('It declines the key.', 'Set another IMAGE_API_KEY.');
  return ok(
    verdict === 'accepted' ? 'It accepts IMAGE_API_KEY.' : "It answers, and doesn't decline IMAGE_API_KEY.",
  );
};

const checkStore = async ({ storeUrl }: Config): Promise<Finding[]> => {
  const check = 'store';
  try {
    const { server, schema, processes, risks } = await inspectStorage(storeUrl);
    if (schema) checkVersion(schema.version);
    const uses = processes > 0 ? `used by Easel at the moment (processes: ${processes})` : 'not in use';
    const rows = schema ? `its rows are of version ${schema.version} of ${SCHEMA_VERSION}` : 'it is empty';
    const whole =
      schema?.filling === undefined
        ? ok(`${server}; ${rows}; ${uses}.`)
        : broken(
            `${server}; it is not whole.`,
            `Run ${schema.filling} again: it goes on where it was interrupted.`,
          );
    return [
      { check, ...whole },
      ...risks.map(({ setting, value, advice }): Finding => ({
        check: `store: ${setting}`,
        ...(value === undefined
          ? skipped('The server does not tell it.', advice)
          : broken(`It is ${value}.`, advice)),
      })),
    ];
  } catch (error) {
    const text = error instanceof OperatorError ? error.message : "It can't be read.";
    return [{ check, ...broken(text, `Check STORE_URL, and the ${storeKind(storeUrl)} that it names.`) }];
  }
};

/** The folder, or the one in which it will be made. */
const presentFolder = async (folder: string): Promise<string> => {
  const isThere = await canAccess(folder);
  return isThere || dirname(folder) === folder ? folder : presentFolder(dirname(folder));
};

const checkDisk = async ({ dataDir }: Config, { freeBytes }: Machine): Promise<Result> => {
  const folder = await presentFolder(resolve(dataDir));
  const isFolder = (await stat(folder)).isDirectory();
  if (!isFolder) return broken(`${folder} is not a folder.`, 'Set DATA_DIR to another path.');
  const isWritable = await canAccess(folder, constants.W_OK);
  if (!isWritable) return broken(`${folder} can't be written.`, 'Let the user of Easel own DATA_DIR.');
  const free = await freeBytes(folder);
  const text = `${Math.round(free / MEGABYTE)} MB are free in ${folder}.`;
  return free < MIN_FREE_BYTES
    ? broken(text, `Make room: ${MIN_FREE_BYTES / MEGABYTE} MB at least.`)
    : ok(text);
};

const checkMemory = ({ availableMemory }: Machine): Result => {
  const free = availableMemory();
  const text = `${Math.round(free / MEGABYTE)} MB are free.`;
  return free < MIN_MEMORY_BYTES
    ? broken(text, `Easel takes 150 to 300 MB: end something else, or give the machine more.`)
    : ok(text);
};

/** The first releases of each line that package.json allows. */
const isSupported = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
};

const checkVersions = ({ nodeVersion }: Machine): Result => {
  const text = `Easel ${VERSION} on Node ${nodeVersion}.`;
  return isSupported(nodeVersion)
    ? ok(text)
    : broken(text, 'Install Node 20.19 or newer of that line, or 22.12 or newer.');
};

const named = (check: string, result: Result): Finding => ({ check, ...result });

/** Looks at everything, and changes nothing: a bot that runs goes on undisturbed. In the order in which it is mended. */
export const runChecks = async (config: Config, machine: Machine): Promise<Finding[]> => {
  const [token, clock, service, store, disk] = await Promise.all([
    checkToken(config),
    checkClock(config, machine),
    checkImageService(config),
    checkStore(config),
    checkDisk(config, machine),
  ]);
  return [
    named('versions', checkVersions(machine)),
    named('token', token),
    named('intents', ok('Easel needs none of those that Discord reserves.')),
    named('clock', clock),
    named('image service', service),
    ...store,
    named('disk', disk),
    named('memory', checkMemory(machine)),
  ];
};

/** This machine. */
export const thisMachine = (): Machine => ({
  now: Date.now,
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  availableMemory: () => process.availableMemory(),
  nodeVersion: process.versions.node,
});
