import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 20;
/** What people begin to notice, and far from the three seconds in which Discord wants an answer. */
const STALL_MS = 100;

/**
 * How long this process's main thread has really been computing, in milliseconds. The time that passes says nothing: on a
 * busy machine the thread may just not have had its turn.
 * https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat
 */
const computedMs = (): number => {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    // Not on Linux: all threads together, which is more.
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
};

/** Tells of every time in which the event loop did nothing but one long computation. */
export const watchLoop = (stalled: (milliseconds: number) => void): void => {
  let lastAt = performance.now();
  let lastComputed = computedMs();
  setInterval(() => {
    const [at, computed] = [performance.now(), computedMs()];
    const busyMs = Math.min(at - lastAt - LOOK_EVERY_MS, computed - lastComputed);
    if (busyMs > STALL_MS) stalled(busyMs);
    [lastAt, lastComputed] = [at, computed];
  }, LOOK_EVERY_MS).unref();
};
