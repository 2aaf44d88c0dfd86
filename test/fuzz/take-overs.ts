import { setTimeout as delay } from 'node:timers/promises';
import type { Discord } from '../../sandbox/discord/index.ts';
import { SHARDS } from './people.ts';

const LOOK_EVERY_MS = 10;
const CLOSES_WITHIN_MS = 500;

/** How long shards had no session after a process was killed, in milliseconds. */
export class TakeOvers {
  readonly afterKills: number[] = [];
  kills = 0;
  readonly #discord: Discord;

  constructor(discord: Discord) {
    this.#discord = discord;
  }

  /** Whether each shard has a session. */
  isComplete(): boolean {
    const connected = this.#discord.gateway.sessions.filter((session) => session.connected);
    return new Set(connected.map(({ shardId }) => shardId)).size === SHARDS;
  }

  /** To be called when a process was killed: measures for how long its shards had no session, if it had any. */
  async watch(signal: AbortSignal): Promise<number | undefined> {
    this.kills += 1;
    const from = performance.now();
    // The connections of a killed process close a moment later, if it had any.
    while (this.isComplete() && performance.now() - from < CLOSES_WITHIN_MS) await delay(LOOK_EVERY_MS);
    if (this.isComplete()) return undefined;
    while (!this.isComplete() && !signal.aborted) await delay(LOOK_EVERY_MS);
    if (signal.aborted) return undefined;
    const milliseconds = Math.round(performance.now() - from);
    this.afterKills.push(milliseconds);
    return milliseconds;
  }
}
