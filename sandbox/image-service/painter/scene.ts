import { type Disc, type Flower, paintDrawing, type Subject, SUBJECTS } from './drawings.ts';
import * as land from './land.ts';
import type { Variation } from './painters.ts';
import { lightness, mix } from './palettes.ts';
import type { ParsedPrompt, Terrain } from './prompt.ts';
import * as sky from './sky.ts';
import type { Layout, Point, Skyline, Stage } from './stage.ts';

/** Measures are shares of the picture's height. */
interface Ground {
  /** Mountains at the horizon: how many rows of them, and how tall the first is. */
  ranges?: readonly [count: number, tall: number];
  kind?: land.LandKind;
  /** Where the first row of land is, below the horizon. */
  below?: number;
  /** Conifers: height at the horizon and at our feet, and how dense they stand. */
  pines?: readonly [far: number, near: number, density: number];
  /** How large what stands there is. */
  scale?: number;
}

/** A picture of something, in one of four takes on it. */
interface Scene {
  stage: Stage;
  parsed: ParsedPrompt;
  terrain: Terrain;
  layout: Layout;
  variation: Variation;
}

const GROUNDS: Readonly<Record<Terrain, Ground>> = {
  sea: { ranges: [1, 0.07] },
  city: {},
  field: { kind: 'hills', pines: [0.02, 0.09, 0.15] },
  desert: { kind: 'dunes' },
  space: { kind: 'rocks', below: 0.28 },
  forest: { ranges: [1, 0.16], kind: 'hills', pines: [0.07, 0.27, 1.3], scale: 1.5 },
  mountains: { ranges: [3, 0.36], kind: 'hills', below: 0.2, pines: [0.03, 0.1, 1.2], scale: 1.3 },
};

const THIRDS: Layout = { horizon: 0.6, discX: 0.67, discY: 0.36, discRadius: 0.1, subjectX: 0.3, rows: 5 };

/** Four takes: thirds, a poster around a great disc, a wide view from above, a vignette on paper. */
const TAKES: Readonly<Record<Variation, Layout>> = {
  0: THIRDS,
  1: { horizon: 0.68, discX: 0.5, discY: 0.45, discRadius: 0.27, subjectX: 0.62, rows: 4, halo: true },
  2: { horizon: 0.42, discX: 0.22, discY: 0.2, discRadius: 0.06, subjectX: 0.68, rows: 7 },
  3: { ...THIRDS, discX: 0.58, discRadius: 0.14, subjectX: 0.42, halo: true, framed: true },
};

/** Paints a landscape from the sky to our feet, and says whether it is to be framed. */
export const paintScene = (stage: Stage, terrain: Terrain, parsed: ParsedPrompt, variation: Variation) => {
  const layout = layoutOf(stage, variation, parsed.subject);
  const scene: Scene = { stage, parsed, terrain, layout, variation };
  if (terrain === 'space') paintSpace(scene);
  else paintHeavens(scene);
  paintGround(scene);
  if (parsed.subject !== undefined) paintFreeSubject(scene, parsed.subject);
  paintFlowers(stage, parsed.flowers, parsed.subject !== undefined || variation === 2 ? 0.19 : 0.36);
  paintWeather(stage, parsed);
  return layout.framed === true;
};

export const paintWeather = (stage: Stage, parsed: ParsedPrompt): void => {
  if (parsed.sky.has('rain')) sky.paintRain(stage);
  if (parsed.sky.has('snow')) sky.paintSpecks(stage, 520, '#ffffff', 9);
};

/** Flowers in the foreground, `tall` being a share of the height. */
export const paintFlowers = (stage: Stage, [first, ...others]: readonly Flower[], tall: number): void => {
  if (first === undefined) return;
  const count = Math.round(4.4 / tall);
  const places = Array.from({ length: count }, (_, index) => index / count);
  for (const share of places.sort(() => stage.random() - 0.5)) {
    const long = tall * stage.height * stage.between(0.45, 1);
    const lean = stage.between(-0.16, 0.16);
    const foot: Point = [stage.width * (share + stage.between(-0.02, 0.06)), stage.height * 1.02];
    const head: Point = [foot[0] + Math.sin(lean) * long, foot[1] - Math.cos(lean) * long];
    paintDrawing(stage, 'stem', foot, long, lean);
    const flower = stage.pick([first, ...others]);
    paintDrawing(stage, flower, head, long * stage.between(0.13, 0.19), lean * 2);
  }
};

