import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Discord, Message } from '../discord/index.ts';
import type { Account, DurationRange, Family, Fault, ImageService } from '../image-service/index.ts';
import type { OrderedFault } from '../image-service/fault-list.ts';
import type { BotProcess } from './bot-process.ts';
import {
  knobBodies,
  type Button,
  type Durations,
  type KnobBodies,
  type KnobName,
  type KnobsView,
  type Switch,
  type TrafficEntry,
} from './knobs-protocol.ts';
import type { Traffic } from './traffic.ts';

/** What the knobs turn. */
export interface TestEnvironment {
  discord: Discord;
  service: ImageService;
  bot: Pick<BotProcess, 'kill' | 'start' | 'running'>;
}

const SLOW_SERVICE_MS = 4_000;
/** Still inside of the three seconds that a bot has for its first answer. */
const SLOW_DISCORD_MS = 1_500;
/** Longer than a slow service, with the bot's own time, takes for a submission. */
const MAX_WORK_WAIT_MS = 10_000;
/** A key for trying out `/key set`. */
const OWN_ACCOUNT = { name: 'your own', key: 'a-key-of-your-own-0123456789', quota: 100 };
const FAIL_REASON = 'The prompt was declined by the content filter (sandbox)';

const DURATION_RANGES: Record<Durations, Record<Family, DurationRange>> = {
  quick: { artgen: { minMs: 900, maxMs: 1_500 }, gen: { minMs: 700, maxMs: 1_200 } },
  usual: { artgen: { minMs: 8_000, maxMs: 16_000 }, gen: { minMs: 5_000, maxMs: 11_000 } },
  long: { artgen: { minMs: 60_000, maxMs: 90_000 }, gen: { minMs: 60_000, maxMs: 90_000 } },
};

const KNOB_NAMES = ['switch', 'press', 'durations', 'kill-at-work'] as const satisfies readonly KnobName[];

const SERVICE_FAULTS: Partial<Record<Switch, Fault>> = {
  'service-slow': { kind: 'slow', milliseconds: SLOW_SERVICE_MS, times: Infinity },
  'service-down': { kind: 'status', status: 503, times: Infinity },
  'service-rate-limit': { kind: 'rate-limit', retryAfter: 3, times: Infinity },
};

const isEditedSince = ({ edited_timestamp: at }: Message, time: number): boolean =>
  at !== null && Date.parse(at) >= time;

/** The switches and buttons of the drawer, over the two stand-ins and the bot. */
export class Knobs {
  readonly #environment: TestEnvironment;
  readonly #traffic: Traffic;
  readonly #serviceFaults = new Map<Switch, OrderedFault>();
  readonly #on = new Set<Switch>();
  /** The accounts as they were before a switch took their quota or closed them. */
  #accounts: readonly Account[] = [];
  #durations: Durations = 'usual';

  constructor(environment: TestEnvironment, traffic: Traffic) {
    this.#environment = environment;
    this.#traffic = traffic;
    environment.service.openAccount(OWN_ACCOUNT);
  }

  view(): KnobsView {
    const { discord, service, bot } = this.#environment;
    const { admin, member, secondMember } = discord.world;
    return {
      botRunning: bot.running,
      on: [...this.#on],
      durations: this.#durations,
      tasksInFlight: service.tasks.filter(({ state }) => state === 'in-progress').length,
      accounts: service.accounts.map(({ name, quota }) => ({ name, quota })),
      keyToSet: OWN_ACCOUNT.key,
      people: { [member.id]: 'Member', [secondMember.id]: 'Member', [admin.id]: 'Admin' },
    };
  }

  /** Each knob as the drawer turns it, with what it sent. */
  readonly turns: { [Name in KnobName]: (body: KnobBodies[Name]) => void | Promise<void> } = {
    switch: ({ name, on }) => this.#switch(name, on),
    press: async ({ name }) => {
      this.#traffic.note(`Pressed: ${name}`);
      await this.#actions[name]();
    },
    durations: ({ durations }) => {
      this.#durations = durations;
      for (const family of ['artgen', 'gen'] as const)
        this.#environment.service.setDurations(family, DURATION_RANGES[durations][family]);
      this.#traffic.note(`Tasks take ${durations} times`);
    },
    'kill-at-work': async (body) => {
      await this.#untilAtWork(body);
      await this.turns.press({ name: 'bot-kill' });
    },
  };

  /** The bot edits a card once it has stored the task; a kill before that can leave the request unconfirmed. */
  async #untilAtWork({ channelId, prompt }: KnobBodies['kill-at-work']): Promise<void> {
    const { discord, service } = this.#environment;
    const isAtWork = (): boolean => {
      const task = service.tasks.findLast(({ body }) => body.prompt.includes(prompt));
      if (!task) return false;
      return discord
        .messagesIn(channelId)
        .some(
          (message) => isEditedSince(message, task.createdAt) && JSON.stringify(message).includes(prompt),
        );
    };
    const wait = { what: `a card in progress: ${prompt}`, timeoutMs: MAX_WORK_WAIT_MS };
    // Without a task to wait for, it is a kill like any other.
    await discord.until(isAtWork, wait).catch(() => undefined);
  }

