import { paintLeafyTree } from '../trees.ts';
import type { Point, Stage } from '../stage.ts';
import { standAt } from '../stage.ts';
import type { Subject } from '../vocabulary.ts';
import { paintCat, paintFox, paintOwl, paintRabbit } from './animals.ts';
import { paintCastle, paintHouse, paintTent, paintWindmill } from './buildings.ts';
import { paintLighthouse } from './lighthouse.ts';
import { paintBalloon, paintBoat, paintRobot, paintRocket, paintWanderer, paintWhale } from './travellers.ts';

/** Where a subject belongs. */
type Place = 'land' | 'foreground' | 'water' | 'air';

interface SubjectStyle {
  readonly place: Place;
  /** Height as a share of the picture's. */
  readonly tall: number;
  readonly paint: (stage: Stage) => void;
}

export const SUBJECT_STYLES: Readonly<Record<Subject, SubjectStyle>> = {
  lighthouse: { place: 'land', tall: 0.46, paint: paintLighthouse },
  house: { place: 'land', tall: 0.15, paint: paintHouse },
  castle: { place: 'land', tall: 0.3, paint: paintCastle },
  windmill: { place: 'land', tall: 0.3, paint: paintWindmill },
  tent: { place: 'land', tall: 0.09, paint: paintTent },
  tree: { place: 'land', tall: 0.5, paint: paintLeafyTree },
  wanderer: { place: 'land', tall: 0.17, paint: paintWanderer },
  robot: { place: 'foreground', tall: 0.42, paint: paintRobot },
  cat: { place: 'foreground', tall: 0.46, paint: paintCat },
  fox: { place: 'foreground', tall: 0.42, paint: paintFox },
  owl: { place: 'foreground', tall: 0.42, paint: paintOwl },
  rabbit: { place: 'foreground', tall: 0.4, paint: paintRabbit },
  boat: { place: 'water', tall: 0.24, paint: paintBoat },
  whale: { place: 'water', tall: 0.26, paint: paintWhale },
  balloon: { place: 'air', tall: 0.3, paint: paintBalloon },
  rocket: { place: 'air', tall: 0.36, paint: paintRocket },
};

/** Paints a subject standing at a point. */
export function paintSubject(stage: Stage, subject: Subject, at: Point, scale = 1): void {
  const style = SUBJECT_STYLES[subject];
  const height = style.tall * Math.min(stage.height, stage.width * 1.15) * scale;
  standAt(stage, at, height, () => {
    style.paint(stage);
  });
}
