import { type Image, loadImage } from '@napi-rs/canvas';
import { type Subject, SUBJECTS } from './drawings.ts';
import { lighten, lightness, mix } from './palettes.ts';
import { paintSpecks, paintStars, paintSubject } from './scene.ts';
import type { Stage } from './stage.ts';

/** Starts from the reference pictures side by side, and changes their light and what is in them as the prompt says. */
export const paintEdit = async (
  stage: Stage,
  references: readonly Uint8Array[],
  subject: Subject | undefined,
): Promise<void> => {
  const images = await Promise.all(references.map((reference) => loadImage(Buffer.from(reference))));
  const wide = stage.width / images.length;
  for (const [index, image] of images.entries()) drawCovering(stage, image, index * wide, wide);
  grade(stage);
  if (subject !== undefined) {
    const y = SUBJECTS[subject].place === 'air' ? 0.55 : 0.97;
    paintSubject(stage, subject, [stage.width * (stage.random() < 0.5 ? 0.24 : 0.76), stage.height * y]);
  }
  // Dust in the light, so that an edit without a known word shows too.
  else paintSpecks(stage, 90, lighten(stage.palette.disc, 0.2), 22);
};

/** Fills a column with the middle of the image. */
const drawCovering = ({ context, height }: Stage, image: Image, x: number, wide: number): void => {
  const scale = Math.max(wide / image.width, height / image.height);
  const [across, down] = [wide / scale, height / scale];
  context.imageSmoothingQuality = 'high';
  const middle = [(image.width - across) / 2, (image.height - down) / 2] as const;
  context.drawImage(image, ...middle, across, down, x, 0, wide, height);
};

/** The palette's light over the picture: the sky's hues, dusk or night where it is dark, and a glow. */
const grade = (stage: Stage): void => {
  const { width, height, palette } = stage;
  const [zenith, , low] = palette.sky;
  const dark = lightness(zenith) < 0.42;
  const top = dark ? lighten(zenith, 0.12) : zenith;
  const light = stage.gradient([0, 0], [0, height], top, low, mix(palette.near, low, 0.25));
  stage.blend('color', 0.5, () => stage.wash(light));
  stage.blend(dark ? 'multiply' : 'soft-light', dark ? 0.82 : 0.7, () => stage.wash(light));
  const at = [width * stage.between(0.1, 0.9), height * 0.3] as const;
  stage.blend(dark ? 'screen' : 'soft-light', 1, () =>
    stage.glow(at, Math.max(width, height) * 0.6, palette.disc, dark ? 0.34 : 0.6),
  );
  if (dark) paintStars(stage, 0.4);
};
