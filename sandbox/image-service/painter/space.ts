import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { darken, fade, mix, type Colour } from './color.ts';
import { layeredField, planeNoise, type Field } from './noise.ts';
import { paintGlow, paintStars } from './sky.ts';
import { between, type Stage } from './stage.ts';

/** Clouds are reckoned at this many points a side and drawn softly larger. */
const CLOUD_POINTS = 128;

/** A black sky with glowing clouds of dust and many stars. */
export function paintDeepSpace(stage: Stage): void {
  const { context, width, height, random, palette } = stage;
  context.fillStyle = darken(palette.sky[0], 0.55);
  context.fillRect(0, 0, width, height);
  const colours: readonly Colour[] = [palette.sky[2], palette.accent, palette.sky[3]];
  for (const [index, colour] of colours.entries()) {
    const clouds = dustCloud(stage, colour, 0.95 - index * 0.2);
    context.save();
    context.globalCompositeOperation = 'screen';
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'high';
    context.drawImage(clouds, 0, 0, width, height);
    context.restore();
  }
  for (let glow = 0; glow < 3; glow += 1) {
    const reach = Math.min(width, height) * between(random, 0.12, 0.3);
    paintGlow(
      stage,
      random() * width,
      random() * height,
      reach,
      mix(palette.disc, palette.accent, random()),
      0.3,
    );
  }
  paintStars(stage, 1.2, 900);
}

function dustCloud(stage: Stage, colour: Colour, strength: number): Canvas {
  const canvas = createCanvas(CLOUD_POINTS, CLOUD_POINTS);
  const context = canvas.getContext('2d');
  context.fillStyle = fade(colour, 1);
  context.fillRect(0, 0, CLOUD_POINTS, CLOUD_POINTS);
  const image = context.getImageData(0, 0, CLOUD_POINTS, CLOUD_POINTS);
  const density = warped(stage);
  const stretch = stage.width / stage.height;
  for (let index = 0; index < CLOUD_POINTS * CLOUD_POINTS; index += 1) {
    const x = ((index % CLOUD_POINTS) / CLOUD_POINTS) * 3.2 * stretch;
    const y = (Math.floor(index / CLOUD_POINTS) / CLOUD_POINTS) * 3.2;
    const value = Math.max(0, density(x, y) - 0.46) * 2.6;
    image.data[index * 4 + 3] = Math.min(255, value ** 1.35 * 255 * strength);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Noise bent by noise: it curls like smoke. */
function warped({ random }: Stage): Field {
  const bend = layeredField(planeNoise(random), 3);
  const cloud = layeredField(planeNoise(random), 5);
  return (x, y) => cloud(x + bend(x, y) * 2.2, y + bend(x + 9.2, y + 4.1) * 2.2);
}
