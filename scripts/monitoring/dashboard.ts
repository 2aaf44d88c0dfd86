import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The dashboard that operators import, as far as a picture of it needs it. */
export const DASHBOARD = z
  .object({
    panels: z.array(
      z.object({
        type: z.enum(['row', 'stat', 'timeseries']),
        title: z.string(),
        gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
        fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }).optional(),
        targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('docs/monitoring/grafana-dashboard.json', 'utf8')));
export type Panel = (typeof DASHBOARD.panels)[number];
