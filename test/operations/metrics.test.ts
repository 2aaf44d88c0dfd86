import { expect, it } from 'vitest';
import { createMetrics, type Metrics } from '../../src/services/operations/metrics.ts';

const create = (): Metrics => createMetrics({ openJobs: () => [], version: '1.2.3' });

const linesOf = async (metrics: Metrics): Promise<string[]> => (await metrics.text()).split('\n');

it('counts what ended, by how it ended', async () => {
  const metrics = create();
  metrics.countSubmission({ outcome: 'taken' });
  metrics.countSubmission({ outcome: 'taken' });
  metrics.countSubmission({ outcome: 'unknown' });
  metrics.countPoll({ family: 'artgen', outcome: 'failed' });
  metrics.countDelivery({ route: 'channel', outcome: 'delivered' });
  metrics.countJob({ family: 'gen', outcome: 'succeeded' });
  metrics.countStoreError({ error: 'StoreError' });
  expect(await linesOf(metrics)).toEqual(
    expect.arrayContaining([
      'easel_submissions_total{outcome="taken"} 2',
      'easel_submissions_total{outcome="unknown"} 1',
      'easel_polls_total{family="artgen",outcome="failed"} 1',
      'easel_deliveries_total{route="channel",outcome="delivered"} 1',
      'easel_jobs_total{family="gen",outcome="succeeded"} 1',
      'easel_store_errors_total{error="StoreError"} 1',
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

it('tells how many answers came within the time that Discord allows', async () => {
  const metrics = create();
  for (const milliseconds of [80, 1_400, 3_200]) metrics.observeAnswer(milliseconds);
  const lines = await linesOf(metrics);
  expect(lines).toContain('easel_discord_answer_seconds_bucket{le="0.1"} 1');
  expect(lines).toContain('easel_discord_answer_seconds_bucket{le="3"} 2');
  expect(lines).toContain('easel_discord_answer_seconds_count 3');
});

it('tells which Easel runs, and how the process does', async () => {
  const metrics = create();
  const text = await metrics.text();
  expect(text).toContain(`easel_build_info{version="1.2.3",node="${process.versions.node}"} 1`);
  expect(Number(/process_resident_memory_bytes (\d+)/.exec(text)?.[1])).toBeGreaterThan(1e7);
});
