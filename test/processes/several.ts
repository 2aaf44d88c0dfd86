import { expect } from 'vitest';
import { shardOf } from '../../src/app/ownership.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { ask } from '../world/asking.ts';
import { picturesOf, textOf } from '../world/messages.ts';
import type { EaselProcess } from '../world/easel-program.ts';
import type { ProgramWorld } from '../world/program-world.ts';
import type { TestEnvironment } from '../world/world.ts';

/** Channels of as many servers, of which each falls on another shard, by shard. */
export const channelOnEachShard = ({ discord, clock }: TestEnvironment, total: number): string[] => {
  const channels: string[] = [];
  while (Object.keys(channels).length < total) {
    // A server's shard is decided by the millisecond in which it was made.
    clock.advance(1);
    const members = [discord.world.member.id];
    const { guild, channelId } = discord.addGuild({ name: 'One of many', memberIds: members });
    channels[shardOf(guild.id, total)] ??= channelId;
  }
  return channels;
};

/** Requests in turn between channels. Returns the messages that answered, by prompt. */
export const askInTurn = async (
  world: ProgramWorld,
  channels: readonly string[],
  { count, name }: { count: number; name: string },
): Promise<Map<string, string>> => {
  const cards = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const prompt = `${name} number ${index}`;
    cards.set(prompt, await ask(world, prompt, { channelId: channels[index % channels.length] ?? '' }));
  }
  return cards;
};

/** Whether a card shows pictures, or says that the request is unconfirmed. */
const isSettled = ({ discord }: ProgramWorld, id: string): boolean => {
  const card = discord.message(id);
  return picturesOf(card) === 4 || textOf(card).includes(ENGLISH.card.unknown[0]);
};

/** Waits until every card is settled. */
export const expectSettled = async (world: ProgramWorld, cards: Map<string, string>): Promise<void> => {
  const open = () => [...cards].filter(([, id]) => !isSettled(world, id)).map(([prompt]) => prompt);
  await expect.poll(open, { timeout: 40_000, interval: 100 }).toEqual([]);
};

/** Every connection to Discord that stands, as shard and total. */
export const shardsOf = ({ discord }: ProgramWorld): string[] =>
  discord.gateway.sessions
    .filter(({ connected }) => connected)
    .map(({ shardId, shardCount }) => `${shardId}/${shardCount}`)
    .sort();

/** Waits until a process writes a text. @throws with everything that it wrote when it ends before. */
const says = async (easel: EaselProcess, text: string, timeout: number): Promise<void> => {
  const ended = easel.exit.then(() => {
    if (!easel.output().includes(text)) throw new Error(`ended early\n${easel.output()}${easel.errors()}`);
  });
  await Promise.race([expect.poll(() => easel.output(), { timeout }).toContain(text), ended]);
};

/** Waits until a process is ready, which may first wait for another one. */
export const becomesReady = (easel: EaselProcess): Promise<void> => says(easel, 'Easel is ready', 60_000);

/** Waits until a process says that it waits for the work of another one. */
export const standsBy = (easel: EaselProcess): Promise<void> => says(easel, 'standing by', 20_000);
