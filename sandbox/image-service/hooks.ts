import type { TaskItem } from './task-item.ts';

const HOOK_TIMEOUT_MS = 5000;

/**
 * Tells a callback address that a task has ended. The interface shows no payload; this one is the
 * task's job-status item. Tried once: returns the status of the answer, or undefined without one.
 */
export const callHook = async (url: string, item: TaskItem, stopped: AbortSignal) => {
  // Not AbortSignal.timeout under AbortSignal.any, which can be collected before it fires.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), HOOK_TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(item),
      signal: AbortSignal.any([stopped, late.signal]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};
