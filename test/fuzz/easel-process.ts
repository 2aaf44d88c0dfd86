import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What Easel's process tells. */
export type Report =
  | { kind: 'there' }
  | { kind: 'done'; id: number; httpPort: number }
  | { kind: 'refused'; id: number; what: string }
  | { kind: 'fault'; what: string }
  | { kind: 'stall'; stalledMs: number }
  | { kind: 'memory'; bytes: number }
  | { kind: 'log'; line: string };

type Order =
  | { kind: 'open'; env: Record<string, string> }
  | { kind: 'close' }
  | { kind: 'advance'; milliseconds: number };

/** Easel in a process of its own. */
export interface EaselProcess {
  /** Starts an Easel; rejects with what it said when it refuses to. */
  open: (env: Record<string, string>) => Promise<void>;
  close: () => Promise<void>;
  /** Moves its time forward. */
  advance: (milliseconds: number) => Promise<void>;
  httpPort: () => number;
  /** What must not happen, as it happens; emptied by whoever reads it. */
  faults: string[];
  /** The last lines that it logged. */
  log: string[];
  peakBytes: () => number;
  kill: () => void;
}

const MAX_LINES = 60;
/** No order takes longer, even on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Starts the process; it has no Easel in it yet. */
export const startEaselProcess = async (): Promise<EaselProcess> => {
  const program = fileURLToPath(new URL('./easel-child.ts', import.meta.url));
  const child = fork(program, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const faults: string[] = [];
  const log: string[] = [];
  let [peakBytes, httpPort, orders] = [0, 0, 0];
  let there: () => void = () => undefined;
  const isThere = new Promise<void>((resolve, reject) => {
    there = resolve;
    child.once('exit', () => {
      reject(new Error("Easel's process ended before it began"));
    });
  });
  child.on('message', (message) => {
    const report = message as Report;
    if (report.kind === 'there') there();
    else if (report.kind === 'log') log.splice(0, Math.max(0, log.push(report.line) - MAX_LINES));
    else if (report.kind === 'memory') peakBytes = Math.max(peakBytes, report.bytes);
    else if (report.kind === 'fault') faults.push(report.what);
    else if (report.kind === 'stall')
      faults.push(`the event loop stood still for ${Math.round(report.stalledMs)} ms`);
    else {
      if (report.kind === 'done') {
        httpPort = report.httpPort;
        waiting.get(report.id)?.resolve();
      } else waiting.get(report.id)?.reject(new Error(report.what));
      waiting.delete(report.id);
    }
  });
  child.on('exit', (code, signal) => {
    if (signal !== 'SIGKILL') faults.push(`the process ended by itself: ${code ?? signal ?? ''}`);
    for (const { reject } of waiting.values()) reject(new Error('the process is gone'));
  });
  const tell = (order: Order): Promise<void> =>
    new Promise((resolve, reject) => {
      const id = (orders += 1);
      const timer = setTimeout(() => {
        reject(new Error(`"${order.kind}" took longer than ${TIMEOUT_MS} ms`));
      }, TIMEOUT_MS);
      const settled = (settle: () => void) => () => {
        clearTimeout(timer);
        settle();
      };
      waiting.set(id, {
        resolve: settled(resolve),
        reject: (error) => {
          settled(() => {
            reject(error);
          })();
        },
      });
      child.send({ ...order, id });
    });
  await isThere;
  return {
    open: (env) => tell({ kind: 'open', env }),
    close: () => tell({ kind: 'close' }),
    advance: (milliseconds) => tell({ kind: 'advance', milliseconds }),
    httpPort: () => httpPort,
    faults,
    log,
    peakBytes: () => peakBytes,
    kill: () => void child.kill('SIGKILL'),
  };
};
