import { waitFor } from '../wait.ts';
import type { Recorder } from './rest/serve.ts';
import type { Core } from './state/state.ts';

const LINES = 25;
const WAIT_MS = 5000;

/** What happened last, one line each. */
export const transcript = (core: Core, recorder: Recorder, lines = LINES): string => {
  const requests = recorder.requests.slice(-lines).map(({ method, path, status, durationMs }) => {
    const shown = path.length > 100 ? `${path.slice(0, 60)}…${path.slice(-30)}` : path;
    return `  ${String(status)} ${method} ${shown} (${durationMs.toFixed(0)} ms)`;
  });
  const failures = core.failures.map(
    ({ what, request }) => `  FAILURE ${what}${request ? ` at ${request}` : ''}`,
  );
  return [...requests, ...failures].join('\n');
};

const EVENTS = ['request', 'dispatch', 'failure'] as const;

/** Looks at a condition after every change, and gives up in real time. */
export const until = <T>(
  core: Core,
  recorder: Recorder,
  condition: () => T | false | null | undefined,
  { what, timeoutMs = WAIT_MS }: { what: string; timeoutMs?: number },
): Promise<T> =>
  waitFor(condition, {
    timeoutMs,
    late: () =>
      new Error(`did not happen within ${String(timeoutMs)} ms: ${what}\n${transcript(core, recorder)}`),
    watch: (look) => {
      core.changes.on('change', look);
      for (const event of EVENTS) core.events.on(event, look);
      return () => {
        core.changes.off('change', look);
        for (const event of EVENTS) core.events.off(event, look);
      };
    },
  });
