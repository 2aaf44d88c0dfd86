/** A colour as `#rrggbb`. */
export type Colour = `#${string}`;

type Triple = readonly [number, number, number];

/** Mixes two colours the way eyes do, in OKLab (https://bottosson.github.io/posts/oklab/). */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const a = toLab(channels(from));
  const b = toLab(channels(to));
  const part = Math.min(Math.max(share, 0), 1);
  return toHex(fromLab([blend(a[0], b[0], part), blend(a[1], b[1], part), blend(a[2], b[2], part)]));
}

/** The colour with an opacity, as canvases take it. */
export function fade(colour: Colour, opacity: number): string {
  const [red, green, blue] = channels(colour);
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}

export function lighten(colour: Colour, share: number): Colour {
  return mix(colour, '#ffffff', share);
}

export function darken(colour: Colour, share: number): Colour {
  return mix(colour, '#000000', share);
}

/** Perceived lightness from 0 to 1. */
export function lightness(colour: Colour): number {
  return toLab(channels(colour))[0];
}

function channels(colour: Colour): Triple {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function toHex(colour: Triple): Colour {
  const [red, green, blue] = colour.map((channel) => Math.round(Math.min(Math.max(channel, 0), 255)));
  const value = ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
  return `#${value.toString(16).padStart(6, '0')}`;
}

function blend(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
}

function toLab([red, green, blue]: Triple): Triple {
  const r = toLinear(red);
  const g = toLinear(green);
  const b = toLinear(blue);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
