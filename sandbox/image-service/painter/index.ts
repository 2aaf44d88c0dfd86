import { createCanvas, loadImage } from '@napi-rs/canvas';
import { hashText, seededRandom } from '../random.ts';
import { paintAbstract } from './abstract.ts';
import { SUBJECTS } from './drawings.ts';
import { paintEdit } from './edit.ts';
import { paintCaption, paintFrame, paintGrain, paintVignette, registerFont } from './finish.ts';
import type { GridRequest, PaintRequest } from './painters.ts';
import { type Mood, paletteOf } from './palettes.ts';
import { encodePng } from './png.ts';
import { type ParsedPrompt, parsePrompt, type Terrain } from './prompt.ts';
import { paintScene } from './scene.ts';
import { Stage, unitOf } from './stage.ts';

registerFont();

type Moods = readonly [Mood, ...Mood[]];
const SCENE_MOODS: Moods = ['dusk', 'dawn', 'day', 'dusk', 'spring', 'night'];
const ABSTRACT_MOODS: Moods = ['dusk', 'neon', 'spring', 'autumn', 'night', 'desert', 'forest', 'day'];
/** Light that suits a picture which is only to be changed a little. */
const EDIT_MOODS: Moods = ['dawn', 'autumn', 'day', 'spring'];

/** Paints a picture in this thread, apart from its encoding. Throws when a reference is no picture. */
export const paint = async (request: PaintRequest): Promise<Buffer> => {
  const { prompt, seed, width, height, variation, references = [] } = request;
  const parsed = parsePrompt(prompt);
  const terrain = terrainOf(parsed);
  const isEdit = references.length > 0;
  // What the four variations of a picture have in common.
  const common = seededRandom(hashText(`${prompt}/${seed}/common`));
  const moods = isEdit ? EDIT_MOODS : terrain === undefined ? ABSTRACT_MOODS : SCENE_MOODS;
  const likely = moods[Math.floor(common() * moods.length)] ?? moods[0];
  const mood = isEdit
    ? (parsed.mood ?? likely)
    : (moodOfGround(parsed.mood, terrain) ?? parsed.mood ?? likely);
  const start = Math.floor(common() * 12);
  const canvas = createCanvas(width, height);
  const palette = paletteOf(mood, ((start + variation) % 4) as PaintRequest['variation']);
  const random = seededRandom(hashText(`${prompt}/${seed}`) + variation * 7919);
  const stage = new Stage(canvas, palette, random);
  let framed = !isEdit && variation === 3;
  if (isEdit) await paintEdit(stage, references, parsed);
  else if (terrain === undefined) paintAbstract(stage, start + variation);
  else framed = paintScene(stage, terrain, { ...parsed, mood }, variation);
  if (framed) paintFrame(stage);
  else paintVignette(stage);
  // The left corner of a reference may hold its own caption.
  paintCaption(stage, prompt, framed, isEdit ? 'right' : 'left');
  paintGrain(stage);
  return encodePng(canvas.data(), width, height);
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
  for (const [index, image] of images.entries()) {
    const wide = (width - gap) / 2;
    const tall = (height - gap) / 2;
    const x = (index % 2) * (wide + gap);
    context.drawImage(image, x, Math.floor(index / 2) * (tall + gap), wide, tall);
  }
  return encodePng(canvas.data(), width, height);
};

/** Sand has the colours of sand at any time but night, and space is always dark. */
const moodOfGround = (mood: Mood | undefined, terrain: Terrain | undefined): Mood | undefined => {
  if (terrain === 'desert' && (mood === undefined || ['dusk', 'dawn', 'day'].includes(mood))) return 'desert';
  return terrain === 'space' && mood !== 'neon' ? 'night' : undefined;
};

/** A known thing without a known ground stands where such things are found. */
const terrainOf = ({ terrain, subject, sky, flowers }: ParsedPrompt): Terrain | undefined => {
  if (terrain !== undefined) return terrain;
  if (subject === 'rocket' || sky.has('planet')) return 'space';
  if (subject === 'lighthouse' || (subject !== undefined && SUBJECTS[subject].place === 'water'))
    return 'sea';
  if (subject !== undefined || flowers.length > 0) return 'field';
  return sky.size > 0 ? 'mountains' : undefined;
};
