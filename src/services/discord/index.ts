import type { Clock } from '../../clock.ts';
import { actions } from '../../commands/actions/index.ts';
import { commands, messageCommands } from '../../commands/index.ts';
import type { PersonalData } from '../../commands/personal-data.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import type { Guilds } from '../guilds/index.ts';
import type { ReplyTarget, WaitingJob } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../operations/log.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { People } from '../people/index.ts';
import { DiscordApi } from './api.ts';
import { botPermissionsIn } from './bot-permissions.ts';
import { cardOf } from './card.ts';
import { Delivery } from './delivery.ts';
import { LogChannel } from './log-channel/index.ts';
import { findAnswer } from './find-answer.ts';
import { createBotRest, createTokenRest, Gateway } from './gateway.ts';
import type { GatewayOptions } from './gateway.ts';
import { Membership } from './membership.ts';
import { Pictures } from './pictures.ts';
import { Progress } from './progress.ts';
import { registerCommands } from './registration.ts';
import { Responder } from './responder.ts';
import { Router } from './router.ts';

export interface CreateDiscordOptions {
  discordToken: string;
  discordApiUrl: string;
  shards: GatewayOptions['shards'];
  resultImages: 'upload' | 'link';
  jobs: Jobs;
  guilds: Guilds;
  people: People;
  personalData: readonly PersonalData[];
  metrics: Metrics;
  newReference: () => string;
  /** Told when Discord closes the connection for good. */
  onClosed: (error: Error) => void;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
}

/** Everything that Easel does in Discord. */
export interface DiscordService {
  gateway: Gateway;
  router: Router;
  delivery: Delivery;
  /** Tells servers in their log channels what happens. */
  logChannel: LogChannel;
  /** In which servers the bot is. */
  membership: Membership;
  progress: Progress;
  /** Finds the first answer of a job that was accepted just before the last process ended. */
  recoverTarget: (job: WaitingJob) => Promise<ReplyTarget | undefined>;
  /** Registers the commands, if Discord does not have them as they are. */
  register: (applicationId: string) => Promise<boolean>;
}

const recoverTarget = async (
  { target }: WaitingJob,
  shared: Parameters<typeof findAnswer>[1],
): Promise<ReplyTarget | undefined> => {
  const { applicationId, token } = target;
  if (!token) return undefined;
  const messageId = await findAnswer({ applicationId, token: token.value }, shared);
  return messageId === undefined ? undefined : { ...target, messageId };
};

/** Builds the Discord side: what people do comes in by the gateway, and answers go out by REST. */
export const createDiscord = (options: CreateDiscordOptions): DiscordService => {
  const { discordToken, discordApiUrl, jobs, guilds, people, personalData, metrics, clock, log } = options;
  const bot = createBotRest(discordApiUrl, discordToken);
  const api = new DiscordApi({ bot, byToken: createTokenRest(discordApiUrl), botToken: discordToken });
  const shared = { ...options, api, cards: new KeyedMutex() };
  const membership = new Membership(shared);
  const progress = new Progress(shared);
  const responder = new Responder({
    ...shared,
    cardOf: (job) => cardOf(job, { now: clock.now(), usual: jobs.usual(job) }),
    onCard: (job) => {
      progress.wasShown(job);
    },
    onAnswer: (milliseconds) => {
      metrics.observeAnswer(milliseconds);
    },
  });
  const router = new Router({
    ...shared,
    commands,
    messageCommands,
    actions,
    responder,
    context: { jobs, guilds, people, personalData, hasLeft: (guildId) => membership.hasLeft(guildId), clock, botPermissionsIn: (guildId, channelId) => botPermissionsIn(api, guildId, channelId) },
  });
  const gateway = new Gateway({
    ...options,
    onInteraction: (event) => {
      router.handle(event);
    },
  });
  const logChannel = new LogChannel({ ...shared, settings: guilds.settings });
  guilds.adminLog.subscribe((event) => {
    logChannel.adminChanged(event);
  });
  return {
    gateway,
    router,
    logChannel,
    progress,
    membership,
    delivery: new Delivery({ ...shared, pictures: new Pictures({ log }) }),
    recoverTarget: (job) => recoverTarget(job, shared),
    register: (applicationId) => registerCommands(bot, applicationId, commands, messageCommands),
  };
};
