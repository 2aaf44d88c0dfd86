import { constants, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { REST } from 'discord.js';
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
import { checkSchema } from '../services/storage/schema.ts';
import { storeKind } from './introduction.ts';

/** The result of one check. `skipped`: there was nothing to check, or the check wasn't possible. */
export interface Finding {
  check: string;
  state: 'ok' | 'broken' | 'skipped';
  text: string;
  /** How to fix it. */
  advice?: string;
}

/** Facts about the machine. */
export interface Machine {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Free bytes on a folder's file system. */
  freeBytes: (folder: string) => Promise<number>;
  availableMemory: () => number;
  /** Such as `22.12.0`. */
  nodeVersion: string;
}

type Result = Omit<Finding, 'check'>;

const TIMEOUT_MS = 10_000;
/** Discord accepts the first answer to an interaction within 3 s of the time in its id. */
const MAX_CLOCK_ERROR_MS = 2_000;
const MEGABYTE = 1_000_000;
const MIN_FREE_BYTES = 500 * MEGABYTE;
const MIN_MEMORY_BYTES = 200 * MEGABYTE;
/** Used where there is no key; any answer shows that the service is up. */
const NO_KEY = 'easel-doctor';

const ok = (text: string): Result => ({ state: 'ok', text });
const broken = (text: string, advice: string): Result => ({ state: 'broken', text, advice });
const skipped = (text: string, advice?: string): Result => ({
  state: 'skipped',
  text,
  ...(advice !== undefined && { advice }),
});

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

const REACH_DISCORD = 'Check the network, DISCORD_API_URL, and https://discordstatus.com.';

const checkToken = async ({ discordApiUrl, discordToken }: Config): Promise<Result> => {
  const rest = new REST(restOptions(discordApiUrl, { observeDiscordRequest: () => undefined })).setToken(
    discordToken,
  );
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { id, name, servers } = await readApplication(rest, signal);
    return ok(
      `The token belongs to ${name}, in ${servers ?? 'an unknown number of'} servers. Invite link: ${inviteLink(id)}`,
    );
  } catch (error) {
    return isUnauthorized(error)
      ? broken(
          'Discord declined the token.',
          'Copy the token again from the Developer Portal (Bot) into DISCORD_TOKEN.',
        )
      : broken("Discord can't be reached, or returns errors.", REACH_DISCORD);
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
  if (Number.isNaN(theirs)) return skipped("Discord can't be asked for the time.");
  // Discord's time is in whole seconds.
  const earliest = sentAt - theirs - 1_000;
  const latest = now() - theirs;
  const errorMs = earliest > 0 ? earliest : Math.min(0, latest);
  return Math.abs(errorMs) <= MAX_CLOCK_ERROR_MS
    ? ok("The clock agrees with Discord's.")
    : broken(
        `The clock is ${Math.round(Math.abs(errorMs) / 1_000)} s ${errorMs > 0 ? 'ahead of' : 'behind'} Discord's.`,
        'Synchronize the clock with NTP, for example: timedatectl set-ntp true',
      );
};

/** Submits nothing: it asks for a task that doesn't exist, which is free. */
const checkImageService = async ({ imageApiUrl, imageApiKey }: Config): Promise<Result> => {
  const imageApi = new ImageApiClient({ baseUrl: imageApiUrl });
  const verdict = await checkKey(imageApi, imageApiKey ?? NO_KEY).finally(() => imageApi.close());
  if (verdict === 'not-asked')
    return broken("The image service can't be reached, or returns errors.", 'Check IMAGE_API_URL.');
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

const checkStore = async ({ storeUrl }: Config): Promise<Finding[]> => {
  const check = 'store';
  try {
    const { server, schema, processes, risks } = await inspectStorage(storeUrl);
    if (schema) checkSchema(schema);
    const uses = processes > 0 ? `in use by Easel (processes: ${processes})` : 'not in use';
    const rows = schema ? `version ${schema.version}` : 'empty';
    return [
      { check, ...ok(`${server}; ${rows}; ${uses}.`) },
      ...risks.map(({ setting, value, advice }): Finding => ({
        check: `store: ${setting}`,
        ...(value === undefined
          ? skipped("The server doesn't show this setting.", asSentence(advice))
          : broken(`The setting is ${value}.`, asSentence(advice))),
      })),
    ];
  } catch (error) {
    // The error itself says how to fix it.
    if (error instanceof OperatorError) return [{ check, state: 'broken', text: asSentence(error.message) }];
    const advice = `Check STORE_URL and the ${storeKind(storeUrl)} that it points to.`;
    return [{ check, ...broken("The store can't be read.", advice) }];
  }
};

/** The folder, or its nearest parent that exists. */
const presentFolder = async (folder: string): Promise<string> => {
  const isThere = await canAccess(folder);
  return isThere || dirname(folder) === folder ? folder : presentFolder(dirname(folder));
};

const checkDisk = async ({ dataDir }: Config, { freeBytes }: Machine): Promise<Result> => {
  const folder = await presentFolder(resolve(dataDir));
  const isFolder = (await stat(folder)).isDirectory();
  if (!isFolder) return broken(`${folder} is not a folder.`, 'Set DATA_DIR to another path.');
  const isWritable = await canAccess(folder, constants.W_OK);
  if (!isWritable)
    return broken(`${folder} can't be written.`, 'Make the user that runs Easel the owner of DATA_DIR.');
  const free = await freeBytes(folder);
  const text = `${Math.round(free / MEGABYTE)} MB are free in ${folder}.`;
  return free < MIN_FREE_BYTES
    ? broken(text, `Free some space: Easel needs at least ${MIN_FREE_BYTES / MEGABYTE} MB.`)
    : ok(text);
};

const checkMemory = ({ availableMemory }: Machine): Result => {
  const free = availableMemory();
  const text = `${Math.round(free / MEGABYTE)} MB are free.`;
  return free < MIN_MEMORY_BYTES
    ? broken(text, 'Easel needs 150 to 300 MB. Stop another program, or add memory.')
    : ok(text);
};

/** The minimum versions that package.json allows. */
const isSupported = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
};

const checkVersions = ({ nodeVersion }: Machine): Result => {
  const text = `Easel ${VERSION} on Node ${nodeVersion}.`;
  return isSupported(nodeVersion)
    ? ok(text)
    : broken(text, 'Install Node 22.12 or newer, or 20.19 or newer in the 20 series.');
};

const named = (check: string, result: Result): Finding => ({ check, ...result });

/** Checks everything and changes nothing, so it is safe while the bot runs. In the order in which to fix problems. */
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
    named('intents', ok('Easel needs no privileged intents.')),
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
