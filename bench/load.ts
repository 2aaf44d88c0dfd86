import { setTimeout as delay } from 'node:timers/promises';
import type { Discord, InteractionResult } from '../sandbox/discord/index.ts';
import type { ImageService } from '../sandbox/image-service/index.ts';
import { timed } from './statistics.ts';

/** Where people ask, and who they are. */
export interface Place {
  channelId: string;
  personId: string;
}

/** Adds servers, and people who are each in one of them. */
export const addPlaces = (
  discord: Discord,
  { servers, people }: { servers: number; people: number },
): Place[] => {
  const guilds = Array.from({ length: servers }, (_, index) => discord.addGuild({ name: `Server ${index}` }));
  return Array.from({ length: people }, (_, index) => {
    const { guild, channelId } = guilds[index % servers]!;
    const { id: personId } = discord.addUser({ username: `person${index}` });
    discord.addMember(guild.id, personId);
    return { channelId, personId };
  });
};

/** What people learned of their commands. */
export interface Answers {
  /** From Enter to the first answer, in milliseconds. */
  samples: number[];
  deferred: number;
  unanswered: number;
}

export interface Load {
  perSecond: number;
  count: number;
  places: readonly Place[];
  ask: (place: Place, number: number) => Promise<InteractionResult>;
}

/** People press Enter at an even rate, whether or not those before them have their answers. */
export const runLoad = async ({ perSecond, count, places, ask }: Load): Promise<Answers> => {
  const answers: Answers = { samples: [], deferred: 0, unanswered: 0 };
  const startedAt = performance.now();
  const under: Promise<void>[] = [];
  const one = async (place: Place, number: number) => {
    let result: InteractionResult | undefined;
    answers.samples.push(await timed(async () => (result = await ask(place, number))));
    if (result?.answered !== true) answers.unanswered += 1;
    else if (result.deferred) answers.deferred += 1;
  };
  for (let number = 0; number < count; number += 1) {
    const wait = startedAt + (number * 1_000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    under.push(one(places[number % places.length]!, number));
  }
  await Promise.all(under);
  return answers;
};

/** `/imagine`, with a prompt by which the task is known again. */
export const imagine =
  (discord: Discord, name = 'job') =>
  ({ personId, channelId }: Place, number: number): Promise<InteractionResult> =>
    discord.as(personId).slash(channelId, 'imagine', { prompt: promptOf(name, number) });

const promptOf = (name: string, number: number): string => `a lighthouse at dusk ${name} ${number} end`;

/** Counts the messages that got their pictures. */
export const watchFinished = (discord: Discord): (() => number) => {
  let finished = 0;
  discord.events.on('request', ({ method, status, files }) => {
    if (method === 'PATCH' && files.length > 0 && status < 300) finished += 1;
  });
  return () => finished;
};

/** What the messages say that have no pictures. */
export const withoutPictures = (discord: Discord, places: readonly Place[]): string[] =>
  [...new Set(places.map(({ channelId }) => channelId))]
    .flatMap((channelId) => discord.messagesIn(channelId))
    .filter(({ attachments }) => attachments.length === 0)
    .map(({ embeds, content }) => embeds[0]?.description ?? content);

const POLL_MS = 50;

/** Waits for a condition, and gives up. */
export const until = async (
  condition: () => boolean,
  what: () => string,
  timeoutMs = 120_000,
): Promise<void> => {
  const endsAt = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > endsAt) throw new Error(`did not happen in time: ${what()}`);
    await delay(POLL_MS);
  }
};

/** When the pictures of each prompt stood in Discord, in milliseconds since the epoch. */
export const watchEdited = (discord: Discord): Map<string, number> => {
  const edited = new Map<string, number>();
  discord.events.on('message', (_change, { attachments, embeds, content }) => {
    const text = embeds[0]?.description ?? content;
    const prompt = /a lighthouse at dusk \w+ \d+ end/.exec(text)?.[0];
    const isFinished = attachments.length > 0 || embeds.some(({ image }) => image);
    if (prompt !== undefined && isFinished && !edited.has(prompt)) edited.set(prompt, Date.now());
  });
  return edited;
};

/** From the end of each task until its pictures stood in Discord, in milliseconds. */
export const delaysOf = (service: ImageService, edited: ReadonlyMap<string, number>): number[] =>
  service.tasks.flatMap(({ body: { prompt }, endsAt }) => {
    const at = edited.get(prompt);
    return at === undefined ? [] : [at - endsAt];
  });
