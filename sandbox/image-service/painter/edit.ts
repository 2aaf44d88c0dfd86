import { loadImage, type CanvasGradient, type Image } from '@napi-rs/canvas';
import { fade, lighten, lightness, mix } from './color.ts';
import { paintBouquet } from './flowers.ts';
import { paintAurora, paintBirds, paintGlow, paintStars } from './sky.ts';
import { between, fillCircle, type Stage } from './stage.ts';
import { paintSubject, SUBJECT_STYLES } from './subjects/index.ts';
import type { Understanding } from './vocabulary.ts';
import { paintRain, paintSnowfall } from './weather.ts';

/** Starts from the reference pictures, and changes their light and what is in them as the prompt says. */
export async function paintEdit(
  stage: Stage,
  references: readonly Uint8Array[],
  wish: Understanding,
): Promise<void> {
  const images = await Promise.all(references.map((reference) => loadImage(Buffer.from(reference))));
  const columns = Math.ceil(Math.sqrt(images.length));
  const rows = Math.ceil(images.length / columns);
  for (const [index, image] of images.entries()) {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? images.length - row * columns : columns;
    const wide = stage.width / inRow;
    const tall = stage.height / rows;
    drawCovering(stage, image, (index % columns) * wide, row * tall, wide, tall);
  }
  grade(stage);
  addThings(stage, wish);
}

/** Fills the box with the middle of the image. */
function drawCovering(
  { context }: Stage,
  image: Image,
  x: number,
  y: number,
  wide: number,
  tall: number,
): void {
  const scale = Math.max(wide / image.width, tall / image.height);
  const width = wide / scale;
  const height = tall / scale;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    image,
    (image.width - width) / 2,
    (image.height - height) / 2,
    width,
    height,
    x,
    y,
    wide,
    tall,
  );
}

/** The palette's light over the picture: the sky's hues, dusk or night where it is dark, and a glow. */
function grade(stage: Stage): void {
  const { context, width, height, random, palette } = stage;
  const [zenith, , low] = palette.sky;
  const dark = lightness(zenith) < 0.42;
  const wash = context.createLinearGradient(0, 0, 0, height);
  wash.addColorStop(0, dark ? lighten(zenith, 0.12) : zenith);
  wash.addColorStop(0.55, low);
  wash.addColorStop(1, mix(palette.near, low, 0.25));
  paintWash(stage, 'color', 0.5, wash);
  paintWash(stage, dark ? 'multiply' : 'soft-light', dark ? 0.82 : 0.7, wash);
  context.save();
  context.globalCompositeOperation = dark ? 'screen' : 'soft-light';
  const reach = Math.max(width, height) * (dark ? 0.5 : 0.75);
  paintGlow(stage, width * between(random, 0.1, 0.9), height * 0.3, reach, palette.disc, dark ? 0.34 : 0.6);
  paintGlow(stage, width * random(), height, reach, palette.accent, 0.26);
  context.restore();
  if (dark) paintStars(stage, 0.4, 160);
}

function paintWash(
  { context, width, height }: Stage,
  operation: 'color' | 'multiply' | 'soft-light',
  opacity: number,
  wash: CanvasGradient,
): void {
  context.save();
  context.globalCompositeOperation = operation;
  context.globalAlpha = opacity;
  context.fillStyle = wash;
  context.fillRect(0, 0, width, height);
  context.restore();
}

function addThings(stage: Stage, wish: Understanding): void {
  const { width, height, random } = stage;
  const before = stage.random() < 0.5 ? 0.24 : 0.76;
  if (wish.sky.has('aurora')) paintAurora(stage, 0.5);
  if (wish.sky.has('birds')) paintBirds(stage, width * between(random, 0.3, 0.7), height * 0.22, 12);
  if (wish.subject !== undefined) {
    const inAir = SUBJECT_STYLES[wish.subject].place === 'air';
    paintSubject(stage, wish.subject, { x: width * before, y: height * (inAir ? 0.55 : 0.97) });
  }
  if (wish.flowers) paintBouquet(stage, 14, height * 0.3);
  if (wish.sky.has('rain')) paintRain(stage);
  if (wish.sky.has('snow')) paintSnowfall(stage);
  if (wish.subject === undefined && wish.sky.size === 0 && !wish.flowers) paintMotes(stage);
}

/** Dust in the light, so that an edit without a known word shows too. */
function paintMotes({ context, width, height, unit, random, palette }: Stage): void {
  for (let mote = 0; mote < 90; mote += 1) {
    const near = random() ** 2;
    context.fillStyle = fade(lighten(palette.disc, 0.2), between(random, 0.12, 0.6) * (1 - near * 0.7));
    fillCircle(context, random() * width, random() * height, (1.5 + near * 26) * unit);
  }
}
