import { setTimeout as delay } from 'node:timers/promises';
import type { Discord } from '../../sandbox/discord/index.ts';
import type { Disturbance } from './plan.ts';

/** A time in which a shard was served by nobody, or by a process that could not know its end. Milliseconds since the epoch. */
export interface Window {
  shard: number;
  from: number;
  to: number;
  because: 'crash' | 'pause' | 'hand-over';
}

/** A session of a shard, from its first connection to its last. */
interface SeenSession {
  shard: number;
  from: number;
  to: number;
}

/** A disturbance that happened. */
export interface Suffered extends Disturbance {
  /** Milliseconds since the epoch; of a pause and a kill exactly. */
  from: number;
  to: number;
  /** What the process had that it hit. */
  shards: readonly number[];
}

const LOOK_EVERY_MS = 15;
/** What had come in when a process died can have been on its way for as long as Discord waits for an answer. */
const ANSWER_MS = 3_000;
/** What was on the wire when a connection was closed, and how late it is seen here. */
const WIRE_MS = 150;
/** A kill is seen as the end of a connection. */
const SEEN_WITHIN_MS = 400;

/** Watches which shards are connected, until it is stopped. */
export const watchSessions = (discord: Discord): { stop: () => SeenSession[] } => {
  const seen = new Map<string, SeenSession>();
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const now = Date.now();
      for (const { sessionId, shardId: shard, connected, resumes } of discord.gateway.sessions) {
        const key = `${sessionId} ${resumes}`;
        if (connected) seen.set(key, { shard, from: seen.get(key)?.from ?? now, to: now });
      }
      await delay(LOOK_EVERY_MS);
    }
  };
  void watch();
  return {
    stop: () => {
      isOver = true;
      return [...seen.values()].sort((a, b) => a.from - b.from);
    },
  };
};

/** Times of a shard in which nobody is connected, between its first session and its last. */
const gapsOf = (sessions: readonly SeenSession[], shard: number): { from: number; to: number }[] => {
  const gaps: { from: number; to: number }[] = [];
  let until: number | undefined;
  for (const session of sessions) {
    if (session.shard !== shard) continue;
    if (until !== undefined && session.from > until + 2 * LOOK_EVERY_MS)
      gaps.push({ from: until, to: session.from });
    until = Math.max(until ?? 0, session.to);
  }
  return gaps;
};

/**
 * The times that the promise of answers leaves out, and no others:
 * - nobody is connected, from when the connection closed until the next one is ready; after a kill also what had come in
 *   within the three seconds before that;
 * - the process that has the shard is paused, from three seconds before that until another one is connected, or it goes on.
 */
export const windowsOf = (
  sessions: readonly SeenSession[],
  suffered: readonly Suffered[],
  shards: number,
): Window[] =>
  Array.from({ length: shards }, (_, shard) => shard).flatMap((shard) => {
    const isCrash = (from: number) =>
      suffered.some(
        ({ kind, from: at }) => kind === 'kill' && from >= at - SEEN_WITHIN_MS && from <= at + SEEN_WITHIN_MS,
      );
    const gaps = gapsOf(sessions, shard).map(({ from, to }): Window => {
      const because = isCrash(from) ? 'crash' : 'hand-over';
      return { shard, from: from - (because === 'crash' ? ANSWER_MS : WIRE_MS), to: to + WIRE_MS, because };
    });
    const pauses = suffered.flatMap(({ kind, from, to, shards: hit }): Window[] => {
      if (kind !== 'pause' || !hit.includes(shard)) return [];
      const next = sessions.find(
        (session) => session.shard === shard && session.from > from && session.from < to,
      );
      return [{ shard, from: from - ANSWER_MS, to: (next?.from ?? to) + WIRE_MS, because: 'pause' }];
    });
    return [...gaps, ...pauses];
  });

/** How long a shard was without anybody who served it, by what had happened. In milliseconds, the shortest first. */
export const takeOversOf = (windows: readonly Window[]): Record<Window['because'], number[]> => {
  const of = (because: Window['because']) =>
    windows
      .filter((window) => window.because === because)
      .map(({ from, to }) => to - from - WIRE_MS - (because === 'hand-over' ? WIRE_MS : ANSWER_MS))
      .sort((a, b) => a - b);
  return { crash: of('crash'), pause: of('pause'), 'hand-over': of('hand-over') };
};
