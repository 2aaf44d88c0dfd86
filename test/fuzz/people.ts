import { setTimeout as delay } from 'node:timers/promises';
import { ClientRefusal } from '../../sandbox/discord/errors.ts';
import type { Discord } from '../../sandbox/discord/index.ts';
import type { Draw } from './draw.ts';
import type { Act } from './plan.ts';
import type { JobRequest } from './requests.ts';

/** The shards of the bot; servers lie on each of them. */
export const SHARDS = 2;
export const PEOPLE = 20;
const SERVERS = 6;
/** Of the places that a plan names, this many are direct messages. */
const DIRECT_PLACES = 1;
export const PLACES = SERVERS + DIRECT_PLACES;

const DISCORD_TROUBLE_MS = 1_000;
const GATEWAY_TROUBLE = 0.06;
const ROUTES = [
  '/webhooks/:application/:token/messages/:message',
  '/channels/:channel/messages/:message',
  '/channels/:channel',
  '/interactions/:interaction/:token/callback',
] as const;

/** People and servers, and what they have asked for. */
export interface Scene {
  discord: Discord;
  people: readonly { id: string; directChannelId: string }[];
  channels: readonly string[];
  requests: Map<number, JobRequest>;
  /** The message that answered a request, by the request's number. */
  answers: Map<number, string>;
}

/** Fills the world with people and servers. */
export const populate = async (discord: Discord): Promise<Scene> => {
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    discord.addUser({ username: `person${index}` }),
  );
  const memberIds = people.map(({ id }) => id);
  const channels: string[] = [];
  while (channels.length < SERVERS) {
    channels.push(discord.addGuild({ name: `Server ${channels.length}`, memberIds }).channelId);
    // A server's shard follows from the millisecond of its making.
    await delay(1 + (channels.length % 3));
  }
  return { discord, people, channels, requests: new Map(), answers: new Map() };
};

const ask = async (
  { discord, people, channels, requests, answers }: Scene,
  { request, person, place }: Act,
): Promise<void> => {
  const { id = '', directChannelId = '' } = people[person] ?? {};
  requests.set(request.number, request);
  const options = { prompt: request.prompt };
  const { message } = await discord
    .as(id)
    .slash(channels[place] ?? directChannelId, request.command, options);
  if (message) answers.set(request.number, message.id);
};

/** People ask when the plan says so. Resolves once all are answered, or their time is over. */
export const actAll = async (scene: Scene, acts: readonly Act[]): Promise<void> => {
  const beganAt = Date.now();
  const answered: Promise<void>[] = [];
  for (const act of acts) {
    await delay(Math.max(0, beganAt + act.at - Date.now()));
    const asked = ask(scene, act).catch((error: unknown) => {
      // A person's client refuses what makes no sense to it, like a command that is not registered yet.
      if (!(error instanceof ClientRefusal)) throw error;
    });
    answered.push(asked);
  }
  await Promise.all(answered);
};

/** Has requests to Discord fail, and connections break, until the signal. */
export const troubleDiscord = async (discord: Discord, draw: Draw, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await delay(DISCORD_TROUBLE_MS);
    const match = { route: draw.pick(ROUTES), times: 1 };
    const luck = draw.whole(4);
    if (luck === 0) discord.faults.answer(match, { status: 502, body: 'x', headers: {} });
    else if (luck === 1) discord.faults.rateLimit(match, { retryAfterS: 0.2 });
    else if (luck === 2) discord.faults.cutOff(match);
    else discord.faults.delay(match, 500);
    if (draw.chance(GATEWAY_TROUBLE)) discord.gateway.drop({ resumable: draw.chance(0.5) });
  }
  discord.faults.clear();
};
