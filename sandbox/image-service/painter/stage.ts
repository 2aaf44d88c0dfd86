import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../random.ts';
import type { Palette } from './palettes.ts';

/** Where a picture comes into being. */
export interface Stage {
  readonly context: SKRSContext2D;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** A thousandth of the side of a square with as many pixels: line widths are told in it. */
  readonly unit: number;
  readonly random: Random;
  readonly palette: Palette;
}

/** A point in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export function unitOf(width: number, height: number): number {
  return Math.sqrt(width * height) / 1000;
}

/** A number between two others. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** One of several. */
export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** Draws a closed shape through the points. */
export function tracePolygon(context: SKRSContext2D, points: readonly Point[]): void {
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, y);
  context.closePath();
}

/** Fills a circle. */
export function fillCircle(context: SKRSContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, Math.max(radius, 0), 0, Math.PI * 2);
  context.fill();
}

/** Draws with the base of the thing at a point, one unit being its height and y pointing down. */
export function standAt({ context }: Stage, { x, y }: Point, height: number, draw: () => void): void {
  context.save();
  context.translate(x, y);
  context.scale(height, height);
  draw();
  context.restore();
}
