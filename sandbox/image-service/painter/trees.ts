import { darken, lighten, mix, type Colour } from './color.ts';
import type { Skyline } from './land.ts';
import { between, fillCircle, type Stage } from './stage.ts';

/** A row of conifers. */
interface Pines {
  /** Pixels. */
  readonly tall: number;
  readonly colour: Colour;
  readonly density: number;
  /** Nothing grows around this place, a share of the width. */
  readonly clearing?: number | undefined;
}

/** Paints conifers along a skyline. */
export function paintPines(stage: Stage, skyline: Skyline, { tall, colour, density, clearing }: Pines): void {
  const { context, width, random } = stage;
  context.fillStyle = colour;
  const gap = (tall * 0.4) / density;
  context.beginPath();
  for (let x = -tall; x < width + tall; x += gap * between(random, 0.4, 1.5)) {
    const inClearing = clearing !== undefined && Math.abs(x / width - clearing) < 0.12;
    if (!inClearing) tracePine(stage, x, skyline(x) + tall * 0.06, tall * between(random, 0.5, 1.1));
  }
  context.fill();
}

/** Boughs that grow shorter towards the top, and hang a little. */
function tracePine({ context, random }: Stage, x: number, y: number, tall: number): void {
  const tiers = 7;
  const half = tall * between(random, 0.19, 0.25);
  const lean = tall * between(random, -0.015, 0.015);
  const edge = (side: number, tier: number): void => {
    const share = tier / tiers;
    const at = y - tall * (0.07 + 0.93 * share);
    const reach = half * (1 - share) ** 0.9;
    context.lineTo(x + side * reach * between(random, 0.85, 1.1), at);
    context.lineTo(x + side * reach * 0.5, at - tall * 0.045);
  };
  context.moveTo(x - half * 0.1, y);
  context.lineTo(x - half * 0.1, y - tall * 0.07);
  for (let tier = 0; tier < tiers; tier += 1) edge(-1, tier);
  context.lineTo(x + lean, y - tall);
  for (let tier = tiers - 1; tier >= 0; tier -= 1) {
    const share = tier / tiers;
    const at = y - tall * (0.07 + 0.93 * share);
    const reach = half * (1 - share) ** 0.9;
    context.lineTo(x + reach * 0.5, at - tall * 0.045);
    context.lineTo(x + reach * between(random, 0.85, 1.1), at);
  }
  context.lineTo(x + half * 0.1, y - tall * 0.07);
  context.lineTo(x + half * 0.1, y);
  context.closePath();
}

/** Bare trunks close to us, from top to bottom of the picture. */
export function paintTrunks(stage: Stage, count: number, colour: Colour, clear: number): void {
  const { context, width, height, random } = stage;
  for (let index = 0; index < count; index += 1) {
    const x = width * ((index + random()) / count);
    if (Math.abs(x / width - clear) < 0.12) continue;
    const half = width * between(random, 0.006, 0.02);
    const gradient = context.createLinearGradient(x - half, 0, x + half, 0);
    gradient.addColorStop(0, lighten(colour, 0.12));
    gradient.addColorStop(0.4, colour);
    gradient.addColorStop(1, darken(colour, 0.3));
    context.fillStyle = gradient;
    const lean = half * between(random, -1.5, 1.5);
    context.beginPath();
    context.moveTo(x - half * 0.7 + lean, 0);
    context.lineTo(x + half * 0.7 + lean, 0);
    context.quadraticCurveTo(x + half, height * 0.8, x + half * 2.1, height);
    context.lineTo(x - half * 2.1, height);
    context.quadraticCurveTo(x - half, height * 0.8, x - half * 0.7 + lean, 0);
    context.fill();
  }
}

/** A great leafy tree, one unit tall, standing at the origin. */
export function paintLeafyTree({ context, random, palette }: Stage): void {
  context.fillStyle = darken(palette.ink, 0.1);
  context.beginPath();
  context.moveTo(-0.07, 0);
  context.quadraticCurveTo(-0.025, -0.15, -0.03, -0.4);
  context.quadraticCurveTo(-0.08, -0.5, -0.2, -0.58);
  context.quadraticCurveTo(-0.04, -0.52, 0, -0.44);
  context.quadraticCurveTo(0.06, -0.55, 0.18, -0.6);
  context.quadraticCurveTo(0.05, -0.45, 0.035, -0.36);
  context.quadraticCurveTo(0.03, -0.15, 0.08, 0);
  context.fill();
  const leaf = palette.accent;
  for (const [layer, colour] of [
    [0, mix(leaf, palette.ink, 0.55)],
    [1, mix(leaf, palette.ink, 0.25)],
    [2, leaf],
    [3, lighten(leaf, 0.25)],
  ] as const) {
    context.fillStyle = colour;
    for (let blob = 0; blob < 26 - layer * 4; blob += 1) {
      const angle = random() * Math.PI * 2;
      const reach = Math.sqrt(random()) * (0.33 - layer * 0.03);
      const x = Math.cos(angle) * reach * 1.15 - layer * 0.025;
      const y = -0.68 + Math.sin(angle) * reach * 0.8 - layer * 0.035;
      fillCircle(context, x, y, between(random, 0.035, 0.085) * (1 - layer * 0.16));
    }
  }
}
