import { expect } from 'vitest';
import { partOf } from '../../src/services/storage/lease.ts';
import { ask } from '../world/asking.ts';
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
    channels[partOf(guild.id, total)] ??= channelId;
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

/**
 * Waits until a process says that it waits for the work of another one.
 * @throws with everything that it wrote when it ends before.
 */
export const standsBy = async (easel: EaselProcess): Promise<void> => {
  const isStandby = () => easel.output().includes('standing by');
  const ended = easel.exit.then(() => {
    if (!isStandby()) throw new Error(`ended early\n${easel.output()}${easel.errors()}`);
  });
  await Promise.race([expect.poll(isStandby).toBe(true), ended]);
};