/** Paints a subject standing at a point. */
export const paintSubject = (stage: Stage, subject: Subject, at: Point, scale: number): void => {
  const size = SUBJECTS[subject].tall * Math.min(stage.height, stage.width * 1.15);
  paintDrawing(stage, subject, at, size * scale);
};

/** The variation's take, mirrored or not and a little shifted; a large disc is behind whoever sits in front. */
const layoutOf = (stage: Stage, variation: Variation, subject: Subject | undefined): Layout => {
  const take = TAKES[variation];
  const mirrored = stage.random() < 0.5;
  const shifted = (share: number, reach: number): number => share + stage.between(-reach, reach);
  const side = (share: number): number => (mirrored ? 1 - shifted(share, 0.06) : shifted(share, 0.06));
  const [discX, subjectX, discY] = [side(take.discX), side(take.subjectX), shifted(take.discY, 0.05)];
  const discRadius = take.discRadius * stage.between(0.8, 1.25);
  const layout = { ...take, horizon: shifted(take.horizon, 0.04), discX, discY, discRadius, subjectX };
  if (subject === undefined || SUBJECTS[subject].place !== 'foreground') return layout;
  const behind = { discX: subjectX + (discX - subjectX) * 0.35, discY: Math.max(discY, 0.38) };
  return { ...layout, ...behind, discRadius: Math.max(discRadius, 0.24) };
};

const paintSpace = ({ stage, layout }: Scene): void => {
  sky.paintDeepSpace(stage);
  sky.paintDisc(stage, { ...layout, halo: false }, 'planet');
  const small = { ...layout, discX: 1 - layout.discX, discY: 0.2, discRadius: 0.035, halo: false };
  sky.paintDisc(stage, small, 'planet');
};

const paintHeavens = ({ stage, layout, parsed, variation }: Scene): void => {
  const [zenith, upper, lower, low] = stage.palette.sky;
  const seen = parsed.sky;
  const dark = lightness(zenith) < 0.38;
  stage.veil(0, stage.height * layout.horizon, zenith, upper, mix(upper, lower, 0.5), lower, low);
  stage.wash(low, stage.height * layout.horizon);
  if (dark) sky.paintStars(stage, layout.horizon, seen.has('stars') ? 520 : 190);
  if (seen.has('aurora')) sky.paintAurora(stage, layout.horizon);
  const moon: Disc = variation === 2 ? 'crescent' : 'moon';
  const atNight = seen.has('moon') || (parsed.mood === 'night' && !seen.has('sun'));
  sky.paintDisc(stage, layout, seen.has('planet') ? 'planet' : atNight ? moon : 'sun');
  sky.paintClouds(stage, layout, seen.has('clouds') ? 9 : seen.has('stars') ? 0 : 4);
  const birds = seen.has('birds') ? 16 : !dark && variation !== 1 ? 6 : 0;
  sky.paintBirds(stage, [stage.width * stage.between(0.3, 0.7), stage.height * layout.horizon * 0.5], birds);
};

const paintGround = (scene: Scene): void => {
  const { stage, layout, terrain, parsed, variation } = scene;
  const { palette, height } = stage;
  const { ranges: [count, tall] = [0, 0], kind } = GROUNDS[terrain];
  for (let range = 0; range < count; range += 1) {
    const foot = height * (layout.horizon + 0.01 + range * 0.06 + (count > 1 ? 0.07 : 0));
    const snow = count > 1 && range < 2 && parsed.mood !== 'desert' && parsed.mood !== 'autumn';
    const colour = mix(mix(palette.far, palette.sky[3], 0.4 - range * 0.15), palette.near, range * 0.16);
    land.paintRange(stage, [foot, height * tall * (1 - range * 0.2)], count > 1 ? 4 : 5, colour, snow);
    if (count > 1) land.paintMist(stage, foot, height * 0.06, 0.4);
  }
  if (terrain === 'sea') paintCoast(scene);
  if (terrain === 'city') land.paintCity(stage);
  if (terrain === 'city') standOn(scene, () => height * 0.98);
  if (kind !== undefined && !(terrain === 'space' && parsed.subject === 'rocket')) paintRows(scene, kind);
  if (terrain === 'forest' && variation % 2 === 1) land.paintTrunks(stage, layout.subjectX);
};

