import { darken, fade, lighten, mix } from '../color.ts';
import { fillCircle, tracePolygon, type Stage } from '../stage.ts';

/** All of these are one unit tall and rest at the origin. */

export function paintBoat(stage: Stage): void {
  const { context, palette } = stage;
  context.save();
  context.scale(1, -0.5);
  context.globalAlpha = 0.28;
  paintSails(stage);
  context.restore();
  paintSails(stage);
  context.fillStyle = darken(palette.ink, 0.1);
  context.beginPath();
  context.moveTo(-0.36, -0.13);
  context.quadraticCurveTo(0, -0.08, 0.4, -0.16);
  context.quadraticCurveTo(0.3, 0.01, 0.2, 0.01);
  context.lineTo(-0.24, 0.01);
  context.quadraticCurveTo(-0.33, 0, -0.36, -0.13);
  context.fill();
  context.fillStyle = palette.accent;
  context.beginPath();
  context.moveTo(-0.35, -0.1);
  context.quadraticCurveTo(0, -0.05, 0.385, -0.125);
  context.lineTo(0.37, -0.1);
  context.quadraticCurveTo(0, -0.025, -0.345, -0.08);
  context.fill();
}

function paintSails({ context, palette }: Stage): void {
  const cloth = lighten(palette.disc, 0.25);
  context.fillStyle = palette.ink;
  context.fillRect(-0.012, -1, 0.018, 0.9);
  const main = context.createLinearGradient(-0.3, 0, 0, 0);
  main.addColorStop(0, cloth);
  main.addColorStop(1, mix(cloth, palette.sky[1], 0.3));
  context.fillStyle = main;
  context.beginPath();
  context.moveTo(-0.025, -0.96);
  context.quadraticCurveTo(-0.26, -0.55, -0.32, -0.2);
  context.quadraticCurveTo(-0.15, -0.16, -0.025, -0.19);
  context.fill();
  context.fillStyle = mix(palette.accent, cloth, 0.25);
  context.beginPath();
  context.moveTo(0.015, -0.88);
  context.quadraticCurveTo(0.26, -0.5, 0.36, -0.21);
  context.quadraticCurveTo(0.18, -0.2, 0.015, -0.22);
  context.fill();
}

export function paintWhale({ context, palette }: Stage): void {
  const skin = mix(palette.ink, palette.far, 0.2);
  context.fillStyle = skin;
  context.beginPath();
  context.moveTo(-0.16, 0.03);
  context.bezierCurveTo(-0.1, -0.25, -0.06, -0.45, -0.05, -0.6);
  context.bezierCurveTo(-0.2, -0.82, -0.5, -0.78, -0.62, -0.98);
  context.bezierCurveTo(-0.36, -1.04, -0.12, -0.98, 0, -0.78);
  context.bezierCurveTo(0.12, -0.98, 0.36, -1.04, 0.62, -0.98);
  context.bezierCurveTo(0.5, -0.78, 0.2, -0.82, 0.05, -0.6);
  context.bezierCurveTo(0.06, -0.45, 0.1, -0.25, 0.2, 0.03);
  context.fill();
  context.strokeStyle = fade(palette.disc, 0.5);
  context.lineWidth = 0.012;
  context.beginPath();
  context.moveTo(-0.6, -0.975);
  context.bezierCurveTo(-0.36, -1.03, -0.12, -0.97, 0, -0.77);
  context.bezierCurveTo(0.12, -0.97, 0.36, -1.03, 0.6, -0.975);
  context.stroke();
  for (const [x, size] of [
    [-0.25, 0.3],
    [0.02, 0.42],
    [0.32, 0.28],
  ] as const) {
    context.fillStyle = fade(lighten(palette.sky[3], 0.4), 0.55);
    context.beginPath();
    context.ellipse(x, 0.02, size, 0.035, 0, 0, Math.PI * 2);
    context.fill();
  }
}

export function paintBalloon({ context, random, palette }: Stage): void {
  const colours = [palette.accent, lighten(palette.disc, 0.2), mix(palette.accent, palette.sky[0], 0.55)];
  const start = Math.floor(random() * 3);
  context.save();
  context.beginPath();
  context.moveTo(0, -0.24);
  context.bezierCurveTo(-0.12, -0.36, -0.36, -0.46, -0.36, -0.68);
  context.arc(0, -0.66, 0.36, Math.PI, 0);
  context.bezierCurveTo(0.36, -0.46, 0.12, -0.36, 0, -0.24);
  context.clip();
  for (let gore = 0; gore < 5; gore += 1) {
    context.fillStyle = colours[(gore + start) % 3] ?? palette.accent;
    context.beginPath();
    context.ellipse(0, -0.64, 0.38 * (1 - gore * 0.22), 0.44, 0, 0, Math.PI * 2);
    context.fill();
  }
  const shade = context.createRadialGradient(-0.14, -0.8, 0.05, 0, -0.6, 0.5);
  shade.addColorStop(0, 'rgba(255, 255, 255, 0.35)');
  shade.addColorStop(0.5, 'rgba(255, 255, 255, 0)');
  shade.addColorStop(1, fade(palette.ink, 0.5));
  context.fillStyle = shade;
  context.fillRect(-0.4, -1.1, 0.8, 1);
  context.restore();
  context.strokeStyle = fade(palette.ink, 0.8);
  context.lineWidth = 0.007;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(side * 0.1, -0.33);
    context.lineTo(side * 0.055, -0.12);
    context.stroke();
  }
  context.fillStyle = palette.ink;
  context.beginPath();
  context.roundRect(-0.065, -0.13, 0.13, 0.1, 0.02);
  context.fill();
}

