import { statSync } from 'node:fs';
import { errorCode } from './sqlite-failure.ts';
import { StorageLostError } from './store.ts';

/** A missing file is detected within this time, even when nothing is written. */
const CHECK_INTERVAL_MS = 2_000;

export interface WatchOptions {
  /** Where the database is, as its user named it. */
  location: string;
  /** The same path without symbolic links. */
  file: string;
  lockFile: string;
  /** Called once when the files are gone. */
  onLost: (error: StorageLostError) => void;
}

/**
 * Detects deleted or replaced database files. Such a file stays writable for processes that have it open
 * (https://www.sqlite.org/howtocorrupt.html, section 4), and its data is lost when they end.
 */
export class SqliteWatch {
  readonly #options: WatchOptions;
  readonly #known: ReadonlyMap<string, string>;
  readonly #timer: NodeJS.Timeout;
  #lost: StorageLostError | undefined;

  private constructor(options: WatchOptions, known: ReadonlyMap<string, string>) {
    this.#options = options;
    this.#known = known;
    this.#timer = setInterval(() => {
      try {
        this.check();
      } catch {
        // Other errors say nothing about the files; the next check may.
      }
    }, CHECK_INTERVAL_MS).unref();
  }

  /** Watches files that SQLite has open. They are looked at by name only: opening one more handle would drop locks. */
  static over(options: WatchOptions): SqliteWatch {
    const { location, file, lockFile } = options;
    const paths = [location, `${file}-wal`, `${file}-shm`, lockFile];
    return new SqliteWatch(options, new Map(paths.map((path) => [path, identityOf(path)])));
  }

  /** @throws StorageLostError when one of the files is missing or was replaced. */
  check(): void {
    if (this.#lost) throw this.#lost;
    if ([...this.#known].every(([path, id]) => identityOf(path) === id)) return;
    this.#lost ??= this.#lose();
    throw this.#lost;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #lose(): StorageLostError {
    this.close();
    const error = new StorageLostError(this.#options.location);
    this.#options.onLost(error);
    return error;
  }
}

/** Identifies the file at a path; `none` when it doesn't exist. */
const identityOf = (path: string): string => {
  try {
    // Asked after every commit: it takes microseconds, and a way through a thread a hundred times as long.
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return 'none';
    throw error;
  }
};
