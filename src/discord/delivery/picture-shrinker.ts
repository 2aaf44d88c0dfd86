import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Log } from '../../services/operations/log.ts';

/** For one picture. */
const TIMEOUT_MS = 30_000;

const EXTENSION = extname(import.meta.url);
const PROGRAM = fileURLToPath(new URL(`./shrink${EXTENSION}`, import.meta.url));
/** The built program runs by itself; the source needs a loader. */
const LOADER = EXTENSION === '.ts' ? ['--import', 'tsx'] : [];
/** None of this process's secrets, and one thread, which keeps its memory in one place. */
const ENV = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' };

const run = (data: Buffer, maxBytes: number, signal?: AbortSignal): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [...LOADER, PROGRAM, String(maxBytes), String(data.length)],
      {
        env: ENV,
        encoding: 'buffer',
        maxBuffer: maxBytes + 1,
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
        ...(signal && { signal }),
      },
      (error, smaller) => {
        if (error) reject(new Error('the program failed', { cause: error }));
        else resolve(smaller);
      },
    );
    // A program that can't be started, or ends early, is reported as such.
    child.stdin?.on('error', () => undefined).end(data);
  });

/** Makes pictures smaller, one at a time and outside of this process. Where that fails, pictures stay as they are. */
export class PictureShrinker {
  readonly #log: Log;
  readonly #queue = pLimit(1);

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Shrinks a still picture to a number of bytes, as good and as large as possible. Undefined when that isn't possible.
   *
   * @param fetch gets the picture when its turn has come, so that one large picture at a time is in memory.
   * @throws errors of `fetch`.
   */
  shrink(fetch: () => Promise<Buffer>, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
    return this.#queue(async () => {
      const data = await fetch();
      try {
        const smaller = await run(data, Math.floor(maxBytes), signal);
        return smaller.length > 0 ? smaller : undefined;
      } catch (error) {
        if (signal?.aborted !== true) this.#log.warn("couldn't shrink a picture", { error });
        return undefined;
      }
    });
  }
}
