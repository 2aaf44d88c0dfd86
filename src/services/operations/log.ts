/** Facts that go with a message, under names that can be searched for. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where Easel says what happens. A field `error` carries an error with its causes. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log whose every line carries these fields too. */
  child(fields: LogFields): Log;
  /**
   * Masks a secret value from now on wherever it stands in a line, in this log and all its relatives.
   * Values shorter than 4 characters are refused: masking them would garble every line.
   * @throws RangeError when the value is too short.
   */
  hide(value: string): void;
}
