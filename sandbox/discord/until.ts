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

type Condition<T> = () => T | false | null | undefined;

const isMet = <T>(value: T | false | null | undefined): value is T =>
  value !== undefined && value !== null && value !== false;

/** Looks at a condition after every change, and gives up in real time. */
export const until = <T>(
  core: Core,
  recorder: Recorder,
  condition: Condition<T>,
  { what, timeoutMs = WAIT_MS }: { what: string; timeoutMs?: number },
): Promise<T> =>
  new Promise((resolve, reject) => {
    const finish = (end: () => void): void => {
      clearTimeout(timer);
      core.changes.off('change', look);
      for (const event of ['request', 'dispatch', 'failure'] as const) core.events.off(event, look);
      end();
    };
    const look = (): void => {
      try {
        const value = condition();
        if (isMet(value)) finish(() => resolve(value));
      } catch (error) {
        finish(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
    };
    const timer = setTimeout(() => {
      const story = transcript(core, recorder);
      finish(() => reject(new Error(`did not happen within ${String(timeoutMs)} ms: ${what}\n${story}`)));
    }, timeoutMs);
    core.changes.on('change', look);
    for (const event of ['request', 'dispatch', 'failure'] as const) core.events.on(event, look);
    look();
  });
