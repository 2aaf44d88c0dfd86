import { HANGS_AFTER_MS, waitFor } from '../wait.ts';
import { stateControls } from './controls.ts';
import type { Gatekeeper } from './gateway/connection.ts';
import { Gateway } from './gateway/gateway.ts';
import { storedMessagesIn } from './messages/store.ts';
import { messageView } from './messages/view.ts';
import { personOf } from './people/person.ts';
import { DiscordOptions } from './options.ts';
import { Faults } from './rest/faults.ts';
import { RateLimiter } from './rest/limits.ts';
import { openApiOf } from './rest/open-api.ts';
import { accountRoutes, gatewayRoutes } from './rest/routes/account.ts';
import { commandRoutes } from './rest/routes/commands.ts';
import { interactionRoutes } from './rest/routes/interactions.ts';
import { attachmentRoutes, messageRoutes, reactionRoutes } from './rest/routes/messages.ts';
import { Recorder, type RestParts } from './rest/serve.ts';
import { createRestServer } from './rest/server.ts';
import type { ApplicationCommand } from './rules/commands.ts';
import { commandsOf } from './state/commands.ts';
import { type Core, createCore, messageChangeOf } from './state/state.ts';
import { addBotUser, buildFirstWorld, worldBuilders } from './state/world.ts';
import { addUserRoutes, UserSockets } from './user-side/routes.ts';

const LINES = 25;

/** What happened last, one line each. */
const transcript = (core: Core, recorder: Recorder): string => {
  const requests = recorder.requests.slice(-LINES).map(({ method, path, status, durationMs }) => {
    const shown = path.length > 100 ? `${path.slice(0, 60)}…${path.slice(-30)}` : path;
    return `  ${String(status)} ${method} ${shown} (${durationMs.toFixed(0)} ms)`;
  });
  const failures = core.failures.map(
    ({ what, request }) => `  FAILURE ${what}${request ? ` at ${request}` : ''}`,
  );
  return [...requests, ...failures].join('\n');
};

const EVENTS = ['request', 'dispatch', 'failure'] as const;

interface Wait {
  what: string;
  timeoutMs?: number;
}

/** Looks at a condition after every change, and gives up in real time. */
const until = <T>(
  core: Core,
  recorder: Recorder,
  condition: () => T | false | null | undefined,
  { what, timeoutMs = HANGS_AFTER_MS }: Wait,
): Promise<T> =>
  waitFor(condition, {
    timeoutMs,
    late: () =>
      new Error(`did not happen within ${String(timeoutMs)} ms: ${what}\n${transcript(core, recorder)}`),
    watch: (look) => {
      core.changes.on('change', look);
      for (const event of EVENTS) core.events.on(event, look);
      return () => {
        core.changes.off('change', look);
        for (const event of EVENTS) core.events.off(event, look);
      };
    },
  });

/** Tells listeners of `discord.events` about messages. */
const announceChanges = (core: Core): void => {
  const { changes, events } = core;
  changes.on('change', (change) => {
    // A view costs a copy of the message, so none is made without a reader.
    if ('message' in change && events.listenerCount('message') > 0)
      events.emit('message', messageChangeOf(change.kind), messageView(core, change.message));
  });
};

export type * from './model.ts';
export type { DiscordOptions } from './options.ts';
export type * from './records.ts';
export type { Person } from './people/person.ts';
export type * from './people/types.ts';
export { ClientRefusal } from './errors.ts';
export { Permission } from './numbers.ts';

const createParts = (options: DiscordOptions): RestParts => {
  const core = createCore(options);
  return {
    core,
    faults: new Faults(),
    limiter: new RateLimiter(options.rateLimits),
    recorder: new Recorder(core),
    openApi: options.openApi && openApiOf(options.openApi),
  };
};

/** The same with numbers instead of enums, as it comes over the wire. */
type PlainNumbers<T> = T extends number
  ? number
  : T extends object
    ? { [Key in keyof T]: PlainNumbers<T[Key]> }
    : T;

