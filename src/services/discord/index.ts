import type { Clock } from '../../lib/clock.ts';
import { actions } from '../../commands/actions.ts';
import { reactionActions } from '../../commands/card/card-actions.ts';
import { commands, messageCommands } from '../../commands/index.ts';
import { ClickGuard } from '../../commands/framework/click-guard.ts';
import type { PersonalData } from '../../commands/framework/command.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Guilds } from '../guilds/index.ts';
import type { Drafts } from '../jobs/drafts.ts';
import type { Job, ReplyTarget, WaitingJob } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../operations/log.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Web } from '../network/web.ts';
import type { People } from '../people/index.ts';
import { DiscordApi } from './rest/api.ts';
import { botPermissionsIn } from './rest/bot-permissions.ts';
import { cardOf } from './delivery/card.ts';
import { Delivery } from './delivery/delivery.ts';
import { LogChannel } from './log-channel/log-channel.ts';
import { createBotRest, createTokenRest, Gateway, type GatewayOptions } from './gateway/gateway.ts';
import { Membership } from './rest/membership.ts';
import { DiscordMessenger } from './delivery/messenger.ts';
import { Pictures } from './delivery/pictures.ts';
import { Progress } from './delivery/progress.ts';
import { ReactionRightsReader } from './gateway/reaction-rights.ts';
import { Reactions } from './gateway/reactions.ts';
import { recoverTarget } from './delivery/recover-target.ts';
import { registerCommands } from './rest/registration.ts';
import { Responder } from './gateway/responder.ts';
import { Router } from './gateway/router.ts';

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
  /** Sees to it that nothing of what was deleted can be read in the store's files any more. */
  scrub: () => Promise<void>;
  metrics: Metrics;
  web: Web;
  newReference: () => string;
  /** Told when Discord closes the connection for good. */
  onClosed: (error: Error) => void;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** Aborts when Easel stops: what did not work is not tried again. */
  signal: AbortSignal;
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

/** What several parts of the Discord side need. */
const createShared = (options: CreateDiscordOptions) => {
  const { discordToken, discordApiUrl, guilds } = options;
  const bot = createBotRest(discordApiUrl, discordToken);
  const api = new DiscordApi({ bot, byToken: createTokenRest(discordApiUrl), botToken: discordToken });
  const parts = { ...options, bot, api, settings: guilds.settings, pictures: new Pictures(options) };
  const membership = new Membership(parts);
  const messenger = new DiscordMessenger(parts);
  return { ...parts, cards: new KeyedMutex(), membership, messenger };
};

/** What commands and actions may use. */
const createContext = (shared: ReturnType<typeof createShared>) => {
  const { api, jobs, drafts, messenger, membership, guilds, people, personalData, scrub, web, clock } =
    shared;
  return {
    ...{ jobs, drafts, messenger, guilds, people, personalData, scrub, web, clock },
    once: new ClickGuard(clock),
    hasLeft: (guildId: string) => membership.hasLeft(guildId),
    botPermissionsIn: (guildId: string, channelId: string) => botPermissionsIn(api, guildId, channelId),
  };
};

/** Builds the Discord side: what people do comes in by the gateway, and answers go out by REST. */
export const createDiscord = (options: CreateDiscordOptions): DiscordService => {
  const shared = createShared(options);
  const { bot, api, jobs, guilds, membership, messenger, metrics, clock } = shared;
  const progress = new Progress(shared);
  const onCard = (job: Job) => {
    progress.wasShown(job);
  };
  const responder = new Responder({
    ...shared,
    cardOf: (job) => cardOf(job, { now: clock.now(), usual: jobs.usual(job) }),
    onCard,
    onAnswer: (milliseconds) => {
      metrics.observeAnswer(milliseconds);
    },
  });
  const context = createContext(shared);
  const router = new Router({ ...shared, commands, messageCommands, actions, responder, context });
  const rights = new ReactionRightsReader(api);
  const reactions = new Reactions({ ...shared, actions: reactionActions, context, rights, onCard });
  const logChannel = new LogChannel(shared);
  guilds.adminLog.subscribe((event) => {
    logChannel.adminChanged(event);
  });
  const gateway = new Gateway({
    ...options,
    onInteraction: ({ data, isReplayed }) => {
      router.handle(data, isReplayed);
    },
    onReaction: (dispatch, botId) => {
      reactions.handle(dispatch, botId);
    },
  });
  return {
    ...{ gateway, router, reactions, logChannel, progress, membership },
    delivery: new Delivery({ ...shared, onDelivered: (job) => messenger.offerAgain(job.target) }),
    recoverTarget: (job) => recoverTarget(job, shared),
    register: (applicationId) =>
      registerCommands(bot, applicationId, commands, messageCommands, options.signal),
  };
};
