import type { Config } from '../config.ts';
import type { CheckResult } from '../lib/check.ts';
import { checkProxies } from '../lib/proxies.ts';
import { checkImageService } from '../services/accounts/key-check.ts';
import { checkTransport } from '../services/network/public-addresses.ts';
import { checkPort } from '../services/operations/http.ts';
import { checkToken } from './application.ts';
import { checkGateway } from './part.ts';
import { checkStore } from './storage.ts';
import { checkNames } from './unknown-names.ts';

/** What the doctor looks at, each beside what it is about, in the order in which to fix problems. */
const CHECKS: readonly ((
  config: Config,
  environment: NodeJS.ProcessEnv,
) => CheckResult[] | Promise<CheckResult[]>)[] = [
  checkToken,
  checkGateway,
  checkImageService,
  checkTransport,
  (_config, environment) => checkProxies(environment),
  checkStore,
  checkPort,
];

/**
 * Checks everything and changes nothing, so it is safe while the bot runs.
 * @param envNames the names in the file `.env`
 */
export const runChecks = async (
  config: Config,
  envNames: readonly string[] = [],
  environment = process.env,
): Promise<CheckResult[]> => [
  ...checkNames(envNames, environment),
  ...(await Promise.all(CHECKS.map(async (check) => check(config, environment)))).flat(),
];