/** Rows of land from the horizon to our feet; the subject stands on one of them. */
const paintRows = (scene: Scene, kind: land.LandKind): void => {
  const { stage, layout, parsed, terrain } = scene;
  const { palette, height } = stage;
  const { below = 0.01, pines } = GROUNDS[terrain];
  const rows = below > 0.1 ? 3 : layout.rows;
  for (let row = 0; row < rows; row += 1) {
    const nearness = row / (rows - 1);
    const base = height * (0.95 - (0.95 - layout.horizon - below) * (1 - nearness));
    const skyline = land.skylineOf(stage, kind, [base, height * (0.03 + 0.03 * nearness)], 2.5 - nearness);
    const colour = mix(palette.far, palette.near, nearness ** 1.25);
    if (pines !== undefined && (row > 0 || pines[2] > 1)) {
      const wood = pines[2] < 1 || lightness(palette.near) > 0.7 ? 0.2 + nearness * 0.3 : 0;
      stage.context.fillStyle = mix(colour, palette.ink, wood);
      const clearing = parsed.subject !== undefined && row >= rows - 2 ? layout.subjectX : 9;
      const tall = height * mixed(pines[0], pines[1], nearness);
      land.paintPines(stage, skyline, [tall, pines[2]], clearing);
    }
    if (row === rows - 2) standOn(scene, skyline);
    const edge = land.paintLand(stage, skyline, colour, 0.4 * (1 - nearness));
    if (kind === 'dunes') land.shadeDunes(stage, edge, colour);
    if (parsed.flowers.length > 0) land.scatterBlossoms(stage, skyline, (1 + nearness * 4) * stage.unit);
    if (row < rows - 1) land.paintMist(stage, base + height * 0.02, height * 0.06, 0.3 * (1 - nearness));
  }
};

const mixed = (from: number, to: number, share: number): number => from + (to - from) * share;

/** Subjects of the land stand a little into the ground. */
const standOn = ({ stage, layout, terrain, parsed: { subject } }: Scene, skyline: Skyline): void => {
  if (subject === undefined || SUBJECTS[subject].place !== 'land') return;
  const x = layout.subjectX * stage.width;
  const foot = Math.max(...[-0.03, 0, 0.03].map((aside) => skyline(x + stage.width * aside)));
  const scale = (GROUNDS[terrain].scale ?? 1) * (layout.rows > 6 ? 0.72 : 1);
  paintSubject(stage, subject, [x, foot + stage.height * 0.004], scale);
};

/** The sea, and a headland of rock for whatever stands on land. */
const paintCoast = (scene: Scene): void => {
  const { stage, layout, parsed } = scene;
  const { width, height, palette } = stage;
  land.paintSea(stage, layout);
  const onLand = parsed.subject !== undefined && SUBJECTS[parsed.subject].place === 'land';
  const high = onLand ? 0.96 - layout.horizon : 0.17;
  const side = layout.subjectX < 0.5 ? 1 : -1;
  const rough = land.skylineOf(stage, 'rocks', [0, height * 0.035], 5);
  const headland: Skyline = (x) => {
    const inland = side * (layout.subjectX - x / width) + 0.17;
    return height * (1.06 - high / (1 + Math.exp(-inland * 32))) + rough(x);
  };
  standOn(scene, headland);
  land.paintLand(stage, headland, mix(palette.near, palette.far, 0.1), 0);
  const nearer: Skyline = (x) => headland(x + side * width * 0.16) + height * 0.12 + rough(x * 1.7);
  land.paintLand(stage, nearer, palette.ink, 0);
};

/** Subjects of the water, the air and the foreground, which need no particular row of land. */
const paintFreeSubject = ({ stage, layout, terrain, variation }: Scene, subject: Subject): void => {
  const { width, height } = stage;
  const { place } = SUBJECTS[subject];
  const [x, scale] = [layout.subjectX * width, variation === 2 ? 0.75 : 1];
  if (place === 'water') {
    const at: Point = [x, height * (terrain === 'sea' ? mixed(layout.horizon, 1, 0.3) : 0.9)];
    const reflection = (): void => paintSubject(stage, subject, [0, 0], scale);
    stage.blend('source-over', 0.28, () => stage.within(at, [1, -0.5], 0, reflection));
    paintSubject(stage, subject, at, scale);
  }
  if (place === 'air') paintSubject(stage, subject, [x, height * (terrain === 'space' ? 0.78 : 0.5)], scale);
  if (subject === 'balloon') paintSubject(stage, subject, [width - x * 0.9, height * 0.3], 0.36 * scale);
  if (place !== 'foreground') return;
  land.paintLand(stage, (at) => height * (0.9 + ((at - x) / width) ** 2 * 0.35), stage.palette.ink, 0);
  paintSubject(stage, subject, [x, height * 0.915], 1);
};
