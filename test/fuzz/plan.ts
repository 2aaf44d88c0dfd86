import { drawFrom, type Draw } from './draw.ts';
import { drawRequest, type JobRequest } from './requests.ts';

export const KINDS = ['kill', 'pause', 'deploy', 'store', 'partition', 'outage', 'slow'] as const;

/** Something that happens to the processes, to their store, or to the image service. */
export interface Disturbance {
  kind: (typeof KINDS)[number];
  /** Milliseconds from the beginning. */
  at: number;
  /** Which of the processes it hits; the store and the service are everybody's. */
  place: number;
  /** How long it lasts, in milliseconds. */
  forMs: number;
  /** In the hard way: the store is killed, and a partition swallows what is sent instead of refusing it. */
  isHard: boolean;
}

/** Where it all happens. */
export interface Stage {
  /** How many processes there are at once. */
  processes: number;
  /** What happens in each round, in any order. */
  kinds: readonly Disturbance['kind'][];
  /** Between two disturbances, in milliseconds. */
  gapMs: number;
}

/** A person's request, and where it is made. */
export interface Act {
  request: JobRequest;
  at: number;
  person: number;
  place: number;
}

export interface Plan {
  disturbances: Disturbance[];
  acts: Act[];
}

const QUIET_MS = 3_000;

/** Pauses and partitions are shorter and longer than a lease is trusted. */
const DURATIONS_MS: Record<Disturbance['kind'], readonly [from: number, to: number]> = {
  kill: [0, 2_000],
  pause: [1_000, 11_000],
  deploy: [0, 1],
  store: [300, 6_000],
  partition: [2_000, 12_000],
  outage: [1_000, 8_000],
  slow: [1_000, 12_000],
};

/** How many requests have bad luck of their own. More of them, and the account would only rest. */
const UNLUCKY = 0.15;

const shuffled = <T>(draw: Draw, list: readonly T[]): T[] => {
  const left = [...list];
  return list.flatMap(() => left.splice(draw.whole(left.length), 1));
};

/** Every kind in each round; some come while the one before still lasts. */
const drawDisturbances = (draw: Draw, milliseconds: number, stage: Stage): Disturbance[] => {
  const { processes, kinds, gapMs } = stage;
  const all: Disturbance[] = [];
  if (kinds.length === 0) return all;
  for (let at = QUIET_MS; ;) {
    for (const kind of shuffled(draw, kinds)) {
      if (at + gapMs > milliseconds) return all;
      const [from, to] = DURATIONS_MS[kind];
      const forMs = from + draw.whole(to - from);
      all.push({ kind, at, place: draw.whole(processes), forMs, isHard: draw.chance(0.5) });
      at += draw.chance(0.2) ? draw.whole(gapMs) : gapMs + draw.whole(gapMs / 2);
    }
  }
};

/** A run is too short for what a service may ask for, which is an hour. */
const soon = <Fate extends object>(fate: Fate): Fate =>
  'retryAfter' in fate ? { ...fate, retryAfter: '1' } : fate;

const requestOf = (draw: Draw, number: number): JobRequest => {
  const drawn = drawRequest(draw, number);
  if (draw.chance(UNLUCKY))
    return { ...drawn, submission: soon(drawn.submission), polls: drawn.polls.map(soon) };
  return {
    ...drawn,
    submission: { kind: 'taken', taskId: `task-${number}`, slowly: false },
    polls: [],
    pictures: 'as-it-is',
  };
};

/** All that happens in a run. It depends on the seed alone. */
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
      request: requestOf(draw, index),
      at: ((index + draw.whole(1_000) / 1_000) / size.perSecond) * 1_000,
      person: draw.whole(size.people),
      place: draw.whole(size.places),
    }),
  );
  return { disturbances, acts };
};
