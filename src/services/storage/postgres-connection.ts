import pg from 'pg';
import type { ServerOptions } from './database.ts';

/** The server gives a statement up by itself; then its answer is waited for a moment longer. */
const GIVE_UP_AFTER_SERVER_MS = 500;
/** A backend whose client is gone would hold its locks for two hours: https://www.postgresql.org/docs/current/runtime-config-connection.html */
const KEEPALIVES = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';
/** How many answer times an operation may wait in the queue: 20 s by default, in which a server takes 60,000 writes. */
const QUEUE_FACTOR = 4;

/** Connections to a server, which are made when they are needed and given up when nothing comes over them. */
export const newPool = (
  url: string,
  max: number,
  { answerTimeoutMs, onConnectionError }: Pick<ServerOptions, 'answerTimeoutMs' | 'onConnectionError'>,
): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Also how long a query waits for its turn when thousands come at once; after that it is never sent.
    connectionTimeoutMillis: answerTimeoutMs * QUEUE_FACTOR,
    // The server times out first, so that a slow write can't succeed after it failed for us. What arrives late, fences refuse.
    statement_timeout: answerTimeoutMs,
    query_timeout: answerTimeoutMs + GIVE_UP_AFTER_SERVER_MS,
    keepAlive: true,
    options: KEEPALIVES,
  });
  // Without a listener, a server that ends an idle connection ends this process.
  pool.on('error', onConnectionError);
  return pool;
};
