import type { Canvas, CanvasGradient, SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../random.ts';
import { type Colour, fade, type Palette } from './palettes.ts';

/** A point in pixels, or two measures. */
export type Point = readonly [x: number, y: number];

/** A height in pixels from the top at every x. */
export type Skyline = (x: number) => number;

/** A smooth row of numbers from 0 to 1. */
type Noise = (x: number) => number;

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

  /** Fills what lies under a line that crosses the picture. */
  fillUnder(edge: readonly Point[], style: Colour | CanvasGradient): void {
    this.context.fillStyle = style;
    this.context.beginPath();
    for (const [x, y] of edge) this.context.lineTo(x, y);
    this.context.lineTo(this.width, this.height * 1.1);
    this.context.lineTo(0, this.height * 1.1);
    this.context.fill();
  }

  edgeOf(skyline: Skyline): Point[] {
    const steps = 520;
    return Array.from({ length: steps + 1 }, (_, step): Point => {
      const x = (this.width * step) / steps;
      return [x, skyline(x)];
    });
  }

  /** Paints with 0/0 at a point and units that are so many pixels wide and tall. */
  within([x, y]: Point, [wide, tall]: Point, paint: () => void): void {
    this.context.save();
    this.context.translate(x, y);
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
    const at = (x: number): number => {
      const [left, share] = [Math.floor(x), x - Math.floor(x)];
      const [from = 0, to = 0] = [heights[left & 255], heights[(left + 1) & 255]];
      return from + (to - from) * share * share * (3 - 2 * share);
    };
    return (x) => {
      let sum = 0;
      for (let octave = 0; octave < octaves; octave += 1)
        sum += at(x * 2 ** octave + octave * 31.7) / 2 ** octave;
      return sum / (2 - 2 ** (1 - octaves));
    };
  }
}
