import { expect, it } from 'vitest';
import { createMetrics } from '../../src/services/operations/metrics.ts';

it('counts what ended, by how it ended', async () => {
  const metrics = createMetrics({ openJobs: () => [] });
  metrics.countSubmission('accepted');
  metrics.countSubmission('accepted');
  metrics.countSubmission('unknown');
  metrics.countPoll('failed');
  metrics.countDelivery('channel', 'delivered');
  const lines = (await metrics.text()).split('\n');
  expect(lines).toContain('easel_submissions_total{outcome="accepted"} 2');
  expect(lines).toContain('easel_submissions_total{outcome="unknown"} 1');
  expect(lines).toContain('easel_polls_total{outcome="failed"} 1');
  expect(lines).toContain('easel_deliveries_total{route="channel",outcome="delivered"} 1');
});

it('asks for the open jobs each time, and forgets states that are empty', async () => {
  const [waiting, running] = [{ state: 'waiting' }, { state: 'running' }];
  let openJobs = [waiting, waiting, waiting, running, running];
  const metrics = createMetrics({ openJobs: () => openJobs });
  expect(await metrics.text()).toContain('easel_open_jobs{state="waiting"} 3');
  openJobs = Array.from({ length: 5 }, () => running);
  const text = await metrics.text();
  expect(text).toContain('easel_open_jobs{state="running"} 5');
  expect(text).not.toContain('waiting');
});

it('tells how many answers came within the time that Discord allows', async () => {
  const metrics = createMetrics({ openJobs: () => [] });
  for (const milliseconds of [80, 1_400, 3_200]) metrics.observeAnswer(milliseconds);
  const lines = (await metrics.text()).split('\n');
  expect(lines).toContain('easel_discord_answer_seconds_bucket{le="0.1"} 1');
  expect(lines).toContain('easel_discord_answer_seconds_bucket{le="3"} 2');
  expect(lines).toContain('easel_discord_answer_seconds_count 3');
});

it('keeps two sets of metrics apart', async () => {
  const [one, other] = [createMetrics({ openJobs: () => [] }), createMetrics({ openJobs: () => [] })];
  one.countPoll('answered');
  expect(await other.text()).not.toContain('answered');
});
