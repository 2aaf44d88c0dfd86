import { seededRandom } from '../../sandbox/image-service/random.ts';

/** Decisions that are the same for the same seed. */
export interface Draw {
  /** From 0 up to, but not including, `below`. */
  whole: (below: number) => number;
  /** One of these. */
  pick: <const C extends readonly [unknown, ...unknown[]]>(choices: C) => C[number];
  /** True so often, from 0 to 1. */
  chance: (share: number) => boolean;
}

/** A row of decisions of its own. */
export const drawFrom = (seed: number): Draw => {
  const random = seededRandom(seed);
  const whole = (below: number): number => Math.floor(random() * below);
  return {
    whole,
    pick: (choices) => choices[whole(choices.length)],
    chance: (share) => random() < share,
  };
};
