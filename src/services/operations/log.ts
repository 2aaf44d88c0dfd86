import { pino, type Logger } from 'pino';
import { errorFacts } from './error-facts.ts';
import { plainFields, type LogFields } from './log-fields.ts';
import { Redaction } from './redaction.ts';

/** The least serious level that is written; `silent` writes nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * Easel's log: constant messages, ids, numbers and errors. People's texts, addresses and keys have no field, and only
 * harmless facts of errors are written.
 */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log whose every line carries these fields too. */
  child(fields: LogFields): Log;
  /**
   * Masks a secret everywhere in later lines, in this log and all its children and parents. Ignores values of fewer than 4
   * characters: they can't be secrets, and masking them would garble every line.
   */
  hide(value: string): void;
}

export interface LogOptions {
  level: LogLevel;
  /** Takes whole lines; by default the standard output. */
  destination?: { write(line: string): void };
}

/** A log of one JSON object a line, without secrets. */
export const createLog = (options: LogOptions): Log => {
  const logger = pino(
    {
      level: options.level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    // Written before the call returns: the last lines before a crash are the ones that matter.
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  );
  return new RedactedLog(logger, new Redaction(), {});
};

class RedactedLog implements Log {
  readonly #logger: Logger;
  readonly #redaction: Redaction;
  readonly #context: LogFields;

  constructor(logger: Logger, redaction: Redaction, context: LogFields) {
    this.#logger = logger;
    this.#redaction = redaction;
    this.#context = context;
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  child(fields: LogFields): Log {
    return new RedactedLog(this.#logger, this.#redaction, { ...this.#context, ...fields });
  }

  hide(value: string): void {
    this.#redaction.hide(value);
  }

  #write(level: Exclude<LogLevel, 'silent'>, message: string, fields: LogFields | undefined): void {
    if (!this.#logger.isLevelEnabled(level)) return;
    const text = (raw: string) => this.#redaction.text(raw);
    const error = (thrown: unknown) => errorFacts(thrown, text);
    // Also the context, since a secret may have become known after the child was made.
    this.#logger[level](plainFields({ ...this.#context, ...fields }, { text, error }), text(message));
  }
}
