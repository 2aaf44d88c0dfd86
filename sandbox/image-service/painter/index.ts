import { createCanvas, loadImage } from '@napi-rs/canvas';
import { hashText, seededRandom } from '../random.ts';
import { paintEdit } from './edit.ts';
import { paintCaption, paintVignette, registerFont } from './finish.ts';
import type { GridRequest, PaintRequest } from './painters.ts';
import { type Mood, paletteOf } from './palettes.ts';
import { parsePrompt } from './prompt.ts';
import { paintScene } from './scene.ts';
import { Stage, unitOf } from './stage.ts';

registerFont();

/** The light of prompts that name none. */
const MOODS: readonly [Mood, ...Mood[]] = ['dusk', 'dawn', 'day', 'spring', 'autumn', 'night'];

/** Paints a picture in this thread, apart from its encoding. Throws when a reference is no picture. */
export const paint = async (request: PaintRequest): Promise<Buffer> => {
  const { prompt, seed, width, height, variation, references = [] } = request;
  const parsed = parsePrompt(prompt);
  // What the four variations of a picture have in common.
  const common = seededRandom(hashText(`${prompt}/${seed}/common`));
  const mood = parsed.mood ?? MOODS[Math.floor(common() * MOODS.length)] ?? MOODS[0];
  const canvas = createCanvas(width, height);
  const random = seededRandom(hashText(`${prompt}/${seed}`) + variation * 7919);
  const stage = new Stage(canvas, paletteOf(mood, variation), random);
  if (references.length > 0) await paintEdit(stage, references, parsed.subject);
  else paintScene(stage, parsed, variation);
  paintVignette(stage);
  // The left corner of a reference may hold its own caption.
  paintCaption(stage, prompt, references.length > 0 ? 'right' : 'left');
  return canvas.encode('png');
};

/** Four pictures as one, two by two, with a thin line between them. */
export const paintGrid = async ({ pictures, width, height }: GridRequest): Promise<Buffer> => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const gap = Math.round(unitOf(width, height) * 6);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  const images = await Promise.all(pictures.map((picture) => loadImage(Buffer.from(picture))));
  const [wide, tall] = [(width - gap) / 2, (height - gap) / 2];
  for (const [index, image] of images.entries())
    context.drawImage(image, (index % 2) * (wide + gap), Math.floor(index / 2) * (tall + gap), wide, tall);
  return canvas.encode('png');
};
