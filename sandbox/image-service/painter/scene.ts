import { lightness } from './color.ts';
import { paintDisc, paintPlanet, type DiscKind } from './disc.ts';
import { paintBouquet } from './flowers.ts';
import { GROUNDS, type Scene } from './grounds.ts';
import { fillLand, type Skyline } from './land.ts';
import { layoutOf, type Layout } from './layout.ts';
import { paintAurora, paintBirds, paintClouds, paintSky, paintStars } from './sky.ts';
import { paintDeepSpace } from './space.ts';
import { between, type Stage } from './stage.ts';
import { paintSubject, SUBJECT_STYLES } from './subjects/index.ts';
import type { Variation } from './types.ts';
import type { Subject, Terrain, Understanding } from './vocabulary.ts';
import { paintRain, paintSnowfall } from './weather.ts';

/** Paints a landscape from the sky to our feet. */
export function paintScene(
  stage: Stage,
  terrain: Terrain,
  wish: Understanding,
  variation: Variation,
): Layout {
  const plain = layoutOf(variation, stage.random);
  const portrait = wish.subject !== undefined && SUBJECT_STYLES[wish.subject].place === 'foreground';
  const layout = portrait ? portraitLayout(plain) : terrain === 'space' ? { ...plain, halo: false } : plain;
  const scene: Scene = { stage, layout, terrain, wish, variation };
  paintHeavens(scene);
  GROUNDS[terrain](scene);
  if (wish.subject !== undefined) paintFreeSubject(scene, wish.subject);
  const small = variation === 2 || wish.subject !== undefined;
  if (wish.flowers) paintBouquet(stage, small ? 22 : 13, stage.height * (small ? 0.19 : 0.34));
  if (wish.sky.has('rain')) paintRain(stage);
  if (wish.sky.has('snow')) paintSnowfall(stage);
  return layout;
}

/** A large disc behind whoever sits in front. */
function portraitLayout(layout: Layout): Layout {
  return {
    ...layout,
    discX: layout.subjectX + (layout.discX - layout.subjectX) * 0.35,
    discY: Math.max(layout.discY, 0.38),
    discRadius: Math.max(layout.discRadius, 0.24),
  };
}

function paintHeavens({ stage, layout, terrain, wish, variation }: Scene): void {
  const { palette, random, width, height } = stage;
  const dark = lightness(palette.sky[0]) < 0.38;
  if (terrain === 'space') paintDeepSpace(stage);
  else paintSky(stage, layout);
  if (terrain !== 'space' && dark) paintStars(stage, layout.horizon, wish.sky.has('stars') ? 520 : 190);
  if (wish.sky.has('aurora')) paintAurora(stage, layout.horizon);
  paintDisc(stage, layout, discKind(terrain, wish, dark, variation));
  if (terrain === 'space') {
    paintPlanet(stage, width * (1 - layout.discX), height * 0.2, Math.min(width, height) * 0.035);
    return;
  }
  const clouds = wish.sky.has('clouds') ? 9 : wish.sky.has('stars') ? 0 : 4;
  paintClouds(stage, layout, clouds);
  const birds = wish.sky.has('birds') ? 16 : !dark && variation !== 1 ? 6 : 0;
  paintBirds(stage, width * between(random, 0.3, 0.7), height * layout.horizon * 0.5, birds);
}

function discKind(terrain: Terrain, wish: Understanding, dark: boolean, variation: Variation): DiscKind {
  if (terrain === 'space' || wish.sky.has('planet')) return 'planet';
  const moon = wish.sky.has('moon') || (wish.mood === 'night' && !wish.sky.has('sun'));
  if (moon || (dark && wish.mood === undefined && !wish.sky.has('sun')))
    return variation === 2 ? 'crescent' : 'moon';
  return 'sun';
}

/** Subjects of the water, the air and the foreground, which need no particular row of land. */
function paintFreeSubject({ stage, layout, terrain, variation }: Scene, subject: Subject): void {
  const { width, height } = stage;
  const { place } = SUBJECT_STYLES[subject];
  const x = layout.subjectX * width;
  const scale = variation === 2 ? 0.75 : 1;
  if (place === 'water') {
    const shore = terrain === 'sea' ? layout.horizon + (1 - layout.horizon) * 0.3 : 0.9;
    paintSubject(stage, subject, { x, y: height * shore }, scale);
  }
  if (place === 'air') {
    paintSubject(stage, subject, { x, y: height * (terrain === 'space' ? 0.78 : 0.5) }, scale);
    if (subject === 'balloon') {
      paintSubject(stage, subject, { x: width - x * 0.9, y: height * 0.3 }, 0.36 * scale);
      paintSubject(stage, subject, { x: width * 0.5, y: height * 0.2 }, 0.22 * scale);
    }
  }
  if (place === 'foreground') {
    const knoll: Skyline = (at) => height * 0.9 + ((at - x) / width) ** 2 * height * 0.35;
    fillLand(stage, knoll, stage.palette.ink, 0);
    paintSubject(stage, subject, { x, y: height * 0.915 });
  }
}
