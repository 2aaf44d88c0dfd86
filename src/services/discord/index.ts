import type { Clock } from '../../clock.ts';
import { actions } from '../../commands/actions/index.ts';
import { reactionActions } from '../../commands/actions/reactions.ts';
import { commands, messageCommands } from '../../commands/index.ts';
import type { Messenger } from '../../commands/messenger.ts';
import { Once } from '../../commands/once.ts';
import type { PersonalData } from '../../commands/personal-data.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import type { Guilds } from '../guilds/index.ts';
import type { Drafts } from '../jobs/drafts.ts';
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
import { DiscordMessenger } from './messenger.ts';
import { Pictures } from './pictures.ts';
import { Progress } from './progress.ts';
import { ReactionRightsReader } from './reaction-rights.ts';
import { Reactions } from './reactions.ts';
import { registerCommands } from './registration.ts';
import { Responder } from './responder.ts';
import { Router } from './router.ts';
import { sendCard } from './send-card.ts';
import type { SendCardOptions } from './send-card.ts';

export interface CreateDiscordOptions {
  discordToken: string;
  discordApiUrl: string;
  shards: GatewayOptions['shards'];
  resultImages: 'upload' | 'link';
  jobs: Jobs;
  drafts: Drafts;
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
  reactions: Reactions;
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
  job: WaitingJob,
  shared: Parameters<typeof findAnswer>[1] & SendCardOptions,
): Promise<ReplyTarget | undefined> => {
  const { target } = job;
  const { applicationId, token, repliesTo } = target;
  // Nobody can tell whether the card was sent, but sending it again makes no second one.
  if (repliesTo !== undefined) return { ...target, messageId: await sendCard(job, target, shared) };
  if (!token) return undefined;
  const messageId = await findAnswer({ applicationId, token: token.value }, shared);
  return messageId === undefined ? undefined : { ...target, messageId };
};

/** Puts the reaction that asks for the same again under a card with pictures, where the server wants that. */
const offerAgain = async (
  jobId: string,
  { jobs, guilds, log }: CreateDiscordOptions,
  messenger: Messenger,
): Promise<void> => {
  const job = jobs.get(jobId);
  if (job?.state !== 'succeeded') return;
  try {
    const { reactions } = await guilds.settings.of(job.target.guildId);
    if (reactions) await messenger.offerAgain(job.target);
  } catch (error) {
    log.error('a reaction could not be offered', { jobId, error });
  }
};

/** Builds the Discord side: what people do comes in by the gateway, and answers go out by REST. */
export const createDiscord = (options: CreateDiscordOptions): DiscordService => {
  const { discordToken, discordApiUrl, jobs, guilds, people, personalData, metrics, clock, log } = options;
  const bot = createBotRest(discordApiUrl, discordToken);
  const api = new DiscordApi({ bot, byToken: createTokenRest(discordApiUrl), botToken: discordToken });
  const settings = guilds.settings;
  const shared = { ...options, api, settings, cards: new KeyedMutex(), pictures: new Pictures({ log }) };
  const membership = new Membership(shared);
  const messenger = new DiscordMessenger(shared);
  const context = {
    jobs,
    drafts: options.drafts,
    messenger,
    once: new Once(clock),
    guilds,
    people,
    personalData,
    hasLeft: (guildId: string) => membership.hasLeft(guildId),
    clock,
    botPermissionsIn: (guildId: string, channelId: string) => botPermissionsIn(api, guildId, channelId),
  };
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
    context,
  });
  const reactions = new Reactions({
    ...shared,
    actions: reactionActions,
    context,
    rights: new ReactionRightsReader(api),
    onCard: (job) => {
      progress.wasShown(job);
    },
  });
  const gateway = new Gateway({
    ...options,
    onInteraction: (event) => {
      router.handle(event);
    },
    onReaction: (event, botId) => {
      reactions.handle(event, botId);
    },
  });
  const logChannel = new LogChannel(shared);
  guilds.adminLog.subscribe((event) => {
    logChannel.adminChanged(event);
  });
  return {
    gateway,
    router,
    reactions,
    logChannel,
    progress,
    membership,
    delivery: new Delivery({ ...shared, onDelivered: (jobId) => offerAgain(jobId, options, messenger) }),
    recoverTarget: (job) => recoverTarget(job, shared),
    register: (applicationId) => registerCommands(bot, applicationId, commands, messageCommands),
  };
};
