import type { Stage } from '../stage.ts';
import type { Variation } from '../types.ts';
import { paintFlow, paintPaperWaves, paintRidgeLines } from './flow.ts';
import { paintBokeh, paintOrbits, paintQuilt } from './shapes.ts';

const STYLES = [paintPaperWaves, paintFlow, paintOrbits, paintQuilt, paintBokeh, paintRidgeLines] as const;

/** A composition without things in it; four variations in a row have four styles. */
export function paintAbstract(stage: Stage, start: number, variation: Variation): void {
  STYLES[(start + variation) % STYLES.length]?.(stage);
}
