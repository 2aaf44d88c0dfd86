import { randomBytes } from 'node:crypto';
import { systemClock } from '../lib/clock.ts';
import { readConfig } from '../config.ts';
import { createEasel } from './easel.ts';
import { isReadableByOthers, loadEnvFile, type Lifetime, type Program } from './run-process.ts';
import { unknownNames } from './unknown-names.ts';
import { allowSlowLines } from '../services/network/agent.ts';
import { createLog, type Log } from '../services/operations/log.ts';

const warnOfNames = (names: readonly string[], log: Log): void => {
  for (const { name, meant } of unknownNames(names, Object.keys(process.env)))
    log.warn('a name is no setting of Easel, so it has no effect', { name, meant });
};

/** The log, and how to write why the process ends: on the standard error there is only text for people. */
const openLog = (names: readonly string[]) => {
  try {
    const config = readConfig(process.env);
    return { config, log: createLog({ level: config.logLevel }) };
  } catch (error) {
    const log = createLog({ level: 'warn' });
    warnOfNames(names, log);
    log.error("Easel can't start", { error });
    throw error;
  }
};

/**
 * Easel as the environment and the file `.env` describe it. Why it ends stands in its log.
 *
 * @throws ConfigError, EnvFileError, and the signal's reason once it aborts.
 */
export const openProgram = ({ signal, fail }: Lifetime): Program => {
  const names = loadEnvFile();
  allowSlowLines();
  const { config, log } = openLog(names);
  const { discordToken, imageApiKey, encryptionKey } = config;
  for (const secret of [discordToken, imageApiKey]) if (secret !== undefined) log.hide(secret);
  for (const encoding of ['hex', 'base64'] as const)
    if (encryptionKey) log.hide(encryptionKey.toString(encoding));
  process.on('unhandledRejection', (error) => {
    log.error('unhandled rejection', { error });
  });
  if (isReadableByOthers('.env')) log.warn('other users of this machine can read .env: run chmod 600 .env');
  warnOfNames(names, log);
  signal.throwIfAborted();
  const runtime = { clock: systemClock, random: Math.random, randomBytes, log };
  const easel = createEasel(config, runtime, (error) => {
    log.error('Easel ends', { error });
    fail(error);
  });
  const start = async () => {
    try {
      await easel.start();
    } catch (error) {
      if (!signal.aborted) log.error("Easel can't start", { error });
      throw error;
    }
  };
  return { start, stop: () => easel.stop() };
};
