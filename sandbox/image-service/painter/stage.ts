import type { Canvas, CanvasGradient, Path2D, SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../random.ts';
import { type Colour, fade, type Palette } from './palettes.ts';

/** A point in pixels, or two measures. */
export type Point = readonly [x: number, y: number];

/** A height in pixels from the top at every x. */
export type Skyline = (x: number) => number;

/** Where things stand, in shares of the picture's width and height; radii in shares of its shorter side. */
export interface Layout {
  horizon: number;
  discX: number;
  discY: number;
  discRadius: number;
  subjectX: number;
  /** Rows of land between the horizon and our feet. */
  rows: number;
  /** Rings of light around the disc. */
  halo?: boolean;
  /** Seen through a window of paper. */
  framed?: boolean;
}

/** A smooth field of numbers from 0 to 1. */
export type Noise = (x: number, y?: number) => number;

const NOISE_CELLS = 256;
/** How light thins out around its source. */
const FALLOFF = [1, 0.6, 0.33, 0.14, 0.04, 0];

/** A thousandth of the side of a square with as many pixels: line widths are given in it. */
export const unitOf = (width: number, height: number): number => Math.sqrt(width * height) / 1000;

/** Where a picture comes into being, and the strokes that everything in it is made of. */
export class Stage {
  readonly context: SKRSContext2D;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly shorter: number;
  readonly unit: number;
  readonly palette: Palette;
  readonly random: Random;

  constructor(canvas: Canvas, palette: Palette, random: Random) {
    this.context = canvas.getContext('2d');
    this.width = canvas.width;
    this.height = canvas.height;
    this.shorter = Math.min(canvas.width, canvas.height);
    this.unit = unitOf(canvas.width, canvas.height);
    this.palette = palette;
    this.random = random;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.random() * items.length)] ?? items[0];
  }

  /** A gradient between two points, its colours at equal distances. */
  gradient([left, top]: Point, [right, bottom]: Point, ...colours: Colour[]): CanvasGradient {
    const gradient = this.context.createLinearGradient(left, top, right, bottom);
    for (const [index, colour] of colours.entries())
      gradient.addColorStop(index / (colours.length - 1), colour);
    return gradient;
  }

  /** Fills the whole picture, or a part of its height. */
  wash(style: Colour | CanvasGradient, top = 0, bottom = this.height): void {
    this.context.fillStyle = style;
    this.context.fillRect(0, top, this.width, bottom - top);
  }

  /** A gradient over a part of the height. */
  veil(top: number, bottom: number, ...colours: Colour[]): void {
    this.wash(this.gradient([0, top], [0, bottom], ...colours), top, bottom);
  }

  circle(x: number, y: number, radius: number): void {
    this.context.beginPath();
    this.context.arc(x, y, Math.max(radius, 0), 0, Math.PI * 2);
    this.context.fill();
  }

  /** Traces the outline from the left edge to the right one. */
  trace(points: readonly Point[]): void {
    this.context.beginPath();
    for (const [x, y] of points) this.context.lineTo(x, y);
  }

  /** Fills what lies under a line that crosses the picture. */
  fillUnder(edge: readonly Point[], style: Colour | CanvasGradient): void {
    this.context.fillStyle = style;
    this.trace([...edge, [this.width, this.height * 1.1], [0, this.height * 1.1]]);
    this.context.fill();
  }

  edgeOf(skyline: Skyline): Point[] {
    const steps = 520;
    return Array.from({ length: steps + 1 }, (_, step): Point => {
      const x = (this.width * step) / steps;
      return [x, skyline(x)];
    });
  }

  /** Fills a shape whose 0/0 comes to a point and whose units are `scale` pixels wide and tall. */
  stamp(shape: Path2D, at: Point, scale: Point, turn = 0): void {
    this.within(at, scale, turn, () => this.context.fill(shape));
  }

  within([x, y]: Point, [wide, tall]: Point, turn: number, paint: () => void): void {
    this.context.save();
    this.context.translate(x, y);
    this.context.rotate(turn);
    this.context.scale(wide, tall);
    paint();
    this.context.restore();
  }

  /** Light around a point. */
  glow([x, y]: Point, radius: number, colour: Colour, strength: number): void {
    const gradient = this.context.createRadialGradient(x, y, 0, x, y, radius);
    for (const [index, share] of FALLOFF.entries())
      gradient.addColorStop(index / 5, fade(colour, strength * share));
    this.context.fillStyle = gradient;
    this.context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  }

  /** Paints with another blending, and ends it. */
  blend(operation: SKRSContext2D['globalCompositeOperation'], opacity: number, paint: () => void): void {
    this.context.save();
    this.context.globalCompositeOperation = operation;
    this.context.globalAlpha = opacity;
    paint();
    this.context.restore();
  }

  /** Noise of several octaves, each twice as fine and half as strong. */
  noise(octaves: number): Noise {
    const heights = Float32Array.from({ length: NOISE_CELLS }, () => this.random());
    const order = Uint8Array.from({ length: NOISE_CELLS }, () => Math.floor(this.random() * NOISE_CELLS));
    const corner = (x: number, y: number): number => heights[((order[x & 255] ?? 0) + y) & 255] ?? 0;
    const row = (x: number, y: number): number => {
      const left = Math.floor(x);
      return between(corner(left, y), corner(left + 1, y), x - left);
    };
    return (x, y = 0) => {
      let sum = 0;
      for (let octave = 0; octave < octaves; octave += 1) {
        const [across, down] = [x * 2 ** octave + octave * 31.7, y * 2 ** octave];
        const top = Math.floor(down);
        const upper = row(across, top);
        sum += (y === 0 ? upper : between(upper, row(across, top + 1), down - top)) / 2 ** octave;
      }
      return sum / (2 - 2 ** (1 - octaves));
    };
  }
}

const between = (from: number, to: number, share: number): number =>
  from + (to - from) * share * share * (3 - 2 * share);
