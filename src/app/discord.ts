import { reactionActions } from '../commands/card/card-actions.ts';
import { ClickGuard } from '../commands/framework/click-guard.ts';
import type { CommandContext } from '../commands/framework/command.ts';
import { inviteLink } from '../commands/framework/preflight.ts';
import { actions, commands, messageCommands } from '../commands/index.ts';
import { DISCORD_API_URL, type Config } from '../config.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { retry } from '../lib/retry.ts';
import { cardOf } from '../discord/delivery/card.ts';
import { Delivery } from '../discord/delivery/delivery.ts';
import { DiscordMessenger } from '../discord/delivery/messenger.ts';
import { PictureShrinker } from '../discord/delivery/picture-shrinker.ts';
import { Notifier } from '../discord/delivery/notifier.ts';
import { Pictures } from '../discord/delivery/pictures.ts';
import { Progress } from '../discord/delivery/progress.ts';
import type { Interaction } from 'discord.js';
import type { Thread } from '../discord/interaction.ts';
import { Gateway, type GatewayOptions } from '../discord/gateway.ts';
import { Reactions } from '../discord/reactions.ts';
import { Responder } from '../discord/responder.ts';
import { Router } from '../discord/router.ts';
import { LogChannel, type LogChannelOptions } from '../discord/log-channel.ts';
import { DiscordApi } from '../discord/api.ts';
import { isScopeMissing, Operators } from '../discord/application.ts';
import { isAgeRestricted } from '../discord/bot-requests.ts';
import { backOffMs } from '../discord/failures.ts';
import { Membership } from '../discord/membership.ts';
import { registerCommands } from '../discord/registration.ts';
import { Rights } from '../discord/rights.ts';
import type { Job } from '../services/jobs/job.ts';
import { openWeb } from '../services/network/web.ts';
import type { JobServices, Services } from './services.ts';
import { personalDataOf } from './personal-data.ts';
import type { Runtime } from './runtime.ts';

const REFERENCE_BYTES = 4;

/** Says in the log why no command can be registered, and what to do about it where that is known. */
const logUnregistered =
  (log: Runtime['log'], applicationId: string) =>
  (error: unknown, { waitMs }: { waitMs: number | undefined }): void => {
    const cure = {
      advice: 'the bot lacks the scope applications.commands: open this link, and add it again',
      invite: inviteLink(applicationId),
    };
    log.error("couldn't register the commands", { waitMs, error, ...(isScopeMissing(error) && cure) });
  };

/** https://docs.discord.com/developers/topics/rate-limits#global-rate-limit */
const BOT_REQUESTS_PER_SECOND = 50;

/** How many of the bot's requests a second are this process's; a proxy divides them itself. */
export const botRate = ({ discordApiUrl, parts }: Pick<Config, 'discordApiUrl' | 'parts'>): number =>
  discordApiUrl === DISCORD_API_URL
    ? Math.max(1, Math.floor(BOT_REQUESTS_PER_SECOND / parts))
    : BOT_REQUESTS_PER_SECOND;

/** The clients for requests: to Discord as the bot, by interaction token, and to other addresses. */
const createClients = (config: Config, { clock, web }: Runtime, { metrics }: Services) => {
  const { discordToken, discordApiUrl, imageApiUrl, allowPrivateAddresses } = config;
  const requestsPerSecond = () => botRate(config);
  const trustedUrls = [imageApiUrl, discordApiUrl];
  return {
    api: new DiscordApi({ apiUrl: discordApiUrl, botToken: discordToken, requestsPerSecond, metrics }),
    web: openWeb({ allowPrivateAddresses, trustedUrls, clock, ...web }),
  };
};

/** Posts events to servers' log channels. */
const createLogChannel = ({ events, guilds }: Services, options: LogChannelOptions): LogChannel => {
  const logChannel = new LogChannel(options);
  events.subscribe(logChannel.observer);
  guilds.adminLog.subscribe((event) => {
    logChannel.adminChanged(event);
  });
  return logChannel;
};

/** What is true of one process that has its store alone, unless it is given. */
const ALONE = { isStillOurs: () => Promise.resolve(true), isInDoubt: () => false };

/** The parts that post to Discord on their own: final cards and log channels. */
export const createDelivery = (
  config: Config,
  runtime: Runtime,
  services: Services,
  part: Partial<typeof ALONE> & { signal: AbortSignal },
) => {
  const { isStillOurs, isInDoubt, signal } = { ...ALONE, ...part };
  const { clock, random, log } = runtime;
  const { discordApiUrl } = config;
  const { openJobs: jobs, guilds, metrics } = services;
  const { api, web } = createClients(config, runtime, services);
  const pictures = new Pictures({ log, web, shrinker: new PictureShrinker({ log }) });
  const cards = new KeyedMutex();
  const newReference = () => runtime.randomBytes(REFERENCE_BYTES).toString('hex');
  const requests = { api, settings: guilds.settings, newReference, clock, random, log, signal };
  const messenger = new DiscordMessenger({ ...requests, discordApiUrl, pictures });
  const logChannel = createLogChannel(services, requests);
  const sending = { api, jobs, pictures, clock, random, log };
  const delivery = new Delivery({
    ...{ ...sending, cards, metrics, isStillOurs, notifier: new Notifier(sending) },
    offersAgain: (target) => messenger.offersAgain(target),
    onDelivered: (job) => messenger.offerAgain(job.target),
  });
  return { ...requests, isStillOurs, isInDoubt, web, cards, messenger, logChannel, delivery };
};
export type DeliveryServices = ReturnType<typeof createDelivery>;

