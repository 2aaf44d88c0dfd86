import { drawFrom, type Draw } from '../fuzz/draw.ts';

export const KINDS = ['kill', 'pause', 'deploy', 'restart-store', 'partition', 'clock'] as const;

/** Something that happens to the processes. It depends on the seed alone. */
export interface Disturbance {
  kind: (typeof KINDS)[number];
  /** Milliseconds from the beginning. */
  at: number;
  /** Which of the processes it hits; the store is everybody's. */
  place: number;
  /** How long it lasts, in milliseconds; of a deploy and a clock: nothing. */
  forMs: number;
  /** In the hard way: the store is killed, and a partition swallows what is sent instead of refusing it. */
  isHard: boolean;
}

/** Where it all happens. */
export interface Stage {
  /** How many processes there are at once. */
  processes: number;
  /** What can happen to them and their store. */
  kinds: readonly Disturbance['kind'][];
}

/** One request, click or reaction of a person. */
export interface Act {
  kind: 'imagine' | 'gen' | 'react' | 'jobs';
  at: number;
  /** Among the people, and among the places of which the last are direct messages. */
  person: number;
  place: number;
}

export interface Plan {
  disturbances: Disturbance[];
  acts: Act[];
}

/** Until the processes have warmed up, and to let everything come to its end. */
const QUIET_MS = 5_000;
/** Longer than a lease lasts, and a take-over after it. */
const GAP_MS = 9_000;

/** In a long run the store is now and then away for a minute, in which nothing else happens. */
const OUTAGE_MS = 60_000;
const LONG_RUN_MS = 300_000;

const shuffled = <T>(draw: Draw, list: readonly T[]): T[] => {
  const left = [...list];
  return list.flatMap(() => left.splice(draw.whole(left.length), 1));
};

/** Past the term of a lease, so that others take over; a store is away for less and for more than a lease is trusted. */
const DURATIONS_MS: Record<Disturbance['kind'], readonly [from: number, to: number]> = {
  kill: [500, 3_000],
  pause: [7_500, 11_000],
  deploy: [0, 1],
  'restart-store': [300, 6_000],
  partition: [2_000, 12_000],
  clock: [0, 1],
};

/** Every kind once in a round, in any order; some come while the one before still lasts. */
const drawDisturbances = (draw: Draw, milliseconds: number, { processes, kinds }: Stage): Disturbance[] => {
  const all: Disturbance[] = [];
  for (let at = QUIET_MS; ;) {
    for (const kind of shuffled(draw, kinds)) {
      if (at + GAP_MS > milliseconds) return all;
      const [from, to] = DURATIONS_MS[kind];
      const isOutage = kind === 'restart-store' && milliseconds >= LONG_RUN_MS && draw.chance(0.3);
      const forMs = isOutage ? OUTAGE_MS : from + draw.whole(to - from);
      all.push({ kind, at, place: draw.whole(processes), forMs, isHard: draw.chance(0.5) });
      if (isOutage) at += OUTAGE_MS;
      at += draw.chance(0.2) ? 1_000 + draw.whole(3_000) : GAP_MS + draw.whole(4_000);
    }
  }
};

const kindOf = (draw: Draw): Act['kind'] => {
  const luck = draw.whole(100);
  if (luck < 5) return 'jobs';
  if (luck < 10) return 'react';
  return luck < 70 ? 'imagine' : 'gen';
};

/** All that happens in a run. */
export const drawPlan = (
  seed: number,
  size: { milliseconds: number; perSecond: number; people: number; places: number },
  stage: Stage,
): Plan => {
  const disturbances = drawDisturbances(drawFrom(seed), size.milliseconds, stage);
  // A row of its own: another rate does not change what happens to the processes.
  const draw = drawFrom(seed + 1);
  const acts = Array.from(
    { length: Math.floor((size.milliseconds / 1_000) * size.perSecond) },
    (_, index) => ({
      kind: kindOf(draw),
      at: ((index + draw.whole(1_000) / 1_000) / size.perSecond) * 1_000,
      person: draw.whole(size.people),
      place: draw.whole(size.places),
    }),
  );
  return { disturbances, acts };
};
