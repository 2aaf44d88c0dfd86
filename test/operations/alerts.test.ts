import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

const RULES = resolve('docs/monitoring/alerts.yml');
const HEALTHY = { easel_gateway_connected: '1+0x90', easel_lease_held: '1+0x90', easel_standby: '0+0x90' };
/** A histogram whose requests all take between two bounds while it lasts, and then no longer come. */
const slow = (name: string, above: number, upTo: number) => ({
  [`${name}_bucket{le="${above}"}`]: '0+0x90',
  [`${name}_bucket{le="${upTo}"}`]: '0+10x40 400+0x50',
  [`${name}_bucket{le="+Inf"}`]: '0+10x40 400+0x50',
});

interface Case {
  /**
   * A value a minute, by series, in promtool's notation: `1+2x3` is 1 3 5 7, `_x5` are five scrapes without an answer.
   * https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/#series
   */
  series: Record<string, string>;
  /** Minutes at which it fires, and at which it does no longer. */
  fires: number;
  quiet: number;
}

/** What is wrong when an alert fires, and how it ends. */
const CASES: Record<string, Case[]> = {
  EaselNobodyAnswers: [
    { series: { easel_gateway_connected: '1+0x9 0+0x9 1+0x70' }, fires: 15, quiet: 25 },
    { series: { easel_gateway_connected: '1+0x9 _x15 1+0x70' }, fires: 20, quiet: 30 },
  ],
  EaselLeaseInDoubt: [{ series: { easel_lease_held: '1+0x9 0+0x5 1+0x70' }, fires: 13, quiet: 20 }],
  EaselStoreFails: [
    {
      series: { 'easel_store_errors_total{error="StorageReadError"}': '0+5x10 50+0x70' },
      fires: 8,
      quiet: 25,
    },
  ],
  // Rows are read at the start: the count is there in the first answer, and gone after the start that repairs it.
  EaselUnreadableRows: [
    { series: { 'easel_unreadable_rows_total{namespace="open"}': '2+0x9 _x60' }, fires: 5, quiet: 20 },
  ],
  EaselAnswersSlowly: [{ series: slow('easel_discord_answer_seconds', 2, 3), fires: 30, quiet: 60 }],
  EaselDeliversSlowly: [{ series: slow('easel_job_delivery_seconds', 60, 300), fires: 35, quiet: 75 }],
  EaselQueueGrows: [
    {
      series: { 'easel_limiter_waiting{kind="submissions"}': '0+0x9 150+0x30 0+0x50' },
      fires: 30,
      quiet: 50,
    },
  ],
  EaselImageServiceFails: [
    {
      series: {
        'easel_polls_total{family="gen",outcome="failed"}': '0+60x40 2400+0x50',
        'easel_polls_total{family="gen",outcome="answered"}': '0+0x40 0+60x50',
      },
      fires: 30,
      quiet: 60,
    },
  ],
  EaselOutcomesUnknown: [
    {
      series: { 'easel_jobs_total{family="gen",outcome="unknown"}': '0+0x9 1+1x4 5+0x80' },
      fires: 20,
      quiet: 80,
    },
    // A crash with five on their way: they are counted at the next start, before the first answer.
    {
      series: { 'easel_jobs_total{family="gen",outcome="unknown"}': '0+0x9 _x2 5+0x80' },
      fires: 20,
      quiet: 80,
    },
  ],
  EaselInvalidRequests: [
    { series: { easel_discord_invalid_requests_total: '0+0x9 0+500x6 3000+0x70' }, fires: 16, quiet: 40 },
  ],
  EaselEventLoopLags: [
    {
      series: { 'easel_event_loop_lag_seconds{quantile="0.99"}': '0.01+0x9 0.8+0x12 0.01+0x70' },
      fires: 18,
      quiet: 30,
    },
  ],
  EaselMemoryGrows: [
    {
      series: { 'easel_memory_bytes{kind="resident"}': '200e6+0x9 800e6+0x40 200e6+0x40' },
      fires: 45,
      quiet: 60,
    },
  ],
  EaselRestarts: [{ series: { easel_start_time_seconds: '1+1x5 6+0x85' }, fires: 8, quiet: 50 }],
};

/** A series as Prometheus names it, of one process. */
const named = (series: string): string => {
  const [name = '', labels = ''] = series.split(/[{}]/);
  return `${name}{${labels}${labels && ','}job="easel",instance="easel-1"}`;
};

/** Whether this and no other alert fires. */
const firing = (minute: number, alert?: string) => ({
  expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
  eval_time: `${minute}m`,
  exp_samples: alert === undefined ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('each alert of the file has a case', () => {
  const { groups } = z
    .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) })
    .parse(parse(readFileSync(RULES, 'utf8')));
  expect(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort()).toEqual(
    Object.keys(CASES).sort(),
  );
});

test.skipIf(!hasPromtool)(
  'each alert fires by itself, and is quiet afterwards (skipped without promtool)',
  () => {
    const tests = Object.entries(CASES).flatMap(([alert, cases]) =>
      cases.map(({ series, fires, quiet }) => ({
        interval: '1m',
        input_series: Object.entries({ ...HEALTHY, ...series }).map(([name, values]) => ({
          series: named(name),
          values,
        })),
        promql_expr_test: [firing(fires, alert), firing(quiet)],
      })),
    );
    const folder = mkdtempSync(join(tmpdir(), 'easel-alerts-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'cases.yml');
    writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
  },
);
