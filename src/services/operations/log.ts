import { pino } from 'pino';
import { errorFacts } from './error-facts.ts';
import { Redaction } from './redaction.ts';

/** The least serious level that is written; `silent` writes nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Facts that go with a message: ids, numbers and Easel's own words, never people's texts, addresses or keys. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Easel's log: constant messages, ids, numbers and errors. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /**
   * Writes what may come with each request while something is away: once a minute, with how many such lines were left out
   * since the last one.
   */
  repeated(level: 'warn' | 'error', message: string, fields?: LogFields): void;
  /** Masks a secret everywhere in later lines. */
  hide(secret: string): void;
}

export interface LogOptions {
  level: LogLevel;
  /** Takes whole lines; by default the standard output. */
  destination?: { write(line: string): void };
  /** Milliseconds, for what is repeated. */
  now?: () => number;
}

const REPEATED_AFTER_MS = 60_000;

/** Tracks repeated messages: undefined while a message isn't due again, else the fields for its line. */
const repetitions = (now: () => number) => {
  const written = new Map<string, { at: number; leftOut: number }>();
  return (message: string): LogFields | undefined => {
    const last = written.get(message);
    if (last && now() - last.at < REPEATED_AFTER_MS) {
      last.leftOut += 1;
      return undefined;
    }
    written.set(message, { at: now(), leftOut: 0 });
    return last && last.leftOut > 0 ? { leftOut: last.leftOut } : {};
  };
};

/** A full disk costs lines, and no caller: without a listener, each line would throw there. */
const standardOutput = () =>
  // Written before the call returns: the last lines before a crash are the ones that matter.
  pino.destination({ dest: 1, sync: true }).on('error', () => undefined);

/** A log of one JSON object a line, without secrets. */
export const createLog = ({ level, destination, now = () => performance.now() }: LogOptions): Log => {
  const redaction = new Redaction();
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: (thrown: unknown) => errorFacts(thrown) },
      hooks: { streamWrite: (line) => redaction.line(line) },
    },
    destination ?? standardOutput(),
  );
  const dueFields = repetitions(now);
  return {
    repeated: (level, message, fields) => {
      const due = dueFields(message);
      if (due) logger[level]({ ...fields, ...due }, message);
    },
    debug: (message, fields) => {
      logger.debug(fields, message);
    },
    info: (message, fields) => {
      logger.info(fields, message);
    },
    warn: (message, fields) => {
      logger.warn(fields, message);
    },
    error: (message, fields) => {
      logger.error(fields, message);
    },
    hide: (secret) => {
      redaction.hide(secret);
    },
  };
};
