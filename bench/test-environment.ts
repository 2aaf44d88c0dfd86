import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDiscord, type Discord, type DiscordOptions } from '../sandbox/discord/index.ts';
import {
  plainPainter,
  startImageService,
  type ImageService,
  type ImageServiceOptions,
} from '../sandbox/image-service/index.ts';
import { systemClock, type Clock } from '../src/lib/clock.ts';
import { readConfig } from '../src/config.ts';
import { createEasel, type Easel } from '../src/app/easel.ts';
import { createLog } from '../src/services/operations/log.ts';

const API_KEY = 'bench-api-key-0123456789';

/** The stand-ins, and an Easel that can be started among them. */
export interface TestEnvironment {
  discord: Discord;
  service: ImageService;
  folder: string;
  storeUrl: string;
  /** What a program needs to know to run among them. */
  env: Record<string, string>;
  /** @param clock the machine's if absent. */
  startEasel: (clock?: Clock) => Promise<Easel>;
  stop: () => Promise<void>;
}

/** A folder of its own, which goes with `remove`. */
export const temporaryFolder = async (): Promise<{ folder: string; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-bench-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};

/** What an Easel in this process needs beside its configuration. */
const runtime = (clock: Clock) => ({
  clock,
  random: Math.random,
  randomBytes,
  log: createLog({ level: 'silent' }),
});

/** Starts stand-ins without limits of their own. */
export const startTestEnvironment = async (
  service: Partial<ImageServiceOptions> = {},
  variables: Record<string, string> = {},
  options: Partial<DiscordOptions> = {},
): Promise<TestEnvironment> => {
  const { folder, remove } = await temporaryFolder();
  const discord = await startDiscord({
    rateLimits: 'off',
    keepHistory: false,
    recordLimit: 10_000,
    ...options,
  });
  const images = await startImageService({
    painter: plainPainter(),
    accounts: [{ name: 'bench', key: API_KEY, quota: 1_000_000 }],
    ...service,
  });
  const storeUrl = `sqlite://${folder}/easel.sqlite`;
  const env = {
    DISCORD_TOKEN: discord.botToken,
    DISCORD_API_URL: discord.apiUrl,
    IMAGE_API_URL: images.url,
    IMAGE_API_KEY: API_KEY,
    STORE_URL: storeUrl,
    DATA_DIR: folder,
    ...variables,
  };
  return {
    discord,
    service: images,
    folder,
    storeUrl,
    env,
    startEasel: async (clock = systemClock) => {
      const easel = createEasel(readConfig(env), runtime(clock), () => undefined);
      await easel.start();
      return easel;
    },
    stop: async () => {
      await Promise.all([discord.stop(), images.stop()]);
      await remove();
    },
  };
};
