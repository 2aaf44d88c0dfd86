import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { API_KEY, startWorld, type World } from '../world/world.ts';
import { ask, expectOpenJobs, expectPainted } from '../world/asking.ts';

const scrape = async (world: World): Promise<string> =>
  (await fetch(`http://127.0.0.1:${world.httpPort()}/metrics`)).text();

/** What a query can ask for: each metric with its labels, as a real Easel names them after it has worked. */
const existingMetrics = async (): Promise<{ text: string; labels: Map<string, Set<string>> }> => {
  const world = await startWorld();
  await expectPainted(world);
  await expectOpenJobs(world, 0);
  world.service.planTasks({ durationMs: 60_000 });
  await ask(world, 'one that is open still');
  const text = await scrape(world);
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const series = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
    // Prometheus adds these two to everything.
    for (const each of series) labels.set(each, new Set(['job', 'instance']));
  }
  for (const [, name = '', inside = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm))
    for (const [, label = ''] of inside.matchAll(/(\w+)="/g)) labels.get(name)?.add(label);
  return { text, labels };
};

/** The faults of a query: what is no PromQL, and the metrics and labels that there are not. */
const faultsOf = (query: string, labels: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  const faults: string[] = [];
  const text = query.replaceAll('$job', '.*');
  const known = new Set<string>();
  const used: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, from, to, type }) => {
      const part = text.slice(from, to);
      if (type.isError) faults.push(`not PromQL near "${text.slice(from, from + 20)}"`);
      if (name === 'Identifier' && part.startsWith('easel_')) {
        if (!labels.has(part)) faults.push(`no metric ${part}`);
        for (const label of labels.get(part) ?? []) known.add(label);
      }
      if (name === 'LabelName') used.push(part);
    },
  });
  return [...faults, ...used.filter((label) => !known.has(label)).map((label) => `no label ${label}`)];
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

test('the dashboard and the alerts ask for metrics and labels that there are', async () => {
  const { labels } = await existingMetrics();
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const rules = alerts.map(({ expr }) => expr);
  // Counters whose first event has not come yet show no labels.
  labels.get('easel_store_errors_total')?.add('error');
  labels.get('easel_unreadable_rows_total')?.add('namespace');
  labels.get('easel_lease_events_total')?.add('event');
  const faults = [...queries, ...rules].flatMap((query) =>
    faultsOf(query, labels).map((fault) => `${fault}: ${query}`),
  );
  expect(faults).toEqual([]);
  expect(faultsOf('sum by (nobody) (easel_nothing', labels)).toHaveLength(3);
  // And the other way round: nothing is measured that nobody looks at.
  const asked = [...queries, ...rules].join('\n');
  const families = new Set([...labels.keys()].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect([...families].filter((name) => !asked.includes(name))).toEqual([]);
});

test('no label names a person, a server, a message, a job or a key', async () => {
  const { text } = await existingMetrics();
  expect(text).toContain('easel_discord_requests_total{');
  const values = [...text.matchAll(/(\w+)="([^"]*)"/g)].filter(([, label]) => label !== 'le');
  for (const [whole, , value = ''] of values) {
    expect(value, whole).not.toMatch(/\d{6}|[A-Z0-9]{20}/);
    expect(value, whole).not.toContain(API_KEY);
  }
  expect(text).not.toContain('route="other"');
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
