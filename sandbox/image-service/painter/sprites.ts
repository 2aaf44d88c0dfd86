import { ball, both, fill, line, ring, row, type Silhouette } from './silhouette.ts';

/** The band of a ball between two heights. */
const band = (top: number, bottom: number): string => {
  const [upper, lower] = [Math.sqrt(1 - top ** 2), Math.sqrt(1 - bottom ** 2)];
  return `M${-upper} ${top}H${upper}A1 1 0 0 1 ${lower} ${bottom}H${-lower}A1 1 0 0 1 ${-upper} ${top}`;
};

const ringHalf = (sweep: 0 | 1): string =>
  row([1.5, 1.75, 2], (x) => `M${-x} 0A${x} ${x * 0.26} 0 0 ${sweep} ${x} 0`);

/** What hangs in the sky, its middle at 0/0 and its radius 1; lit from the left. */
export const DISCS = {
  sun: [fill(['disc', 'discFoot'], ball(0, 0, 1))],
  moon: [
    fill('disc', ball(0, 0, 1)),
    fill('crater', ball(-0.55, 0.3, 0.3) + ball(0.3, -0.5, 0.22) + ball(0.1, -0.1, 0.1)),
    fill(
      'crater',
      ball(0.55, 0.35, 0.26) + ball(-0.2, -0.62, 0.14) + ball(-0.1, 0.7, 0.12) + ball(0.7, -0.2, 0.09),
    ),
  ],
  crescent: [fill('disc', 'M.5-.866A1 1 0 1 0 .5.866A.9.9 0 0 1 .5-.866')],
  planet: [
    line('rim', 0.07, ringHalf(1)),
    fill('band', ball(0, 0, 1)),
    fill('accent', band(-0.8, -0.55) + band(0.62, 0.75)),
    fill('disc', band(-0.4, -0.05) + band(0.3, 0.4)),
    fill('second', band(-0.05, 0.12)),
    fill(['clear', 'night'], ball(0, 0, 1)),
    line('rim', 0.07, ringHalf(0)),
  ],
} as const satisfies Readonly<Record<string, Silhouette>>;

export type Disc = keyof typeof DISCS;

/** A stem one unit tall, rooted at 0/0. */
export const STEM: Silhouette = [
  line('leaf', 0.016, 'M0 0Q.03-.5 0-1'),
  fill('leaf', 'M0-.2Q.16-.24.2-.42Q.05-.36 0-.2M0-.36Q-.16-.4-.2-.58Q-.05-.52 0-.36'),
];

/** Blossoms about two units wide with their middle at 0/0, and what people call them. */
export const FLOWERS = {
  tulip: [
    both(fill('bloomShade', 'M.1.6C-.3.4-.2-.5.45-.85C.8-.5.9.4.1.6')),
    fill('bloomLight', 'M0 .6C-.6.4-.5-.5 0-.85C.5-.5.6.4 0 .6'),
  ],
  daisy: [ring(13, fill('cream', ball(0, -0.58, 0.14, 0.4))), fill('yellow', ball(0, 0, 0.25))],
  sunflower: [
    ring(16, fill('yellow', 'M0 0C-.3-.5-.2-.9 0-1.15C.2-.9.3-.5 0 0')),
    fill('bloomShade', ball(0, 0, 0.5)),
    fill('ink', ball(0, 0, 0.36)),
  ],
  lavender: [
    fill(
      'second',
      row([0, 1, 2, 3, 4, 5], (up) => ball(0, 1 - up * 0.45, 0.34 - up * 0.04, 0.26)),
    ),
  ],
  rose: [
    ring(5, fill('bloomShade', ball(0, -0.45, 0.5))),
    fill(
      'bloom',
      row([0, 1, 2, 3, 4], (petal) => ball(Math.sin(petal * 1.26) * 0.3, Math.cos(petal * 1.26) * 0.3, 0.42)),
    ),
    line('bloomShade', 0.07, 'M.4-.1C.3.4-.4.3-.36-.1C-.3-.5.3-.4.2-.05C.1.2-.2.1-.1-.1'),
  ],
  poppy: [
    ring(5, fill('bloom', 'M0 0C-.85-.3-.65-1.1 0-.98C.65-1.1.85-.3 0 0')),
    ring(5, fill('bloomShade', 'M0 0C-.4-.15-.3-.5 0-.46C.3-.5.4-.15 0 0')),
    fill('ink', ball(0, 0, 0.2)),
    ring(9, fill('lamp', ball(0, -0.28, 0.04))),
  ],
} as const satisfies Readonly<Record<string, Silhouette>>;

export type Flower = keyof typeof FLOWERS;
