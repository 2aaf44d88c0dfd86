import type { Deliver } from '../../src/services/jobs/finisher.ts';
import { randomBytes } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import { createDelivery, createDiscord } from '../../src/app/discord.ts';
import { createJobs } from '../../src/app/jobs.ts';
import { createServices } from '../../src/app/services.ts';
import { readConfig } from '../../src/config.ts';
import type { CardReply } from '../../src/commands/framework/reply.ts';
import type { PendingInteraction } from '../../src/discord/gateway/interaction.ts';
import { Responder, type ResponderOptions } from '../../src/discord/gateway/responder.ts';
import { cardOf } from '../../src/discord/delivery/card.ts';
import type { EndedJob, ReplyTarget, WaitingJob } from '../../src/services/jobs/job.ts';
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
  const { folder, storage, stores } = await openOwnStores();
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
  const services = createServices(config, runtime, stores);
  const isStillOurs = vi.fn(() => Promise.resolve(true));
  const out = createDelivery(config, runtime, services, { isStillOurs, signal });
  const isOwner = () => true;
  const deliver: Deliver = (id, stopped) => out.delivery.deliver(id, stopped);
  const jobServices = createJobs(config, runtime, services, { deliver, isOwner });
  const part = { onClosed: () => undefined, isOwner, isOurs: () => true };
  const { router } = createDiscord(config, services, jobServices, out, part);
  const { api, delivery } = out;
  const doubts = {
    isInDoubt: vi.fn(() => false),
    unconfirmedJob: vi.fn<ResponderOptions['unconfirmedJob']>(() => undefined),
  };
  const responder = new Responder({
    ...{ api, isStillOurs, clock, random, log, signal, ...doubts },
    cardOf: (job) => cardOf(job, { now: clock.now() }),
    onCard: () => undefined,
    onAnswer: () => undefined,
  });
  onTestFinished(async () => {
    stopping.abort();
    await router.idle();
  });
  const { jobs } = jobServices;
  return {
    discord,
    clock,
    lines,
    storage,
    services,
    jobs,
    router,
    responder,
    isStillOurs,
    delivery,
    ...doubts,
  };
};

/** Something that a person did a moment ago. */
export const interactionAt = (receivedAt: number, isClick = false): PendingInteraction => ({
  interactionId: '200000000000000001',
  token: TOKEN,
  applicationId: APPLICATION_ID,
  receivedAt,
  isClick,
});

const TARGET: ReplyTarget = {
  ...ACCEPTED.target,
  applicationId: APPLICATION_ID,
  channelId: CHANNEL_ID,
  attachmentLimitBytes: 10 * 2 ** 20,
};

/** What every job of these tests has, whatever its state. */
export const JOB = {
  ...ACCEPTED,
  id: '01JQ0000000000000000000001',
  personId: '400000000000000001',
  target: TARGET,
};

export const WAITING: WaitingJob = { ...JOB, state: 'waiting' };

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

/** The card of a job as an answer, and what became of it. */
export const cardReply = () => {
  const became: (ReplyTarget | 'not placed')[] = [];
  const reply: CardReply = {
    kind: 'card',
    job: WAITING,
    target: WAITING.target,
    placed: (target) => Promise.resolve(became.push(target)),
    notPlaced: () => Promise.resolve(became.push('not placed')),
  };
  return { reply, became };
};
