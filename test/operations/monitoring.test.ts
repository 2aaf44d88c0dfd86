import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { VERSION } from '../../src/lib/version.ts';
import { API_KEY, startWorld, type World } from '../world/world.ts';
import { ask, expectOpenJobs, expectPainted } from '../world/asking.ts';

const scrape = async (world: World): Promise<string> =>
  (await fetch(`http://127.0.0.1:${world.httpPort()}/metrics`)).text();

/** What an Easel measures that has worked: its page, and the names of its metrics. */
const existingMetrics = async (): Promise<{ text: string; names: Set<string> }> => {
  const world = await startWorld();
  await expectPainted(world);
  await expectOpenJobs(world, 0);
  world.service.planTasks({ durationMs: 60_000 });
  await ask(world, 'one that is open still');
  const text = await scrape(world);
  return { text, names: new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)) };
};

const dashboard = z
  .object({
    panels: z.array(
      z.object({
        title: z.string(),
        targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('docs/monitoring/grafana-dashboard.json', 'utf8')));

const ALERTS = 'docs/monitoring/alerts.yml';
const alerts = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            annotations: z.object({ runbook: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(readFileSync(ALERTS, 'utf8')))
  .groups.flatMap(({ rules }) => rules);

const easelNames = (text: string): Set<string> =>
  new Set((text.match(/\beasel_\w+/g) ?? []).map((name) => name.replace(/_(bucket|sum|count)$/, '')));

test('the dashboard and the alerts ask for metrics that there are, and the documentation names each', async () => {
  const { names } = await existingMetrics();
  const queries = [...dashboard.panels.flatMap(({ targets }) => targets), ...alerts].map(({ expr }) => expr);
  for (const asked of queries.flatMap((query) => query.match(/\b(easel|process)_\w+/g) ?? []))
    expect(names).toContain(asked.replace(/_(bucket|sum|count)$/, ''));
  expect(easelNames(readFileSync('docs/operators/trouble.md', 'utf8'))).toEqual(
    easelNames([...names].join(' ')),
  );
});

test('no label names a person, a server, a message, a job or a key', async () => {
  const { text } = await existingMetrics();
  expect(text).toContain('easel_discord_requests_total{');
  const values = [...text.matchAll(/(\w+)="([^"]*)"/g)].filter(([, label]) => label !== 'le');
  for (const [whole, , value = ''] of values) {
    expect(value, whole).not.toMatch(/\d{6}|[A-Z0-9]{20}/);
    expect(value, whole).not.toContain(API_KEY);
  }
});

test('what a job goes through is counted and timed', async () => {
  const world = await startWorld();
  await ask(world, 'counted');
  await expectOpenJobs(world, 0);
  const text = await scrape(world);
  expect(text).toContain('easel_jobs_total{family="artgen",outcome="succeeded"} 1');
  for (const step of ['submit', 'finish', 'delivery'])
    expect(text).toContain(`easel_job_${step}_seconds_count{family="artgen"} 1`);
  expect(text).toMatch(
    /easel_discord_requests_total\{method="POST",route="\/interactions\/\{id\}\/\{token\}\/callback",status="200"\} 1/,
  );
  // What an alert asks the increase of is there before the first of them.
  expect(text).toContain('easel_jobs_total{family="gen",outcome="unknown"} 0');
  expect(text).toContain(`easel_build_info{version="${VERSION}",node="${process.versions.node}"} 1`);
  expect(text).toContain('easel_gateway_connected 1');
  expect(text).toContain('easel_lease_held 1');
});

describe('the alerts', () => {
  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

  it.skipIf(!hasPromtool)('are rules that Prometheus takes (skipped without promtool)', () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS]);
    expect({ status, said: stderr.toString() }).toEqual({ status: 0, said: '' });
  });

  it('say where it stands what to do', () => {
    const headings = (file: string) =>
      readFileSync(file, 'utf8')
        .match(/(?<=^## ).+$/gm)
        ?.map((heading) =>
          heading
            .toLowerCase()
            .replaceAll(/[^\w -]/g, '')
            .replaceAll(' ', '-'),
        );
    for (const { alert, annotations } of alerts) {
      const [file = '', anchor] = annotations.runbook.split('#');
      expect(headings(file), alert).toContain(anchor);
    }
  });
});
