import { darken, lightness, mix } from './color.ts';
import { paintCity } from './city.ts';
import { scatterBlossoms } from './flowers.ts';
import {
  fillLand,
  landColour,
  paintMist,
  shadeDunes,
  skylineOf,
  type LandKind,
  type Skyline,
} from './land.ts';
import type { Layout } from './layout.ts';
import { paintRange } from './mountains.ts';
import { paintSea } from './sea.ts';
import type { Stage } from './stage.ts';
import { paintSubject, SUBJECT_STYLES } from './subjects/index.ts';
import { paintPines, paintTrunks } from './trees.ts';
import type { Variation } from './types.ts';
import type { Terrain, Understanding } from './vocabulary.ts';

/** What a scene is painted from. */
export interface Scene {
  readonly stage: Stage;
  readonly layout: Layout;
  readonly terrain: Terrain;
  readonly wish: Understanding;
  readonly variation: Variation;
}

/** From the horizon to our feet, with what stands on the land. */
export const GROUNDS: Readonly<Record<Terrain, (scene: Scene) => void>> = {
  sea: paintCoast,
  mountains: paintHighland,
  forest: paintForest,
  city: paintTown,
  desert: (scene) => {
    paintRows(scene, 'dunes');
  },
  field: (scene) => {
    paintRows(scene, 'hills');
  },
  space: paintMoonscape,
};

/** Rows of land from the horizon to our feet; the subject stands on one of them. */
function paintRows(scene: Scene, kind: LandKind, from = 0): void {
  const { stage, layout, wish } = scene;
  const { height, unit } = stage;
  const standing = Math.max(layout.rows - 2, from);
  for (let row = from; row < layout.rows; row += 1) {
    const nearness = layout.rows === 1 ? 1 : row / (layout.rows - 1);
    const base = height * (layout.horizon + (1 - layout.horizon) * (nearness * 0.82 + 0.02));
    const swing = height * (0.035 + 0.05 * nearness);
    const skyline = skylineOf(stage, kind, base, swing, 2.6 - nearness * 1.2);
    const colour = landColour(stage, nearness);
    if (kind === 'hills' && !wish.flowers && row > from) paintGroves(scene, skyline, nearness);
    if (row === standing) standOn(scene, skyline);
    fillLand(stage, skyline, colour, 0.45 * (1 - nearness));
    if (kind === 'dunes') shadeDunes(stage, skyline, colour);
    if (wish.flowers) scatterBlossoms(stage, skyline, height * 0.12, 240, (1 + nearness * 4) * unit);
    if (row < layout.rows - 1) paintMist(stage, base + swing, height * 0.05, 0.22 * (1 - nearness));
  }
}

/** A few trees on a hill, further apart than in a wood. */
function paintGroves({ stage, layout, wish }: Scene, skyline: Skyline, nearness: number): void {
  paintPines(stage, skyline, {
    tall: stage.height * (0.02 + 0.07 * nearness),
    colour: mix(landColour(stage, nearness), stage.palette.ink, 0.45),
    density: 0.1 + 0.15 * (1 - nearness),
    clearing: wish.subject === undefined ? undefined : layout.subjectX,
  });
}

/** Subjects of the land stand a little into the ground. */
function standOn({ stage, layout, wish }: Scene, skyline: Skyline, scale = 1): void {
  if (wish.subject === undefined || SUBJECT_STYLES[wish.subject].place !== 'land') return;
  const x = layout.subjectX * stage.width;
  const lowest = Math.max(skyline(x - stage.width * 0.03), skyline(x), skyline(x + stage.width * 0.03));
  paintSubject(
    stage,
    wish.subject,
    { x, y: lowest + stage.height * 0.004 },
    scale * (layout.rows > 6 ? 0.72 : 1),
  );
}

/** The sea, far islands, and a headland for whatever stands on land. */
function paintCoast(scene: Scene): void {
  const { stage, layout, wish } = scene;
  const { width, height, palette } = stage;
  paintRangeBehind(stage, layout, 0.07);
  paintSea(stage, layout);
  const onLand = wish.subject !== undefined && SUBJECT_STYLES[wish.subject].place === 'land';
  const left = layout.subjectX < 0.5;
  const rough = skylineOf(stage, 'rocks', 0, height * 0.035, 5);
  const headland: Skyline = (x) => {
    const inland = left
      ? (layout.subjectX + 0.2 - x / width) / 0.5
      : (x / width - layout.subjectX + 0.2) / 0.5;
    const rise = 1 / (1 + Math.exp(-(inland - 0.06) * 16));
    return height * (1.06 - rise * (onLand ? 1.06 - layout.horizon - 0.1 : 0.17)) + rough(x);
  };
  if (onLand) standOn(scene, headland);
  fillLand(stage, headland, mix(palette.near, palette.far, 0.1), 0);
  paintShore(scene, headland, left);
}

