import { randomBytes } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import { wire } from '../../src/app/wiring.ts';
import { readConfig } from '../../src/config.ts';
import type { EndedJob, ReplyTarget } from '../../src/services/jobs/job.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { HandClock } from '../world/hand-clock.ts';
import { ACCEPTED } from '../world/job.ts';
import { startScriptedDiscord } from '../world/scripted-discord.ts';
import { openOwnStores } from '../world/stores.ts';

export const APPLICATION_ID = '100000000000000001';
export const CHANNEL_ID = '300000000000000001';
export const TOKEN = 'interaction-token';

/** Easel's own parts as the house wires them, before a scripted Discord and at a time that the test moves. */
export const startParts = async (env: Record<string, string> = {}) => {
  const { folder, storage } = await openOwnStores();
  const discord = await startScriptedDiscord();
  const clock = new HandClock();
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  const config = readConfig({
    DISCORD_TOKEN: 'a.bot.token',
    DISCORD_API_URL: discord.apiUrl,
    IMAGE_API_URL: 'http://127.0.0.1:9',
    DATA_DIR: folder,
    ...env,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const random = () => 0.5;
  const runtime = { clock, random, randomBytes, log };
  const onFailed = (error: Error) => lines.push(String(error));
  const parts = wire(config, runtime, storage, { onFailed, signal });
  const { delivery, jobs, openJobs, router, stores } = parts;
  const isStillOurs = vi.spyOn(parts.lease, 'isStillHeld');
  onTestFinished(async () => {
    stopping.abort();
    await router.idle();
  });
  return {
    discord,
    clock,
    lines,
    storage,
    stores,
    openJobs,
    jobs,
    router,
    isStillOurs,
    delivery,
  };
};

const TARGET: ReplyTarget = {
  ...ACCEPTED.target,
  applicationId: APPLICATION_ID,
  channelId: CHANNEL_ID,
  attachmentLimitBytes: 10 * 2 ** 20,
};

/** What every job of these tests has, in each state. */
export const JOB = {
  ...ACCEPTED,
  id: '01JQ0000000000000000000001',
  personId: '400000000000000001',
  target: TARGET,
};

/** A job that is done; its card stands in the channel, and its token lives for ten more minutes. */
export const doneAt = (now: number, pictureUrls: string[]): EndedJob => {
  const token = { value: TOKEN, expiresAt: now + 10 * 60_000, interactionId: '200000000000000001' };
  return {
    ...JOB,
    target: { ...TARGET, messageId: '900000000000000009', token },
    state: 'succeeded',
    taskId: '1',
    submittedAt: now,
    endedAt: now,
    delivery: 'due',
    result: { pictureUrls },
  };
};
