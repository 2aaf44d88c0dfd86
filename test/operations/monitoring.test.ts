import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { VERSION } from '../../src/lib/version.ts';
import { API_KEY, startWorld, type World } from '../world/world.ts';
import { ask, expectOpenJobs, expectPainted } from '../world/asking.ts';
import { tool } from '../storage/sqlite-tool.ts';
import { HOUR_MS, MINUTE_MS } from '../world/durations.ts';
import { eventually } from '../world/eventually.ts';

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

test('the time since all expired data was removed grows while that fails, and starts again when it works', async () => {
  const world = await startWorld();
  const { clock } = world;
  const hours = async () =>
    Number(/^easel_cleaning_age_seconds (\S+)$/m.exec(await scrape(world))?.[1]) / 3_600;
  const passHour = async () => {
    await eventually(() => expect(clock.waits.some((waitMs) => waitMs > HOUR_MS - MINUTE_MS)).toBe(true));
    clock.advance(HOUR_MS);
  };
  const { query } = await tool(`${world.folder}/easel.sqlite`);
  await query('BEGIN');
  await query('SELECT * FROM easel');
  for (let hour = 0; hour < 2; hour += 1) await passHour();
  await eventually(async () => expect(await hours()).toBeGreaterThan(1));
  await query('COMMIT');
  await eventually(async () => {
    clock.advance(MINUTE_MS);
    expect(await hours()).toBeLessThan(1);
  });
});

describe('the alerts', () => {
  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

  it.skipIf(!hasPromtool)('are rules that Prometheus takes (skipped without promtool)', () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS]);
    expect({ status, said: stderr.toString() }).toEqual({ status: 0, said: '' });
  });

  /** Series of an hour, a value a minute, and the alerts that fire ten minutes after the start. */
  const firing = (series: Record<string, string>): string[] => {
    const folder = mkdtempSync(join(tmpdir(), 'easel-alerts-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'alerts.test.yml');
    const running = { easel_gateway_connected: '1x60', easel_lease_held: '1x60', easel_standby: '0x60' };
    const labelled = Object.entries({ ...running, ...series }).map(([name, values]) => ({
      series: name.includes('{') ? name.replace('{', '{job="any",') : `${name}{job="any"}`,
      values,
    }));
    const asked = alerts.map(({ alert: alertname }) => ({ alertname, eval_time: '11m', exp_alerts: [] }));
    const tests = [{ interval: '1m', input_series: labelled, alert_rule_test: asked }];
    writeFileSync(file, JSON.stringify({ rule_files: [resolve(ALERTS)], evaluation_interval: '1m', tests }));
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file]);
    const said = `${stdout.toString()}${stderr.toString()}`;
    expect(said).toContain('Unit Testing');
    return alerts.map(({ alert }) => alert).filter((alert) => said.includes(`alertname: ${alert},`));
  };

  const submissions = (outcome: string, payer: string) =>
    `easel_submissions_total{outcome="${outcome}",payer="${payer}"}`;

  it.skipIf(!hasPromtool).each([
    ['nothing, while all is well', {}, []],
    [
      'that the service is away, within ten minutes',
      { easel_accounts_cut_off: '1x60', 'easel_open_jobs{state="waiting"}': '3x60' },
      ['EaselImageServiceAway'],
    ],
    [
      'that the service is away while tasks are followed alone',
      { 'easel_polls_total{outcome="away"}': '0+4x60', 'easel_polls_total{outcome="answered"}': '9x60' },
      ['EaselImageServiceAway'],
    ],
    [
      'nothing of polls that fail now and then',
      { 'easel_polls_total{outcome="away"}': '0+4x60', 'easel_polls_total{outcome="answered"}': '0+9x60' },
      [],
    ],
    [
      'nothing of an outage that nobody waited for since',
      { easel_accounts_cut_off: '1x60', 'easel_open_jobs{state="waiting"}': '0x60' },
      [],
    ],
    [
      "nothing of the empty quota and the wrong key of a server's own",
      { [submissions('quota', 'own')]: '0+5x60', [submissions('key', 'own')]: '0+5x60' },
      [],
    ],
    [
      "an empty quota of the operator's key",
      { [submissions('quota', 'shared')]: '0x9 1x50' },
      ['EaselKeyOrQuotaRefused'],
    ],
    [
      "a wrong key of the operator's at a small bot, of whose requests none is taken",
      { [submissions('key', 'shared')]: '0x5 1x55', [submissions('taken', 'shared')]: '7x60' },
      ['EaselKeyOrQuotaRefused'],
    ],
    [
      'that a total is reached',
      { 'easel_shared_total_refusals_total{period="day"}': '0x5 1x55' },
      ['EaselTotalReached'],
    ],
    [
      'one part of two without Discord',
      { 'easel_gateway_connected{instance="2"}': '0x60', 'easel_lease_held{instance="2"}': '1x60' },
      ['EaselOffline'],
    ],
    [
      'nothing of a standby, which is not connected',
      { 'easel_gateway_connected{instance="2"}': '0x60', 'easel_standby{instance="2"}': '1x60' },
      [],
    ],
    [
      'restarts, whatever the job is called',
      { process_start_time_seconds: '0+60x60', easel_build_info: '1x60' },
      ['EaselRestarts'],
    ],
    [
      'logins that run low, in one process of two',
      { 'easel_discord_logins_left{instance="2"}': '0.7x60' },
      ['EaselLoginsRunLow'],
    ],
    [
      'that nothing expired has been removed for hours',
      { easel_cleaning_age_seconds: '10801x60' },
      ['EaselCleaningFails'],
    ],
    ['nothing of the restarts of other programs', { process_start_time_seconds: '0+60x60' }, []],
  ])('tell %s (skipped without promtool)', (_story, series, expected) => {
    expect(firing(series)).toEqual(expected);
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
