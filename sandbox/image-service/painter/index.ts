import { createCanvas, loadImage } from '@napi-rs/canvas';
import { hashText, seededRandom, type Random } from '../random.ts';
import { paintAbstract } from './abstract/index.ts';
import { paintCaption, registerFont } from './caption.ts';
import { paintEdit } from './edit.ts';
import { paintFrame, paintGrain, paintVignette } from './finish.ts';
import { PALETTES, type Mood } from './palettes.ts';
import { encodePng } from './png.ts';
import { paintScene } from './scene.ts';
import { pick, unitOf, type Stage } from './stage.ts';
import type { GridRequest, PaintRequest } from './types.ts';
import { understand, type Subject, type Terrain, type Understanding } from './vocabulary.ts';

registerFont();

const SCENE_MOODS = ['dusk', 'dawn', 'day', 'dusk', 'spring', 'night'] as const satisfies readonly Mood[];
const ABSTRACT_MOODS = [
  'dusk',
  'neon',
  'spring',
  'autumn',
  'night',
  'desert',
  'forest',
  'day',
] as const satisfies readonly Mood[];
/** Light that suits a picture which is only to be changed a little. */
const EDIT_MOODS = ['dawn', 'autumn', 'day', 'spring'] as const satisfies readonly Mood[];
const SANDY: ReadonlySet<Mood> = new Set<Mood>(['dusk', 'dawn', 'day']);
const WATER: ReadonlySet<Subject> = new Set(['lighthouse', 'boat', 'whale']);

/** Paints a picture in this thread, apart from its encoding. Throws when a reference is no picture. */
export async function paint(request: PaintRequest): Promise<Buffer> {
  const { prompt, seed, width, height, variation, references = [] } = request;
  const wish = understand(prompt);
  const random = seededRandom(hashText(`${prompt}/${seed}`) + variation * 7919);
  const common = seededRandom(hashText(`${prompt}/${seed}/common`));
  const terrain = terrainOf(wish);
  const mood =
    references.length > 0 ? (wish.mood ?? pick(common, EDIT_MOODS)) : moodOf(wish, terrain, common);
  const start = Math.floor(common() * 12);
  const canvas = createCanvas(width, height);
  const stage: Stage = {
    context: canvas.getContext('2d'),
    width,
    height,
    unit: unitOf(width, height),
    random,
    palette: PALETTES[mood][((start + variation) % 4) as 0 | 1 | 2 | 3],
  };
  let onPaper = false;
  if (references.length > 0) await paintEdit(stage, references, wish);
  else if (terrain === undefined) paintAbstract(stage, start, variation);
  else {
    const { frame } = paintScene(stage, terrain, { ...wish, mood }, variation);
    onPaper = frame !== 'none';
    if (frame !== 'none') paintFrame(stage, frame);
  }
  if (!onPaper) paintVignette(stage);
  // The left corner of a reference may hold its own caption.
  paintCaption(stage, prompt, { onPaper, corner: references.length > 0 ? 'right' : 'left' });
  paintGrain(stage);
  return encodePng(canvas.data(), width, height);
}

/** Four pictures as one, two by two, with a thin line between them. */
export async function paintGrid({ pictures, width, height }: GridRequest): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const gap = Math.round(unitOf(width, height) * 6);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  const images = await Promise.all(pictures.map((picture) => loadImage(Buffer.from(picture))));
  for (const [index, image] of images.entries()) {
    const wide = (width - gap) / 2;
    const tall = (height - gap) / 2;
    const x = (index % 2) * (wide + gap);
    context.drawImage(image, x, Math.floor(index / 2) * (tall + gap), wide, tall);
  }
  return encodePng(canvas.data(), width, height);
}

/** Sand has the colours of sand at any time but night. */
function moodOf({ mood }: Understanding, terrain: Terrain | undefined, random: Random): Mood {
  if (terrain === 'desert' && (mood === undefined || SANDY.has(mood))) return 'desert';
  if (terrain === 'space') return mood === 'neon' ? 'neon' : 'night';
  return mood ?? pick(random, terrain === undefined ? ABSTRACT_MOODS : SCENE_MOODS);
}

/** A known thing without a known ground stands where such things are found. */
function terrainOf({ terrain, subject, sky, flowers }: Understanding): Terrain | undefined {
  if (terrain !== undefined) return terrain;
  if (subject !== undefined) return WATER.has(subject) ? 'sea' : subject === 'rocket' ? 'space' : 'field';
  if (flowers) return 'field';
  if (sky.has('planet')) return 'space';
  return sky.size > 0 ? 'mountains' : undefined;
}