  #switch(name: Switch, on: boolean): void {
    if (this.#on.has(name) === on) return;
    if (on) this.#on.add(name);
    else this.#on.delete(name);
    this.#traffic.note(`${on ? 'Switched on' : 'Switched off'}: ${name}`);
    if (name.startsWith('discord-')) this.#orderDiscordFaults();
    else if (name === 'quota-empty' || name === 'key-refused') this.#takeAccounts();
    else this.#orderServiceFault(name, on);
  }

  readonly #actions: Record<Button, () => void | Promise<void>> = {
    'fail-next-task': () => this.#environment.service.planTasks({ failReason: FAIL_REASON }),
    'gateway-drop': () => this.#environment.discord.gateway.drop(),
    'gateway-lose': () => this.#environment.discord.gateway.drop({ resumable: false }),
    'expire-tokens': () => this.#environment.discord.expireAllTokens(),
    'bot-kill': () => this.#environment.bot.kill(),
    'bot-start': () => this.#environment.bot.start(),
    'bot-restart': async () => {
      await this.#environment.bot.kill();
      await this.#environment.bot.start();
    },
    clear: () => {
      for (const name of [...this.#on]) this.#switch(name, false);
    },
  };

  #orderServiceFault(name: Switch, on: boolean): void {
    this.#serviceFaults.get(name)?.remove();
    this.#serviceFaults.delete(name);
    const fault = SERVICE_FAULTS[name];
    if (on && fault) this.#serviceFaults.set(name, this.#environment.service.faults.order(fault));
  }

  #orderDiscordFaults(): void {
    const { faults } = this.#environment.discord;
    faults.clear();
    const any = { times: Infinity };
    if (this.#on.has('discord-500')) faults.answer(any, { status: 500 });
    else if (this.#on.has('discord-slow')) faults.delay(any, SLOW_DISCORD_MS);
  }

  #takeAccounts(): void {
    const { service } = this.#environment;
    if (this.#accounts.length === 0) this.#accounts = [...service.accounts];
    for (const account of this.#accounts) {
      service.openAccount(this.#on.has('quota-empty') ? { ...account, quota: 0 } : account);
      if (this.#on.has('key-refused')) service.closeAccount(account.name);
    }
    if (!this.#on.has('quota-empty') && !this.#on.has('key-refused')) this.#accounts = [];
  }
}

const eventText = (entry: TrafficEntry): string => `id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`;

const addTraffic = (app: FastifyInstance, traffic: Traffic): void => {
  app.get('/sandbox/traffic', (request, reply) => {
    const seen = Number(request.headers['last-event-id'] ?? 0);
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    const send = (entry: TrafficEntry): void => {
      reply.raw.write(eventText(entry));
    };
    reply.raw.write('retry: 1000\n\n');
    for (const entry of traffic.kept) if (entry.id > seen) send(entry);
    traffic.events.on('entry', send);
    request.raw.on('close', () => traffic.events.off('entry', send));
  });
};

/** Adds what `knobs-protocol.ts` lists to the server. */
export const addKnobs = (app: FastifyInstance, knobs: Knobs, traffic: Traffic): void => {
  addTraffic(app, traffic);
  app.get('/sandbox/knobs', () => knobs.view());
  const route = <Name extends KnobName>(name: Name, schema: z.ZodType<KnobBodies[Name]>) =>
    app.post(`/sandbox/${name}`, async ({ body }) => {
      await knobs.turns[name](schema.parse(body));
      return knobs.view();
    });
  for (const name of KNOB_NAMES) route(name, knobBodies[name]);
};
