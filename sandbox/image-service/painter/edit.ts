import { type Image, loadImage } from '@napi-rs/canvas';
import { SUBJECTS } from './drawings.ts';
import { lighten, lightness, mix } from './palettes.ts';
import type { ParsedPrompt } from './prompt.ts';
import { paintFlowers, paintSubject, paintWeather } from './scene.ts';
import { paintAurora, paintBirds, paintSpecks, paintStars } from './sky.ts';
import type { Stage } from './stage.ts';

/** Starts from the reference pictures, and changes their light and what is in them as the prompt says. */
export const paintEdit = async (stage: Stage, references: readonly Uint8Array[], parsed: ParsedPrompt) => {
  const images = await Promise.all(references.map((reference) => loadImage(Buffer.from(reference))));
  const columns = Math.ceil(Math.sqrt(images.length));
  const rows = Math.ceil(images.length / columns);
  for (const [index, image] of images.entries()) {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? images.length - row * columns : columns;
    drawCovering(stage, image, [(index % columns) / inRow, row / rows, 1 / inRow, 1 / rows]);
  }
  grade(stage);
  addThings(stage, parsed);
};

type Box = readonly [x: number, y: number, wide: number, tall: number];

/** Fills a box, told in shares of the picture, with the middle of the image. */
const drawCovering = (stage: Stage, image: Image, [x, y, wide, tall]: Box) => {
  const box = [x * stage.width, y * stage.height, wide * stage.width, tall * stage.height] as const;
  const scale = Math.max(box[2] / image.width, box[3] / image.height);
  const [width, height] = [box[2] / scale, box[3] / scale];
  stage.context.imageSmoothingQuality = 'high';
  const middle = [(image.width - width) / 2, (image.height - height) / 2] as const;
  stage.context.drawImage(image, ...middle, width, height, ...box);
};

/** The palette's light over the picture: the sky's hues, dusk or night where it is dark, and a glow. */
const grade = (stage: Stage): void => {
  const { width, height, random, palette } = stage;
  const [zenith, , low] = palette.sky;
  const dark = lightness(zenith) < 0.42;
  const top = dark ? lighten(zenith, 0.12) : zenith;
  const light = stage.gradient([0, 0], [0, height], top, low, mix(palette.near, low, 0.25));
  stage.blend('color', 0.5, () => stage.wash(light));
  stage.blend(dark ? 'multiply' : 'soft-light', dark ? 0.82 : 0.7, () => stage.wash(light));
  const reach = Math.max(width, height) * (dark ? 0.5 : 0.75);
  stage.blend(dark ? 'screen' : 'soft-light', 1, () => {
    stage.glow([width * stage.between(0.1, 0.9), height * 0.3], reach, palette.disc, dark ? 0.34 : 0.6);
    stage.glow([width * random(), height], reach, palette.accent, 0.26);
  });
  if (dark) paintStars(stage, 0.4, 160);
};

const addThings = (stage: Stage, parsed: ParsedPrompt): void => {
  const { width, height } = stage;
  const { subject, flowers, sky } = parsed;
  const side = stage.random() < 0.5 ? 0.24 : 0.76;
  if (sky.has('aurora')) paintAurora(stage, 0.5);
  if (sky.has('birds')) paintBirds(stage, [width * stage.between(0.3, 0.7), height * 0.22], 12);
  const y = subject !== undefined && SUBJECTS[subject].place === 'air' ? 0.55 : 0.97;
  if (subject !== undefined) paintSubject(stage, subject, [width * side, height * y], 1);
  paintFlowers(stage, flowers, 0.3);
  paintWeather(stage, parsed);
  // Dust in the light, so that an edit without a known word shows too.
  if (subject === undefined && sky.size === 0 && flowers.length === 0)
    paintSpecks(stage, 90, lighten(stage.palette.disc, 0.2), 22);
};
