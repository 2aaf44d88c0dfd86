import { pino, type Logger } from 'pino';
import { Redaction } from './redaction.ts';

/** Facts that go with a message, under names that can be searched for. */
export type LogFields = Readonly<Record<string, unknown>>;

/** What is written: this level and the more serious ones after it; `silent` writes nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Where Easel says what happens. Errors among the fields are written with their class, facts and causes. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log whose every line carries these fields too. */
  child(fields: LogFields): Log;
  /**
   * Masks a secret value from now on wherever it stands in a line, in this log and all its relatives. A value of fewer
   * than 4 characters is left as it is: it can be no secret, and masking it would garble every line.
   */
  hide(value: string): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Takes whole lines; by default the standard output. */
  readonly destination?: { write(line: string): void };
}

/** The names of the fields that every line has. */
const LEVEL = 'level';
const TIME = 'time';
const MESSAGE = 'message';

const SHORTEST_SECRET = 4;

/** A log of one JSON object a line, without secrets. */
export function createLog(options: LogOptions): Log {
  const logger = pino(
    {
      level: options.level,
      base: null,
      messageKey: MESSAGE,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ [LEVEL]: label }) },
    },
    // Written before the call returns: the last lines before a crash are the ones that matter.
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  );
  return new RedactedLog(logger, new Redaction(), {});
}

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
    if (value.length >= SHORTEST_SECRET) this.#redaction.hide(value);
  }

  #write(level: Exclude<LogLevel, 'silent'>, message: string, fields: LogFields | undefined): void {
    if (!this.#logger.isLevelEnabled(level)) return;
    // Also the context, since a secret may have become known after the child was made.
    const plain = this.#redaction.fields({ ...this.#context, ...fields });
    this.#logger[level](withoutReservedNames(plain), this.#redaction.text(message));
  }
}

/** A second `level`, `time` or `message` would make the line ambiguous. */
function withoutReservedNames(fields: Record<string, unknown>): Record<string, unknown> {
  for (const name of [LEVEL, TIME, MESSAGE]) {
    if (!(name in fields)) continue;
    fields[`${name}Field`] = fields[name];
    Reflect.deleteProperty(fields, name);
  }
  return fields;
}
