import type { Random } from '../random.ts';

const TABLE_SIZE = 256;

/** A smooth row of numbers from 0 to 1 over a line. */
export type Noise = (position: number) => number;

/** A smooth field of numbers from 0 to 1 over a plane. */
export type Field = (x: number, y: number) => number;

export function lineNoise(random: Random): Noise {
  const table = Float32Array.from({ length: TABLE_SIZE }, () => random());
  return (position) => {
    const cell = Math.floor(position);
    return blend(
      table[cell & (TABLE_SIZE - 1)] ?? 0,
      table[(cell + 1) & (TABLE_SIZE - 1)] ?? 0,
      ease(position - cell),
    );
  };
}

/** Several octaves of a line, each twice as fine and half as strong. */
export function layered(noise: Noise, octaves: number): Noise {
  return (position) => {
    let sum = 0;
    let weight = 0.5;
    let total = 0;
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += weight * noise(position * 2 ** octave + octave * 17.3);
      total += weight;
      weight /= 2;
    }
    return sum / total;
  };
}

export function planeNoise(random: Random): Field {
  const table = Float32Array.from({ length: TABLE_SIZE }, () => random());
  const order = Uint8Array.from({ length: TABLE_SIZE }, () => Math.floor(random() * TABLE_SIZE));
  const corner = (x: number, y: number): number =>
    table[((order[x & (TABLE_SIZE - 1)] ?? 0) + y) & (TABLE_SIZE - 1)] ?? 0;
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const across = ease(x - column);
    return blend(
      blend(corner(column, row), corner(column + 1, row), across),
      blend(corner(column, row + 1), corner(column + 1, row + 1), across),
      ease(y - row),
    );
  };
}

/** Several octaves of a field. */
export function layeredField(field: Field, octaves: number): Field {
  return (x, y) => {
    let sum = 0;
    let total = 0;
    for (let octave = 0; octave < octaves; octave += 1) {
      const weight = 0.5 ** octave;
      sum += weight * field(x * 2 ** octave + octave * 31.7, y * 2 ** octave + octave * 11.9);
      total += weight;
    }
    return sum / total;
  };
}

function ease(share: number): number {
  return share * share * (3 - 2 * share);
}

function blend(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
