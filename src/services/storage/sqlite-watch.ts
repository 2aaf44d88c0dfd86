import { statSync, type BigIntStats } from 'node:fs';
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
  /** The files that hold what is committed, and the lock. */
  readonly #holding: readonly Identity[];
  readonly #timer: NodeJS.Timeout;
  #lost: StorageLostError | undefined;

  /** Watches files that SQLite has open. They are looked at by name only: opening one more handle would drop locks. */
  constructor(options: WatchOptions) {
    this.#options = options;
    const { location, file, lockFile } = options;
    this.#holding = [location, `${file}-wal`, lockFile].map(identityOf);
    // Without the index of the log nothing is lost that was committed, but other programs don't see our locks.
    const others = [identityOf(`${file}-shm`)];
    this.#timer = setInterval(() => {
      try {
        this.check();
        this.#compare(others);
      } catch {
        // Other errors say nothing about the files; the next check may.
      }
    }, CHECK_INTERVAL_MS).unref();
  }

  /** Asked after every commit. @throws StorageLostError when what was committed is in a file that is missing or was replaced. */
  check(): void {
    if (this.#lost) throw this.#lost;
    this.#compare(this.#holding);
  }

  #compare(known: readonly Identity[]): void {
    if (known.every(isThere)) return;
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

/** It takes microseconds to look, and a hundred times as long from another thread. Undefined where there is nothing. */
const statOf = (path: string): BigIntStats | undefined => {
  try {
    return statSync(path, { bigint: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
};

interface Identity {
  path: string;
  dev: bigint | undefined;
  ino: bigint | undefined;
}

const identityOf = (path: string): Identity => {
  const stat = statOf(path);
  return { path, dev: stat?.dev, ino: stat?.ino };
};

/** Whether the file at a path is the one that was there. @throws when that can't be known. */
const isThere = ({ path, dev, ino }: Identity): boolean => {
  const stat = statOf(path);
  return stat?.ino === ino && stat?.dev === dev;
};
