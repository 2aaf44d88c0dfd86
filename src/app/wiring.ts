import type { Config } from '../config.ts';
import type { Storage } from '../services/storage/store.ts';
import { openBot } from './opening/bot.ts';
import { openDiscord } from './opening/discord.ts';
import { openGuilds } from './opening/guilds.ts';
import { openJobs } from './opening/jobs.ts';
import { openNetwork } from './opening/network.ts';
import { openStore } from './opening/store.ts';
import { openWork } from './opening/work.ts';
import type { Running } from './runtime.ts';

/** All parts in reading order: each is given what stands above it. Nothing happens before they are started. */
export const wire = (config: Config, running: Running, storage: Storage) => {
  const network = openNetwork(config, running);
  const store = openStore(config, running, storage, network);
  const jobs = openJobs(config, running, network, store);
  const guilds = openGuilds(config, running, network, store, jobs);
  const discord = openDiscord(config, running, network, store, jobs, guilds);
  const work = openWork(config, running, network, store, jobs, guilds, discord);
  const below = { ...network, ...store, ...jobs, ...guilds, ...discord, ...work };
  return { ...below, ...openBot(config, running, below) };
};

/** Everything that Easel is made of. */
export type Parts = ReturnType<typeof wire>;
