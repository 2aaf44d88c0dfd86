import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startDiscord, type Discord, type DiscordOptions } from '../../sandbox/discord/index.ts';
import {
  plainPainter,
  startImageService,
  type ImageService,
  type ImageServiceOptions,
} from '../../sandbox/image-service/index.ts';
import { HANGS_AFTER_MS } from '../../sandbox/wait.ts';
import { readConfig } from '../../src/config.ts';
import { createEasel, type Easel } from '../../src/app/easel.ts';
import type { Outside } from '../../src/app/runtime.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { openApi } from './open-api.ts';
import { ShiftableClock } from './shiftable-clock.ts';

export const API_KEY = 'test-api-key-0123456789';

export interface WorldOptions {
  discord?: Partial<DiscordOptions>;
  service?: Partial<ImageServiceOptions>;
  /** How Easel reaches hosts that others name. */
  web?: Outside['web'];
  /** How long pictures may take; as long as a slow machine does when absent. */
  patience?: Outside['patience'];
  /** Variables beside those that name the stand-ins. */
  env?: Record<string, string>;
  /** Time passes ten times as fast: where a test waits for what comes after a while. */
  isHurried?: boolean;
  /** Called before Easel starts for the first time. */
  prepare?: (environment: TestEnvironment) => Promise<void>;
}

/** The stand-ins, and what an Easel needs to know to run among them. */
export interface TestEnvironment {
  discord: Discord;
  service: ImageService;
  clock: ShiftableClock;
  folder: string;
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/**
 * Starts stand-ins for Discord and for the image service. People wait for an answer as long as a slow machine takes, but
 * in tests of what happens after Discord's three seconds. What Discord would not have let pass fails the test.
 */
export const startTestEnvironment = async (options: WorldOptions = {}): Promise<TestEnvironment> => {
  const clock = new ShiftableClock(options.isHurried === true ? 10 : 1);
  const now = () => clock.trueTime();
  const folder = await mkdtemp(join(tmpdir(), 'easel-'));
  const discord = await startDiscord({
    now,
    rateLimits: 'off',
    openApi,
    answerWithinMs: HANGS_AFTER_MS,
    ...options.discord,
  });
  const service = await startImageService({
    now,
    painter: plainPainter(),
    accounts: [{ name: 'test', key: API_KEY, quota: 100_000 }],
    durations: { artgen: { minMs: 20, maxMs: 40 }, gen: { minMs: 20, maxMs: 40 } },
    ...options.service,
  });
  const env = {
    DISCORD_TOKEN: discord.botToken,
    DISCORD_API_URL: discord.apiUrl,
    IMAGE_API_URL: service.url,
    IMAGE_API_KEY: API_KEY,
    STORE_URL: `sqlite://${folder}/easel.sqlite`,
    DATA_DIR: folder,
    POLL_INTERVAL_MS: '50',
    ACCOUNT_REQUESTS_PER_SECOND: '200',
    HTTP_PORT: '0',
    ...options.env,
  };
  const stop = async () => {
    await Promise.all([discord.stop(), service.stop()]);
    await rm(folder, { recursive: true, force: true });
    clock.end();
    expect(discord.failures).toEqual([]);
  };
  return { discord, service, clock, folder, env, stop };
};

/** The same, ending with the test. */
export const openTestEnvironment = async (options: WorldOptions = {}): Promise<TestEnvironment> => {
  const environment = await startTestEnvironment(options);
  onTestFinished(environment.stop);
  return environment;
};

/** An Easel in this process, with the world around it. */
export interface World extends TestEnvironment {
  /** What Easel logged, a line each. */
  log: string[];
  /** What ended Easel while it ran. */
  endedBy: Error[];
  restart: () => Promise<void>;
  stopEasel: () => Promise<void>;
  startEasel: () => Promise<void>;
  /** The port of Easel's own HTTP server. */
  httpPort: () => number;
}

/** Starts Easel among the stand-ins, and ends everything with the test. */
export const startWorld = async (options: WorldOptions = {}): Promise<World> => {
  const testEnvironment = await startTestEnvironment(options);
  const { clock, env } = testEnvironment;
  const lines: string[] = [];
  const log = createLog({
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
    now: () => clock.now(),
  });
  // No test depends on whose DNS this machine asks.
  const web = { resolveHost: () => Promise.resolve([]), ...options.web };
  const endedBy: Error[] = [];
  let easel: Easel | undefined;
  const start = async () => {
    const runtime = {
      clock,
      random: Math.random,
      randomBytes,
      log,
      web,
      patience: options.patience ?? {
        turnMs: HANGS_AFTER_MS,
        linkAfterMs: HANGS_AFTER_MS,
        shrinkMs: HANGS_AFTER_MS,
      },
    };
    easel = createEasel(readConfig(env), runtime, (error) => endedBy.push(error));
    await easel.start();
  };
  const stop = async () => {
    await easel?.stop();
    easel = undefined;
  };
  onTestFinished(async ({ task }) => {
    await stop();
    expect(lines.filter((line) => line.includes('"unknown_'))).toEqual([]);
    if (task.result?.state === 'fail') process.stderr.write(`${lines.slice(-40).join('')}\n`);
    await testEnvironment.stop();
  });
  await options.prepare?.(testEnvironment);
  await start();
  return {
    ...testEnvironment,
    log: lines,
    endedBy,
    startEasel: start,
    stopEasel: stop,
    restart: async () => {
      await stop();
      await start();
    },
    httpPort: () => easel?.httpPort() ?? 0,
  };
};