/** A nearer, darker shoulder of the same rock. */
function paintShore({ stage }: Scene, headland: Skyline, left: boolean): void {
  const rough = skylineOf(stage, 'rocks', 0, stage.height * 0.05, 7);
  const shift = stage.width * (left ? 0.16 : -0.16);
  fillLand(stage, (x) => headland(x + shift) + stage.height * 0.12 + rough(x), stage.palette.ink, 0);
}

function paintRangeBehind(stage: Stage, layout: Layout, tall: number): void {
  const { height, palette } = stage;
  paintRange(stage, {
    foot: height * (layout.horizon + 0.01),
    tall: height * tall,
    peaks: 5,
    colour: mix(palette.far, palette.sky[3], 0.45),
    snow: 0,
  });
}

/** Three ranges, then wooded hills. */
function paintHighland(scene: Scene): void {
  const { stage, layout, wish } = scene;
  const { height, palette } = stage;
  const snow = wish.mood === 'desert' || wish.mood === 'autumn' ? 0 : 0.3;
  for (const [share, peaks, tall] of [
    [0, 4, 0.36],
    [0.3, 3, 0.3],
    [0.55, 4, 0.2],
  ] as const) {
    const foot = height * (layout.horizon + 0.08 + share * 0.22);
    const colour = mix(mix(palette.far, palette.sky[3], 0.35 * (1 - share)), palette.near, share * 0.6);
    paintRange(stage, { foot, tall: height * tall, peaks, colour, snow: share < 0.5 ? snow : 0 });
    paintMist(stage, foot, height * 0.06, 0.4);
  }
  const rows = Math.max(2, layout.rows - 2);
  for (let row = 1; row <= rows; row += 1) {
    const nearness = row / rows;
    const base = height * (layout.horizon + 0.16 + (0.84 - layout.horizon - 0.1) * nearness);
    const skyline = skylineOf(stage, 'hills', base, height * 0.045, 2);
    const colour = landColour(stage, 0.45 + 0.55 * nearness);
    const wood = lightness(palette.near) > 0.7 ? mix(palette.far, palette.ink, nearness) : colour;
    paintPines(stage, skyline, {
      tall: height * (0.025 + 0.075 * nearness),
      colour: wood,
      density: 1.2,
      clearing: row < rows || wish.subject === undefined ? undefined : layout.subjectX,
    });
    if (row === rows) standOn(scene, skyline, 1.25);
    fillLand(stage, skyline, colour, 0.3 * (1 - nearness));
  }
}

/** Conifers in rows that vanish in mist; close trunks frame two of the four takes. */
function paintForest(scene: Scene): void {
  const { stage, layout, variation, wish } = scene;
  const { height, palette } = stage;
  const rows = layout.rows + 1;
  const pale = lightness(palette.near) > 0.7;
  paintRangeBehind(stage, layout, 0.16);
  for (let row = 0; row < rows; row += 1) {
    const nearness = row / (rows - 1);
    const base = height * (layout.horizon + (0.97 - layout.horizon) * nearness);
    const skyline = skylineOf(stage, 'hills', base, height * 0.04, 2.2);
    const colour = landColour(stage, nearness);
    const wood = pale ? mix(palette.far, palette.ink, nearness) : colour;
    paintPines(stage, skyline, {
      tall: height * (0.07 + 0.2 * nearness),
      colour: wood,
      density: nearness > 0.9 ? 0.75 : 1.4,
      clearing: row < rows - 2 || wish.subject === undefined ? undefined : layout.subjectX,
    });
    if (row === rows - 2) standOn(scene, skyline, 1.5);
    fillLand(stage, skyline, colour, 0.35 * (1 - nearness));
    paintMist(stage, base + height * 0.02, height * 0.07, 0.34 * (1 - nearness));
  }
  if (variation === 1 || variation === 3) paintTrunks(stage, 9, darken(palette.ink, 0.1), layout.subjectX);
}

/** Towers down to the lower edge. */
function paintTown(scene: Scene): void {
  paintCity(scene.stage);
  standOn(scene, () => scene.stage.height * 0.98);
}

/** Rocks under a black sky. */
function paintMoonscape(scene: Scene): void {
  const { stage, wish } = scene;
  if (wish.subject === 'rocket') return;
  const { height, palette } = stage;
  for (const [share, nearness] of [
    [0.84, 0.35],
    [0.93, 0.85],
  ] as const) {
    const skyline = skylineOf(stage, 'rocks', height * share, height * 0.05, 3);
    if (nearness > 0.5) standOn(scene, skyline);
    fillLand(stage, skyline, mix(palette.far, palette.near, nearness), 0);
  }
}
