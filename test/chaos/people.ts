import { setTimeout as delay } from 'node:timers/promises';
import { ClientRefusal } from '../../sandbox/discord/errors.ts';
import type { Discord, InteractionResult, Message } from '../../sandbox/discord/index.ts';
import { shardOf } from '../../src/app/ownership.ts';
import { picturesOf } from '../world/messages.ts';
import type { Act } from './plan.ts';

/** Something that a person did, and what became of it. Times are milliseconds since the epoch. */
export interface Request {
  number: number;
  kind: Act['kind'];
  /** Tells it from every other. */
  prompt: string;
  /** The shard that receives it. */
  shard: number;
  channelId: string;
  isDirect: boolean;
  at: number;
  /** Undefined until it is answered, or its time is over. */
  result?: InteractionResult;
  answeredAt?: number;
  /** How often somebody repeated the request with a reaction. */
  repeats: number;
}

/** Where people are: servers on every shard, and their direct messages. */
export interface Scene {
  discord: Discord;
  people: readonly { id: string; directChannelId: string }[];
  servers: readonly { channelId: string; shard: number }[];
}

export const SHARDS = 3;
const PEOPLE = 30;
const SERVERS = 12;
/** Of the places that a plan names, this many are direct messages. */
const DIRECT_PLACES = 2;
export const PLACES = SERVERS + DIRECT_PLACES;
export { PEOPLE };
const AGAIN = '🔄';

/** Fills the world with people and servers. */
export const populate = async (discord: Discord): Promise<Scene> => {
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    discord.addUser({ username: `person${index}` }),
  );
  const memberIds = people.map(({ id }) => id);
  const servers: Scene['servers'][number][] = [];
  while (servers.length < SERVERS) {
    const { guild, channelId } = discord.addGuild({ name: `Server ${servers.length}`, memberIds });
    servers.push({ channelId, shard: shardOf(guild.id, SHARDS) });
    // A server's shard follows from the millisecond of its making.
    await delay(1 + (servers.length % 3));
  }
  return { discord, people, servers };
};

/** A card of somebody else's, or one's own, that shows its pictures and has no reaction yet. */
const reactable = (done: Map<Request, Message>): [Request, Message] | undefined => {
  const [entry] = done;
  if (entry) done.delete(entry[0]);
  return entry;
};

/** Does what the plan says, when it says so. Resolves with everything that was done once all of it is answered. */
export const actAll = async (
  { discord, people, servers }: Scene,
  acts: readonly Act[],
  onRequest: (request: Request) => void,
): Promise<void> => {
  const beganAt = Date.now();
  const pictured = new Map<Request, Message>();
  const byMessage = new Map<string, Request>();
  discord.events.on('message', (_, message) => {
    const request = byMessage.get(message.id);
    if (!request || picturesOf(message) === 0) return;
    pictured.set(request, message);
    byMessage.delete(message.id);
  });
  const answers: Promise<void>[] = [];
  const ask = async (request: Request, { kind, person: index }: Act): Promise<void> => {
    const person = discord.as(people[index]?.id ?? '');
    const options = kind === 'jobs' ? {} : { prompt: request.prompt };
    const result = await person.slash(request.channelId, kind === 'jobs' ? 'jobs' : kind, options);
    Object.assign(request, { result, answeredAt: Date.now() });
    const { message } = result;
    // Nobody but the person sees what stands in direct messages.
    if (kind !== 'jobs' && !request.isDirect && message?.ephemeralTo === null)
      byMessage.set(message.id, request);
  };
  for (const [number, act] of acts.entries()) {
    await delay(Math.max(0, beganAt + act.at - Date.now()));
    if (act.kind === 'react') {
      const [request, message] = reactable(pictured) ?? [];
      if (!request || !message) continue;
      request.repeats += 1;
      discord.as(people[act.person]?.id ?? '').react(message.id, AGAIN);
      continue;
    }
    const direct = { channelId: people[act.person]?.directChannelId ?? '', shard: 0 };
    const server = servers[act.place];
    const where = { ...(server ?? direct), isDirect: server === undefined };
    const prompt = `request ${number} of many`;
    const request: Request = { number, kind: act.kind, prompt, ...where, at: Date.now(), repeats: 0 };
    onRequest(request);
    answers.push(
      ask(request, act).catch((error: unknown) => {
        // The commands are registered once, at the first start.
        if (!(error instanceof ClientRefusal)) throw error;
      }),
    );
  }
  await Promise.all(answers);
};
