import type { Random } from '../random.ts';
import { between } from './stage.ts';
import type { Variation } from './types.ts';

/** Where things stand, in shares of the picture's width and height. */
export interface Layout {
  readonly horizon: number;
  readonly discX: number;
  readonly discY: number;
  /** A share of the shorter side. */
  readonly discRadius: number;
  readonly subjectX: number;
  /** Rows of land between the horizon and our feet. */
  readonly rows: number;
  /** Rings of light around the disc. */
  readonly halo: boolean;
  /** Painted as a scene in a window of paper. */
  readonly frame: 'none' | 'arch' | 'circle';
}

const THIRDS: Layout = {
  horizon: 0.6,
  discX: 0.67,
  discY: 0.36,
  discRadius: 0.1,
  subjectX: 0.3,
  rows: 5,
  halo: false,
  frame: 'none',
};

/** Four takes: thirds, a poster around a great disc, a wide view from above, a vignette on paper. */
const TAKES: Readonly<Record<Variation, Layout>> = {
  0: THIRDS,
  1: {
    ...THIRDS,
    horizon: 0.68,
    discX: 0.5,
    discY: 0.45,
    discRadius: 0.27,
    subjectX: 0.62,
    rows: 4,
    halo: true,
  },
  2: { ...THIRDS, horizon: 0.42, discX: 0.22, discY: 0.2, discRadius: 0.06, subjectX: 0.68, rows: 7 },
  3: { ...THIRDS, horizon: 0.58, discX: 0.58, discRadius: 0.14, subjectX: 0.42, halo: true, frame: 'arch' },
};

/** The variation's take, mirrored or not and a little shifted. */
export function layoutOf(variation: Variation, random: Random): Layout {
  const take = TAKES[variation];
  const mirrored = random() < 0.5;
  const side = (share: number): number => (mirrored ? 1 - share : share);
  const shifted = (share: number, reach: number): number => share + between(random, -reach, reach);
  return {
    ...take,
    horizon: shifted(take.horizon, 0.04),
    discX: side(shifted(take.discX, 0.07)),
    discY: shifted(take.discY, 0.05),
    discRadius: take.discRadius * between(random, 0.8, 1.25),
    subjectX: side(shifted(take.subjectX, 0.06)),
    frame: take.frame === 'arch' && random() < 0.4 ? 'circle' : take.frame,
  };
}
