import { darken, fade, lighten, mix, type Colour } from '../color.ts';
import { fillCircle, tracePolygon, type Stage } from '../stage.ts';

/** All of these are one unit tall and sit at the origin, looking into the distance or at us. */

export function paintCat(stage: Stage): void {
  const { context, palette } = stage;
  const fur = darken(palette.ink, 0.2);
  context.strokeStyle = fur;
  context.lineCap = 'round';
  context.lineWidth = 0.075;
  context.beginPath();
  context.moveTo(0.2, -0.06);
  context.bezierCurveTo(0.5, 0.02, 0.62, -0.14, 0.52, -0.3);
  context.bezierCurveTo(0.47, -0.38, 0.38, -0.34, 0.42, -0.27);
  context.stroke();
  context.fillStyle = fur;
  context.beginPath();
  context.moveTo(-0.26, 0);
  context.bezierCurveTo(-0.36, -0.28, -0.18, -0.42, -0.13, -0.62);
  context.lineTo(0.13, -0.62);
  context.bezierCurveTo(0.18, -0.42, 0.36, -0.28, 0.28, 0);
  context.closePath();
  context.fill();
  context.beginPath();
  context.ellipse(0, -0.72, 0.2, 0.165, 0, 0, Math.PI * 2);
  context.fill();
  paintEars(stage, fur, 0.19, 0.2);
  paintRim(stage, () => {
    context.moveTo(-0.29, -0.08);
    context.bezierCurveTo(-0.33, -0.28, -0.19, -0.42, -0.145, -0.58);
  });
  paintEyes(stage, 0.085, -0.74, 0.042);
  paintWhiskers(stage);
}

/** Light that catches one edge. */
function paintRim({ context, palette }: Stage, trace: () => void): void {
  context.strokeStyle = fade(palette.disc, 0.6);
  context.lineWidth = 0.014;
  context.lineCap = 'round';
  context.beginPath();
  trace();
  context.stroke();
}

function paintEars({ context, palette }: Stage, fur: Colour, apart: number, tall: number): void {
  for (const side of [-1, 1]) {
    context.fillStyle = fur;
    tracePolygon(context, [
      { x: side * apart, y: -0.72 },
      { x: side * apart * 0.95, y: -0.84 - tall * 0.9 },
      { x: side * apart * 0.15, y: -0.84 },
    ]);
    context.fill();
    context.fillStyle = fade(mix(palette.accent, fur, 0.45), 0.9);
    tracePolygon(context, [
      { x: side * apart * 0.82, y: -0.8 },
      { x: side * apart * 0.86, y: -0.84 - tall * 0.6 },
      { x: side * apart * 0.45, y: -0.84 },
    ]);
    context.fill();
  }
}

