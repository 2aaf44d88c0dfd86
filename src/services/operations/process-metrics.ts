import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** How exactly the event loop's lag is measured. Each measurement wakes the process up. */
const LAG_RESOLUTION_MS = 50;
const NANOSECONDS = 1e9;

/** The lag is the time by which a timer was late; the histogram holds the whole time between two of them. */
const lagSeconds = (nanoseconds: number): number =>
  Math.max(0, nanoseconds / NANOSECONDS - LAG_RESOLUTION_MS / 1_000);

const gaugeLag = (registry: Registry): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  new Gauge({
    name: 'easel_event_loop_lag_seconds',
    help: 'How late timers were since the metrics were last asked for',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      // A reset forgets when the last measurement was, so that whoever asks too often would never get one.
      if (delay.count === 0) return;
      for (const quantile of [0.5, 0.99, 1])
        this.set({ quantile: String(quantile) }, lagSeconds(delay.percentile(quantile * 100)));
      delay.reset();
    },
  });
  return () => {
    delay.disable();
  };
};

const gaugeMemory = (registry: Registry): void => {
  new Gauge({
    name: 'easel_memory_bytes',
    help: 'Memory of the process: all of it, what holds objects, and what holds buffers',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      const { rss, heapUsed, external } = process.memoryUsage();
      this.set({ kind: 'resident' }, rss);
      this.set({ kind: 'heap' }, heapUsed);
      this.set({ kind: 'external' }, external);
    },
  });
  new Gauge({
    name: 'easel_cpu_seconds',
    help: 'Processor time that the process has used',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.set((user + system) / 1e6);
    },
  });
};

/**
 * Tells which Easel runs, since when, and how the process does.
 *
 * @returns what ends the measurements.
 */
export const watchProcess = (registry: Registry, version: string): (() => void) => {
  const registers = [registry];
  new Gauge({
    name: 'easel_build_info',
    help: 'Always 1; the versions of Easel and of Node',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  new Gauge({
    name: 'easel_start_time_seconds',
    help: 'When the process started, in seconds since the epoch',
    registers,
  }).set(Math.floor(Date.now() / 1_000 - process.uptime()));
  gaugeMemory(registry);
  return gaugeLag(registry);
};
