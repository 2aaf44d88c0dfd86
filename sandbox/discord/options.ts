import type { DiscordOptions } from './types.ts';

const MEBIBYTE = 1024 * 1024;

/** Discord's own numbers, where it tells them. */
export const defaultDiscordOptions: DiscordOptions = {
  port: 0,
  // The shape of a real token, and nobody's.
  botToken: 'MTAwMDAwMDAwMDAwMDAwMDAw.sandbox.not-a-real-token-but-as-long-as-one',
  applicationName: 'Easel',
  now: Date.now,
  // docs.discord.com/developers/interactions/receiving-and-responding: 3 seconds, 15 minutes
  answerWithinMs: 3000,
  tokenLifetimeMs: 15 * 60_000,
  fileLinkLifetimeMs: 24 * 3_600_000,
  // docs.discord.com/developers/resources/message#create-message: 25 MiB a request
  maxRequestBytes: 25 * MEBIBYTE,
  rateLimits: {
    global: { requests: 50, perMs: 1000 },
    channelMessages: { requests: 5, perMs: 5000 },
    interactionToken: { requests: 5, perMs: 5000 },
    reactions: { requests: 1, perMs: 250 },
    other: { requests: 50, perMs: 1000 },
  },
  userInstall: true,
  shards: 1,
  // docs.discord.com/developers/events/gateway#sharding
  guildsPerShard: 2_500,
  maxConcurrency: 16,
  sessionStartLimit: 1000,
  heartbeatIntervalMs: 41_250,
  messageContentIntent: false,
  openApi: undefined,
  page: undefined,
  recordLimit: 50_000,
  keepHistory: true,
};
