import { expect, it, onTestFinished } from 'vitest';
import type { Metrics, MetricsOptions } from '../../src/services/operations/metrics.ts';
import { createMetrics } from '../../src/services/operations/prometheus.ts';

const create = (openJobs: MetricsOptions['openJobs'] = () => []): Metrics => {
  const metrics = createMetrics({ openJobs, version: '1.2.3' });
  onTestFinished(() => {
    metrics.stop();
  });
  return metrics;
};

const linesOf = async (metrics: Metrics): Promise<string[]> => (await metrics.text()).split('\n');

it('counts what ended, by how it ended', async () => {
  const metrics = create();
  metrics.countSubmission('running');
  metrics.countSubmission('running');
  metrics.countSubmission('unknown');
  metrics.observePoll('artgen', 'failed', 30);
  metrics.countDelivery('channel', 'delivered');
  metrics.countJob('gen', 'succeeded');
  metrics.countStoreError('StorageReadError');
  expect(await linesOf(metrics)).toEqual(
    expect.arrayContaining([
      'easel_submissions_total{outcome="running"} 2',
      'easel_submissions_total{outcome="unknown"} 1',
      'easel_polls_total{family="artgen",outcome="failed"} 1',
      'easel_poll_ids_bucket{le="20",family="artgen"} 0',
      'easel_poll_ids_sum{family="artgen"} 30',
      'easel_deliveries_total{route="channel",outcome="delivered"} 1',
      'easel_jobs_total{family="gen",outcome="succeeded"} 1',
      'easel_store_errors_total{error="StorageReadError"} 1',
    ]),
  );
});

it('times what a job goes through', async () => {
  const metrics = create();
  metrics.observeJobStep('submit', 'artgen', 1_500);
  metrics.observeJobStep('finish', 'artgen', 42_000);
  metrics.observeJobStep('deliver', 'gen', 3_000);
  expect(await linesOf(metrics)).toEqual(
    expect.arrayContaining([
      'easel_job_submit_seconds_sum{family="artgen"} 1.5',
      'easel_job_finish_seconds_bucket{le="45",family="artgen"} 1',
      'easel_job_delivery_seconds_sum{family="gen"} 3',
    ]),
  );
});

it('asks for the open jobs each time, and forgets states that are empty', async () => {
  const submission = { family: 'artgen' };
  const [waiting, running] = [
    { state: 'waiting', submission },
    { state: 'running', submission },
  ];
  let openJobs = [waiting, waiting, waiting, running, running];
  const metrics = create(() => openJobs);
  expect(await metrics.text()).toContain('easel_open_jobs{state="waiting",family="artgen"} 3');
  openJobs = Array.from({ length: 5 }, () => running);
  const text = await metrics.text();
  expect(text).toContain('easel_open_jobs{state="running",family="artgen"} 5');
  expect(text).not.toContain('waiting"');
});

it('tells how many answers came within the time that Discord allows', async () => {
  const metrics = create();
  for (const milliseconds of [80, 1_400, 3_200]) metrics.observeAnswer(milliseconds);
  const lines = await linesOf(metrics);
  expect(lines).toContain('easel_discord_answer_seconds_bucket{le="0.1"} 1');
  expect(lines).toContain('easel_discord_answer_seconds_bucket{le="3"} 2');
  expect(lines).toContain('easel_discord_answer_seconds_count 3');
});

it('counts what Discord refuses, and what it takes for invalid', async () => {
  const metrics = create();
  for (const status of ['200', '403', '404', '429', 'none'])
    metrics.observeDiscordRequest({ method: 'GET', route: '/channels/{id}', status }, 30);
  const lines = await linesOf(metrics);
  expect(lines).toContain(
    'easel_discord_requests_total{method="GET",route="/channels/{id}",status="none"} 1',
  );
  expect(lines).toContain('easel_discord_rate_limited_total 1');
  expect(lines).toContain('easel_discord_invalid_requests_total 2');
});

it('tells which Easel runs, and how the process does', async () => {
  const metrics = create();
  // The lag is known once a timer was late.
  await expect
    .poll(() => metrics.text())
    .toMatch(/^easel_event_loop_lag_seconds\{quantile="0.99"\} [\d.e-]+$/m);
  const text = await metrics.text();
  expect(text).toContain(`easel_build_info{version="1.2.3",node="${process.versions.node}"} 1`);
  expect(Number(/easel_memory_bytes\{kind="resident"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(1e7);
});

it('looks a number up whenever it is asked', async () => {
  const metrics = create();
  let waiting = { polls: 1, submissions: 2 };
  metrics.watch('easel_test', 'A test', () => waiting, 'kind');
  expect(await metrics.text()).toContain('easel_test{kind="submissions"} 2');
  waiting = { polls: 0, submissions: 7 };
  expect(await metrics.text()).toContain('easel_test{kind="submissions"} 7');
});

it('keeps two sets of metrics apart', async () => {
  const [one, other] = [create(), create()];
  one.observePoll('gen', 'answered', 1);
  expect(await other.text()).not.toContain('outcome="answered"');
});
