import { z } from 'zod';
import { createLog, type Log, type LogLevel } from '../../src/services/operations/log.ts';

const lineSchema = z.record(z.string(), z.unknown());

/** A log, and what was written to it. */
interface Recorded {
  log: Log;
  text: () => string;
  lines: () => Record<string, unknown>[];
}

/** A log that keeps its lines. */
export const record = (level: LogLevel = 'debug'): Recorded => {
  let text = '';
  const log = createLog({ level, destination: { write: (line) => (text += line) } });
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => lineSchema.parse(JSON.parse(line)));
  return { log, text: () => text, lines };
};