function paintEyes({ context, palette }: Stage, apart: number, y: number, size: number): void {
  for (const side of [-1, 1]) {
    context.fillStyle = mix(palette.disc, '#ffd84d', 0.5);
    context.beginPath();
    context.ellipse(side * apart, y, size, size * 0.8, side * 0.2, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = '#0b0b12';
    context.beginPath();
    context.ellipse(side * apart, y, size * 0.3, size * 0.72, 0, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = '#ffffff';
    fillCircle(context, side * apart - size * 0.25, y - size * 0.28, size * 0.17);
  }
}

function paintWhiskers({ context, palette }: Stage): void {
  context.fillStyle = mix(palette.accent, '#ff9fa8', 0.5);
  tracePolygon(context, [
    { x: -0.022, y: -0.685 },
    { x: 0.022, y: -0.685 },
    { x: 0, y: -0.66 },
  ]);
  context.fill();
  context.strokeStyle = fade(lighten(palette.disc, 0.3), 0.6);
  context.lineWidth = 0.006;
  for (const side of [-1, 1]) {
    for (const slope of [-0.03, 0, 0.03]) {
      context.beginPath();
      context.moveTo(side * 0.05, -0.665);
      context.quadraticCurveTo(side * 0.17, -0.68 + slope, side * 0.27, -0.66 + slope * 2.2);
      context.stroke();
    }
  }
}

export function paintFox(stage: Stage): void {
  const { context, palette } = stage;
  const coat = mix(palette.accent, '#d9622b', 0.55);
  const dark = mix(coat, palette.ink, 0.7);
  const cream = lighten(mix(palette.disc, '#fff3e0', 0.5), 0.2);
  context.fillStyle = coat;
  context.beginPath();
  context.moveTo(0.12, -0.02);
  context.bezierCurveTo(0.6, 0.08, 0.78, -0.2, 0.66, -0.5);
  context.bezierCurveTo(0.58, -0.3, 0.4, -0.26, 0.2, -0.2);
  context.fill();
  context.fillStyle = cream;
  context.beginPath();
  context.moveTo(0.66, -0.5);
  context.bezierCurveTo(0.74, -0.36, 0.72, -0.24, 0.66, -0.2);
  context.bezierCurveTo(0.62, -0.26, 0.58, -0.26, 0.57, -0.32);
  context.bezierCurveTo(0.62, -0.38, 0.64, -0.42, 0.66, -0.5);
  context.fill();
  context.fillStyle = mix(coat, palette.ink, 0.22);
  context.beginPath();
  context.moveTo(-0.24, 0);
  context.bezierCurveTo(-0.34, -0.28, -0.16, -0.42, -0.12, -0.6);
  context.lineTo(0.12, -0.6);
  context.bezierCurveTo(0.16, -0.42, 0.34, -0.28, 0.24, 0);
  context.fill();
  context.fillStyle = cream;
  context.beginPath();
  context.moveTo(-0.1, -0.56);
  context.bezierCurveTo(-0.16, -0.3, -0.04, -0.2, 0, -0.12);
  context.bezierCurveTo(0.04, -0.2, 0.16, -0.3, 0.1, -0.56);
  context.fill();
  paintEars(stage, dark, 0.2, 0.25);
  paintFoxFace(stage, coat, cream);
}

function paintFoxFace(stage: Stage, coat: Colour, cream: Colour): void {
  const { context } = stage;
  context.fillStyle = coat;
  context.beginPath();
  context.moveTo(-0.25, -0.72);
  context.quadraticCurveTo(-0.16, -0.9, 0, -0.89);
  context.quadraticCurveTo(0.16, -0.9, 0.25, -0.72);
  context.quadraticCurveTo(0.1, -0.6, 0, -0.52);
  context.quadraticCurveTo(-0.1, -0.6, -0.25, -0.72);
  context.fill();
  for (const side of [-1, 1]) {
    context.fillStyle = cream;
    context.beginPath();
    context.moveTo(side * 0.25, -0.72);
    context.quadraticCurveTo(side * 0.1, -0.74, side * 0.03, -0.6);
    context.lineTo(0, -0.52);
    context.quadraticCurveTo(side * 0.12, -0.6, side * 0.25, -0.72);
    context.fill();
    context.fillStyle = '#1a1014';
    context.beginPath();
    context.ellipse(side * 0.095, -0.745, 0.026, 0.022, side * -0.3, 0, Math.PI * 2);
    context.fill();
  }
  context.fillStyle = '#1a1014';
  fillCircle(context, 0, -0.535, 0.028);
}

export function paintOwl(stage: Stage): void {
  const { context, palette } = stage;
  const feathers = mix(palette.ink, palette.accent, 0.28);
  context.fillStyle = feathers;
  context.beginPath();
  context.moveTo(-0.24, -0.96);
  context.quadraticCurveTo(0, -0.84, 0.24, -0.96);
  context.bezierCurveTo(0.4, -0.6, 0.36, -0.16, 0.08, 0);
  context.lineTo(-0.08, 0);
  context.bezierCurveTo(-0.36, -0.16, -0.4, -0.6, -0.24, -0.96);
  context.fill();
  context.fillStyle = lighten(feathers, 0.3);
  for (let row = 0; row < 5; row += 1) {
    for (let column = -2; column <= 2; column += 1) {
      const x = column * 0.075 + (row % 2 === 0 ? 0 : 0.037);
      context.beginPath();
      context.arc(x, -0.48 + row * 0.08, 0.03, 0, Math.PI);
      context.fill();
    }
  }
  for (const side of [-1, 1]) {
    context.fillStyle = lighten(palette.disc, 0.2);
    fillCircle(context, side * 0.12, -0.72, 0.13);
    context.fillStyle = mix(palette.accent, '#ffb52e', 0.6);
    fillCircle(context, side * 0.11, -0.72, 0.082);
    context.fillStyle = '#0b0b12';
    fillCircle(context, side * 0.105, -0.72, 0.05);
    context.fillStyle = '#ffffff';
    fillCircle(context, side * 0.105 - 0.02, -0.74, 0.014);
  }
  context.fillStyle = mix(palette.accent, '#ffb52e', 0.5);
  tracePolygon(context, [
    { x: -0.035, y: -0.66 },
    { x: 0.035, y: -0.66 },
    { x: 0, y: -0.57 },
  ]);
  context.fill();
}

export function paintRabbit(stage: Stage): void {
  const { context, palette } = stage;
  const fur = mix(palette.ink, lighten(palette.disc, 0.2), 0.78);
  const inner = mix(palette.accent, fur, 0.4);
  context.fillStyle = darken(fur, 0.08);
  for (const side of [-1, 1]) {
    context.save();
    context.translate(side * 0.07, -0.66);
    context.rotate(side * 0.16);
    context.fillStyle = fur;
    context.beginPath();
    context.ellipse(0, -0.17, 0.062, 0.2, 0, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = inner;
    context.beginPath();
    context.ellipse(0, -0.16, 0.03, 0.14, 0, 0, Math.PI * 2);
    context.fill();
    context.restore();
  }
  context.fillStyle = darken(fur, 0.1);
  context.beginPath();
  context.ellipse(0, -0.2, 0.23, 0.22, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = fur;
  context.beginPath();
  context.ellipse(0, -0.54, 0.16, 0.145, 0, 0, Math.PI * 2);
  context.fill();
  fillCircle(context, -0.1, -0.02, 0.07);
  fillCircle(context, 0.1, -0.02, 0.07);
  context.fillStyle = '#17131c';
  fillCircle(context, -0.065, -0.56, 0.022);
  fillCircle(context, 0.065, -0.56, 0.022);
  context.fillStyle = inner;
  fillCircle(context, 0, -0.5, 0.02);
}
