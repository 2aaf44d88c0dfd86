import { statSync } from 'node:fs';
import { errorCode } from './sqlite-failure.ts';
import { StorageLostError } from './store.ts';

/** A file that goes missing is noticed within this time, even when nothing is written. */
const CHECK_INTERVAL_MS = 2_000;

export interface WatchOptions {
  /** Where the database is, as its user named it. */
  location: string;
  /** The same without symbolic links. */
  file: string;
  lockFile: string;
  /** Told once, when the files are gone. */
  onLost: (error: StorageLostError) => void;
}

/**
 * Sees to it that the files that are written are those that the next start will find. A file that is deleted or replaced
 * stays writable for whoever has it open (https://www.sqlite.org/howtocorrupt.html, section 4), and is lost with the
 * process.
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
        // What else can go wrong here says nothing about the files; the next look may say more.
      }
    }, CHECK_INTERVAL_MS).unref();
  }

  /** Watches files that SQLite has open. They are looked at by name only: opening one more handle would drop locks. */
  static over(options: WatchOptions): SqliteWatch {
    const { location, file, lockFile } = options;
    const paths = [location, `${file}-wal`, `${file}-shm`, lockFile];
    return new SqliteWatch(options, new Map(paths.map((path) => [path, identityOf(path)])));
  }

  /** @throws StorageLostError when one of the files is not there any more, or is another one. */
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

/** Tells a file from every other one at the same path; `none` when there is none. */
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