const queries = (core: Core) => ({
  message: (messageId: string) => {
    const stored = core.state.messages.get(messageId);
    return stored && messageView(core, stored);
  },
  /** Everything in a channel, oldest first, ephemeral messages included. */
  messagesIn: (channelId: string) =>
    storedMessagesIn(core, channelId).map((stored) => messageView(core, stored)),
  /** Every state a message has had, oldest first; kept after its deletion. */
  historyOf: (messageId: string) => [...(core.state.history.get(messageId) ?? [])],
  commands: (): PlainNumbers<ApplicationCommand>[] => commandsOf(core),
  channel: (channelId: string) => core.state.channels.get(channelId),
  guild: (guildId: string) => core.state.guilds.get(guildId),
});

const listen = async (parts: RestParts, gateway: Gateway, users: UserSockets) => {
  const routes = [
    ...gatewayRoutes(gateway),
    ...accountRoutes,
    ...commandRoutes,
    ...interactionRoutes,
    ...messageRoutes,
    ...reactionRoutes,
    ...attachmentRoutes,
  ];
  const app = await createRestServer(parts, routes);
  addUserRoutes(app, parts.core);
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/gateway')) gateway.upgrade(request, socket, head);
    else users.upgrade(request, socket, head);
  });
  parts.core.origin = await app.listen({ port: parts.core.options.port, host: '127.0.0.1' });
  return app;
};

const stop = ({ core, faults }: RestParts, gateway: Gateway, users: UserSockets): void => {
  // Clocks of interactions without an answer would keep the process alive.
  for (const interaction of core.state.interactions.values()) interaction.settle();
  faults.clear();
  gateway.stop();
  users.stop();
};

/** What a test can do to the gateway. */
type GatewayControls = Omit<Gateway, keyof Gatekeeper | 'upgrade' | 'stop' | 'url' | 'dispatches'>;

/** A running stand-in for Discord. */
export type Discord = Awaited<ReturnType<typeof startDiscord>>;

/**
 * Starts a stand-in for Discord with a small world in it.
 * @throws Error when the port is taken
 */
export const startDiscord = async (options: Partial<DiscordOptions> = {}) => {
  const parts = createParts(Object.assign(new DiscordOptions(), options));
  const { core, recorder } = parts;
  const gateway = new Gateway(core);
  const users = new UserSockets(core);
  announceChanges(core);
  const app = await listen(parts, gateway, users);
  addBotUser(core);
  const builders = worldBuilders(core);
  /** Faults on demand, each for the next requests that match. */
  const faults: Omit<Faults, 'take'> = parts.faults;
  const controls: GatewayControls = gateway;
  return {
    /** `http://127.0.0.1:PORT` */
    origin: core.origin,
    /** What a client gets as its `api` option: `http://127.0.0.1:PORT/api`. */
    apiUrl: `${core.origin}/api`,
    botToken: core.options.botToken,
    applicationId: core.state.applicationId,
    world: buildFirstWorld(core, builders),
    requests: recorder.requests,
    dispatches: gateway.dispatches,
    failures: core.failures,
    /** How many answers were 401, 403 or a 429 that counts towards Discord's ban of 10,000 in 10 minutes. */
    get invalidRequests() {
      return recorder.invalidRequests;
    },
    events: core.events,
    gateway: controls,
    faults,
    ...builders,
    ...stateControls(core),
    ...queries(core),
    /** The person with this id, ready to act. */
    as: (userId: string) => personOf(core, userId),
    /**
     * Settles with the first value of `condition` that is neither false nor nullish, looked at after every change.
     * @throws Error with `what` and the last requests after `timeoutMs` (default `HANGS_AFTER_MS`), in real time.
     */
    until: <T>(condition: () => T | false | null | undefined, wait: Wait) =>
      until(core, recorder, condition, wait),
    stop: async () => {
      stop(parts, gateway, users);
      await app.close();
    },
  };
};
