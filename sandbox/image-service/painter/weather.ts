import { fade, lighten } from './color.ts';
import { between, fillCircle, type Stage } from './stage.ts';

/** Slanting rain, finer in the distance. */
export function paintRain({ context, width, height, unit, random, palette }: Stage): void {
  context.lineCap = 'round';
  for (let drop = 0; drop < 420; drop += 1) {
    const near = random();
    const length = (14 + near * 46) * unit;
    const x = between(random, -0.1, 1.1) * width;
    const y = random() * height;
    context.strokeStyle = fade(lighten(palette.sky[3], 0.4), 0.12 + near * 0.25);
    context.lineWidth = (0.5 + near * 1.3) * unit;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - length * 0.24, y + length);
    context.stroke();
  }
}

/** Flakes at all distances; the nearest are out of focus. */
export function paintSnowfall({ context, width, height, unit, random }: Stage): void {
  for (let flake = 0; flake < 520; flake += 1) {
    const near = random() ** 3;
    context.fillStyle = fade('#ffffff', near > 0.6 ? 0.35 : between(random, 0.45, 0.95));
    fillCircle(context, random() * width, random() * height, (1 + near * 9) * unit);
  }
}