export function paintRocket({ context, palette }: Stage): void {
  const flame = context.createLinearGradient(0, -0.22, 0, 0.35);
  flame.addColorStop(0, '#fff6cf');
  flame.addColorStop(0.4, mix(palette.accent, '#ffb347', 0.6));
  flame.addColorStop(1, fade(palette.accent, 0));
  context.fillStyle = flame;
  tracePolygon(context, [
    { x: -0.08, y: -0.22 },
    { x: 0, y: 0.4 },
    { x: 0.08, y: -0.22 },
  ]);
  context.fill();
  context.fillStyle = mix(palette.accent, palette.ink, 0.15);
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(side * 0.11, -0.5);
    context.quadraticCurveTo(side * 0.3, -0.35, side * 0.27, -0.1);
    context.lineTo(side * 0.08, -0.24);
    context.fill();
  }
  const hull = context.createLinearGradient(-0.15, 0, 0.15, 0);
  hull.addColorStop(0, lighten(palette.disc, 0.4));
  hull.addColorStop(0.5, lighten(palette.disc, 0.2));
  hull.addColorStop(1, mix(palette.disc, palette.near, 0.55));
  context.fillStyle = hull;
  context.beginPath();
  context.moveTo(-0.09, -0.22);
  context.bezierCurveTo(-0.2, -0.5, -0.14, -0.82, 0, -1);
  context.bezierCurveTo(0.14, -0.82, 0.2, -0.5, 0.09, -0.22);
  context.fill();
  context.fillStyle = palette.near;
  fillCircle(context, 0, -0.62, 0.072);
  context.fillStyle = mix(palette.accent, palette.sky[2], 0.6);
  fillCircle(context, 0, -0.62, 0.052);
}

export function paintWanderer({ context, palette }: Stage): void {
  const coat = darken(palette.ink, 0.15);
  context.strokeStyle = coat;
  context.lineWidth = 0.02;
  context.beginPath();
  context.moveTo(0.3, 0);
  context.lineTo(0.22, -0.78);
  context.stroke();
  context.fillStyle = coat;
  context.beginPath();
  context.moveTo(-0.2, 0);
  context.bezierCurveTo(-0.16, -0.3, -0.2, -0.6, -0.09, -0.76);
  context.lineTo(0.09, -0.76);
  context.bezierCurveTo(0.16, -0.66, 0.2, -0.5, 0.25, -0.44);
  context.lineTo(0.22, -0.39);
  context.lineTo(0.12, -0.46);
  context.bezierCurveTo(0.14, -0.3, 0.16, -0.15, 0.2, 0);
  context.fill();
  fillCircle(context, 0, -0.85, 0.085);
  context.beginPath();
  context.ellipse(0, -0.89, 0.17, 0.028, -0.05, 0, Math.PI * 2);
  context.fill();
  context.beginPath();
  context.arc(0, -0.89, 0.085, Math.PI, 0);
  context.fill();
  context.fillStyle = palette.accent;
  context.beginPath();
  context.moveTo(-0.1, -0.76);
  context.lineTo(0.1, -0.76);
  context.quadraticCurveTo(0.02, -0.71, -0.1, -0.72);
  context.quadraticCurveTo(-0.3, -0.7, -0.36, -0.6);
  context.quadraticCurveTo(-0.3, -0.76, -0.1, -0.76);
  context.fill();
}

export function paintRobot({ context, palette }: Stage): void {
  const shell = mix(lighten(palette.disc, 0.2), palette.far, 0.25);
  const dark = darken(palette.ink, 0.1);
  const box = (x: number, y: number, wide: number, tall: number, round: number): void => {
    context.beginPath();
    context.roundRect(x, y, wide, tall, round);
    context.fill();
  };
  context.fillStyle = mix(shell, palette.ink, 0.55);
  box(-0.17, -0.24, 0.11, 0.24, 0.03);
  box(0.06, -0.24, 0.11, 0.24, 0.03);
  box(-0.33, -0.56, 0.09, 0.32, 0.045);
  box(0.24, -0.56, 0.09, 0.32, 0.045);
  context.fillRect(-0.01, -0.98, 0.02, 0.1);
  context.fillStyle = shell;
  box(-0.22, -0.6, 0.44, 0.4, 0.09);
  box(-0.2, -0.9, 0.4, 0.27, 0.1);
  context.fillStyle = dark;
  box(-0.155, -0.85, 0.31, 0.16, 0.07);
  context.fillStyle = palette.accent;
  fillCircle(context, -0.075, -0.77, 0.038);
  fillCircle(context, 0.075, -0.77, 0.038);
  fillCircle(context, 0, -0.98, 0.03);
  fillCircle(context, 0, -0.42, 0.05);
  context.fillStyle = fade('#ffffff', 0.35);
  box(-0.18, -0.57, 0.05, 0.3, 0.025);
}
