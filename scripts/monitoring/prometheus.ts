import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stringify } from 'yaml';
import { z } from 'zod';
import { freePort } from '../../test/world/ports.ts';

/** More often than is usual, so that short runs have lines too. */
const INTERVAL = '5s';

/** One line of a panel: seconds since the epoch, and values. */
export interface Series {
  labels: Record<string, string>;
  points: [at: number, value: number][];
}

const answerSchema = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});

/** In seconds since the epoch, one value each so many seconds. */
interface TimeRange {
  from: number;
  to: number;
  stepS: number;
}

export interface Prometheus {
  /** @throws Error when Prometheus refuses the query */
  query: (expr: string, range: TimeRange) => Promise<Series[]>;
  stop: () => Promise<void>;
}

/**
 * Starts the machine's `prometheus` with Easel's alert rules on processes that serve their metrics on these ports.
 *
 * @param targets ports by the name of the instance
 * @throws Error when there is no `prometheus`, or when it ends at once
 */
export const startPrometheus = async (targets: Readonly<Record<string, number>>): Promise<Prometheus> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-prometheus-'));
  const [port, file] = [await freePort(), join(folder, 'prometheus.yml')];
  const configuration = {
    global: { scrape_interval: INTERVAL, evaluation_interval: INTERVAL, scrape_timeout: '4s' },
    rule_files: [resolve('docs/monitoring/alerts.yml')],
    scrape_configs: [
      {
        job_name: 'easel',
        static_configs: Object.entries(targets).map(([instance, target]) => ({
          targets: [`127.0.0.1:${target}`],
          labels: { instance },
        })),
      },
    ],
  };
  await writeFile(file, stringify(configuration));
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${folder}`, '--log.level=warn'];
  const child = spawn('prometheus', [...options, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    untilReady(url),
    once(child, 'exit').then(() => Promise.reject(new Error('prometheus ended'))),
  ]);
  return {
    query: (expr, range) => ask(url, expr, range),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};

const untilReady = async (url: string): Promise<void> => {
  while (
    !(await fetch(`${url}/-/ready`)
      .then(({ ok }) => ok)
      .catch(() => false))
  )
    await delay(200);
};

const ask = async (url: string, query: string, { from, to, stepS }: TimeRange): Promise<Series[]> => {
  const form = { query, start: String(from), end: String(to), step: String(stepS) };
  const response = await fetch(`${url}/api/v1/query_range`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  if (!response.ok) throw new Error(`${query}: ${await response.text()}`);
  const { data } = answerSchema.parse(await response.json());
  return data.result.map(({ metric, values }) => ({
    labels: metric,
    points: values.map(([at, value]) => [at, Number(value)]),
  }));
};
