import { readFileSync } from 'node:fs';

const CHECK_INTERVAL_MS = 20;
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

/** With less than this share of a processor the machine is too busy for work not to pile up. */
const OWN_SHARE = 0.8;

/**
 * Tells of every time in which the event loop did nothing but compute for long. What had piled up while the thread waited
 * for its turn is no stall, so both the stretch itself and the one before it must have had a processor to themselves.
 */
export const watchLoop = (stalled: (milliseconds: number) => void): void => {
  let lastAt = performance.now();
  let lastComputed = computedMs();
  let wasOnTime = false;
  setInterval(() => {
    const [at, computed] = [performance.now(), computedMs()];
    const [passedMs, busyMs] = [at - lastAt, computed - lastComputed];
    const isOwn = wasOnTime && busyMs > passedMs * OWN_SHARE;
    if (isOwn && busyMs > STALL_MS + CHECK_INTERVAL_MS) stalled(busyMs);
    wasOnTime = passedMs < 2 * CHECK_INTERVAL_MS;
    [lastAt, lastComputed] = [at, computed];
  }, CHECK_INTERVAL_MS).unref();
};
