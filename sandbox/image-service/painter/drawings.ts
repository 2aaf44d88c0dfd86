import { readFileSync } from 'node:fs';
import { Image } from '@napi-rs/canvas';
import { type Colour, darken, fade, lighten, lightness, mix, type Palette } from './palettes.ts';
import type { Point, Stage } from './stage.ts';
import subjects from './subjects.json' with { type: 'json' };

/**
 * What the painter can draw, by the words of prompts; the first whose words are in one is what the picture is about.
 * `place`: land, foreground, water or air; `tall`: its height as a share of the picture's.
 */
export const SUBJECTS = subjects;

export type Subject = keyof typeof subjects;

type Drawing = Subject | 'sun' | 'moon';

const VIEW_BOX = /viewBox="(.+?)"/;
const VARIABLE = /var\(--(.+?)\)/g;
/** What the canvas itself does not know: a mix of two colours. */
const MIX = /color-mix\(in srgb, (#\w+), (#\w+) (\d+)%\)/g;

/** The variables of the drawings, out of the picture's palette. */
const PAINTS: Readonly<Record<string, (palette: Palette) => Colour>> = {
  ink: ({ ink }) => darken(ink, 0.15),
  shade: ({ ink }) => ink,
  far: ({ far }) => far,
  accent: ({ accent }) => accent,
  second: ({ accent, sky }) => mix(accent, sky[0], 0.55),
  white: ({ disc, sky }) => mix(lighten(disc, 0.3), sky[2], 0.12),
  sail: ({ accent, disc }) => mix(accent, disc, 0.25),
  red: ({ accent }) => mix(accent, '#d8423a', 0.45),
  fox: ({ accent }) => mix(accent, '#d9622b', 0.6),
  wolf: ({ ink, far }) => mix(mix(ink, '#9aa5b4', 0.75), far, 0.2),
  cream: ({ disc }) => mix(disc, '#fff9f0', 0.6),
  fur: ({ ink, disc }) => mix(ink, lighten(disc, 0.2), 0.78),
  feather: ({ ink, accent }) => mix(ink, accent, 0.28),
  pink: ({ accent }) => mix(accent, '#ff9fa8', 0.5),
  amber: ({ accent, disc }) => mix(mix(accent, disc, 0.5), '#ffc53d', 0.65),
  skin: ({ sky }) => mix('#e9b58f', sky[2], 0.15),
  disc: ({ disc }) => lighten(disc, 0.3),
  'disc-foot': ({ disc, accent }) => mix(disc, accent, 0.35),
  crater: ({ disc, sky }) => fade(mix(disc, sky[1], 0.5), 0.2),
  haze: ({ sky }) => fade(lighten(sky[3], 0.35), 0.28),
  rim: ({ disc }) => fade(disc, 0.6),
  shadow: ({ ink }) => fade(ink, 0.5),
  beam: ({ sky }) => fade('#fff4c2', lightness(sky[1]) < 0.62 ? 0.7 : 0),
};

/**
 * Paints `drawings/<name>.svg` at a point, one of its units being `scale` pixels. What stands on something has its foot
 * at 0/0 and is about one unit tall; discs have their middle there.
 */
export const paintDrawing = (stage: Stage, name: Drawing, at: Point, scale: number): void => {
  const source = readFileSync(new URL(`./drawings/${name}.svg`, import.meta.url), 'utf8');
  const viewBox = VIEW_BOX.exec(source)?.[1] ?? '';
  const [left = 0, top = 0, wide = 0, tall = 0] = viewBox
    .split(' ')
    .map((measure) => Number(measure) * scale);
  const coloured = source
    .replace(VARIABLE, (whole, paint: string) => PAINTS[paint]?.(stage.palette) ?? whole)
    .replace(MIX, (_whole, from: Colour, to: Colour, percent: string) =>
      mix(from, to, Number(percent) / 100),
    );
  const image = new Image();
  image.src = Buffer.from(coloured.replace('<svg', `<svg width="${wide}" height="${tall}"`));
  stage.within(at, [1, 1], () => stage.context.drawImage(image, left, top, wide, tall));
};
