import { randomBytes } from 'node:crypto';
import { systemClock } from '../lib/clock.ts';
import { readConfig } from '../config.ts';
import { createEasel } from './easel.ts';
import { isReadableByOthers, type Lifetime, type Program } from './run-process.ts';
import { allowSlowLines } from '../services/network/agent.ts';
import { createLog } from '../services/operations/log.ts';

/**
 * Easel as the environment describes it.
 *
 * @throws ConfigError, and the signal's reason once it aborts.
 */
export const openProgram = ({ signal, fail }: Lifetime): Program => {
  allowSlowLines();
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  const { discordToken, imageApiKey, encryptionKey } = config;
  for (const secret of [discordToken, imageApiKey]) if (secret !== undefined) log.hide(secret);
  for (const encoding of ['hex', 'base64'] as const)
    if (encryptionKey) log.hide(encryptionKey.toString(encoding));
  process.on('unhandledRejection', (error) => {
    log.error('unhandled rejection', { error });
  });
  if (isReadableByOthers('.env')) log.warn('other users of this machine can read .env: run chmod 600 .env');
  signal.throwIfAborted();
  const runtime = { clock: systemClock, random: Math.random, randomBytes, log };
  return createEasel(config, runtime, fail);
};