/** The services for commands and actions. */
const createContext = (
  { jobRetentionDays }: Config,
  { guilds, people, drafts, stores }: Services,
  { jobs, personalJobs }: JobServices,
  {
    api,
    messenger,
    web,
    clock,
    membership,
    operators,
    rights,
  }: DeliveryServices & {
    membership: Membership;
    operators: Operators;
    rights: Rights;
  },
): Omit<CommandContext, 'invocation' | 'commands' | 'words'> => ({
  jobs,
  guilds,
  people,
  drafts,
  personalData: personalDataOf({ personalJobs, drafts, guilds, people }),
  jobRetentionDays,
  scrub: stores.scrub,
  messenger,
  web,
  clickGuard: new ClickGuard(clock),
  hasLeft: (guildId) => membership.hasLeft(guildId),
  isOperator: (personId) => operators.isOperator(personId),
  botPermissionsIn: (guildId, channelId) => rights.ofBot(guildId, channelId),
  isAgeRestricted: (channelId) => isAgeRestricted(api, channelId),
  clock,
  commandAccess: (invocation) => rights.commandAccess(invocation),
});

/** Routes events from people: interactions to the router, reactions to their handler. */
const createRouting = (
  config: Config,
  services: Services,
  jobServices: JobServices,
  {
    membership,
    progress,
    rights,
    isOurs,
    ...out
  }: DeliveryServices & Pick<Part, 'isOurs'> & { membership: Membership; progress: Progress; rights: Rights },
) => {
  const { api, clock, random, log, signal, newReference } = out;
  const { jobs } = jobServices;
  const operators = new Operators({ api, clock, log });
  const context = createContext(config, services, jobServices, { ...out, membership, operators, rights });
  const onCard = (job: Job) => {
    progress.wasShown(job);
  };
  const responder = new Responder({
    ...{ api, jobs, onCard, clock, random, log, signal },
    cardOf: (job) => cardOf(job, { now: clock.now(), usual: jobs.usual(job) }),
    onAnswer: (milliseconds) => {
      services.metrics.observeAnswer(milliseconds);
    },
  });
  const routing = { context, newReference, clock, log };
  const answering = { commands, messageCommands, actions, responder, isOurs, signal };
  const router = new Router({ ...routing, ...answering });
  const sending = { api, jobs, random, signal };
  const reactions = new Reactions({ ...routing, ...sending, actions: reactionActions, rights, onCard });
  return { router, reactions, responder };
};

/** Routes interactions. While the lease is in doubt, another process may answer first. */
const leadingTo =
  (router: Router, isOwner: Part['isOwner'], isInDoubt: DeliveryServices['isInDoubt']) =>
  (interaction: Interaction, thread: Thread): void => {
    if (isOwner()) router.handle(interaction, thread);
    else if (isInDoubt()) router.decline(interaction, thread, () => isOwner() || isInDoubt());
  };

/** Which events belong to this process. */
interface Part extends Pick<GatewayOptions, 'onClosed' | 'takeTurn'> {
  isOwner: () => boolean;
  isOurs: (guildId: string | undefined) => boolean;
}

/** Discord's parts: events come in through the gateway, answers go out through REST. */
export const createDiscord = (
  config: Config,
  services: Services,
  jobServices: JobServices,
  out: DeliveryServices,
  { onClosed, takeTurn, isOwner, isOurs }: Part,
) => {
  const { api, cards, clock, random, log, signal } = out;
  const { discordToken, discordApiUrl } = config;
  const { jobs } = jobServices;
  const membership = new Membership({ api, clock, random, log, signal });
  const progress = new Progress({ api, jobs, cards, isOwner, clock, log });
  const rights = new Rights({ client: () => gateway.client, clock, log });
  const routed = { ...out, membership, progress, rights, isOurs };
  const { router, reactions, responder } = createRouting(config, services, jobServices, routed);
  const hear = leadingTo(router, isOwner, out.isInDoubt);
  const gateway = new Gateway({
    ...{ discordToken, discordApiUrl, onClosed, takeTurn, metrics: services.metrics, clock, log, signal },
    onInteraction: hear,
    onReaction: (event, botId) => {
      if (isOwner()) reactions.added(event, botId);
    },
    onReactionRemoved: (event) => {
      reactions.removed(event);
    },
  });
  return {
    ...{ membership, progress, router, reactions, responder, gateway, hear },
    /** Registers the commands, if Discord does not have them as they are; tries until it does. */
    register: async (applicationId: string) => {
      const register = () => registerCommands(gateway.client, api.bot, commands, messageCommands);
      const ids = await retry(register, {
        delayMs: (error, attempt) => backOffMs(error, attempt, random()),
        onFailure: logUnregistered(log, applicationId),
        ...{ clock, signal },
      });
      rights.registered(ids);
    },
  };
};
export type DiscordServices = ReturnType<typeof createDiscord>;
