/**
 * Draws docs/screenshots/dashboard.webp and alerts.webp: two Easels and the stand-ins have a bad day of 24 minutes under a
 * real Prometheus, which is then asked what each panel of the dashboard asks for. Needs `prometheus` and `redis-server`.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Canvas } from '@napi-rs/canvas';
import { parse } from 'yaml';
import { z } from 'zod';
import { startBadDay } from './monitoring/bad-day.ts';
import { DASHBOARD, type Panel } from './monitoring/dashboard.ts';
import { drawAlerts } from './monitoring/draw-alerts.ts';
import { drawDashboard, type Line, type Range } from './monitoring/draw.ts';
import { startPrometheus, type Prometheus } from './monitoring/prometheus.ts';

const STEP_S = 5;
const WEBP_QUALITY = 85;

const ALERT_NAMES = z
  .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) })
  .parse(parse(readFileSync('docs/monitoring/alerts.yml', 'utf8')))
  .groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

/** Everything that a panel shows, named as its legend says. */
const linesOf = async (prometheus: Prometheus, { targets, title }: Panel, range: Range): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const { expr, legendFormat } of targets) {
    const series = await prometheus.query(expr.replaceAll('$job', '.*'), { ...range, stepS: STEP_S });
    if (!series.some(({ points }) => points.some(([, value]) => Number.isFinite(value))))
      process.stderr.write(`${title}: nothing is shown by ${expr}\n`);
    for (const { labels, points } of series)
      lines.push({
        points,
        name: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? ''),
      });
  }
  return lines;
};

const save = async (canvas: Canvas, name: string): Promise<void> => {
  const file = `docs/screenshots/${name}.webp`;
  await writeFile(file, await canvas.encode('webp', WEBP_QUALITY));
  process.stdout.write(`${file}\n`);
};

const day = await startBadDay();
const prometheus = await startPrometheus(day.ports);
const from = Date.now() / 1_000;
await day.run((what) => process.stdout.write(`${what}\n`));
const range = { from, to: Date.now() / 1_000 };
const panels: { panel: Panel; lines: Line[] }[] = [];
for (const panel of DASHBOARD.panels) panels.push({ panel, lines: await linesOf(prometheus, panel, range) });
await save(drawDashboard(panels, range, STEP_S), 'dashboard');
const states = await prometheus.query('ALERTS', { ...range, stepS: STEP_S });
await save(drawAlerts(ALERT_NAMES, states, range, STEP_S), 'alerts');
await prometheus.stop();
await day.stop();
process.exit();
