import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { brokenBy, skipped, type CheckResult } from '../../lib/check.ts';
import { OperatorError } from '../../lib/operator-error.ts';

export interface HttpOptions {
  /** 0 takes any free one. */
  port: number;
  /** The address to listen on. */
  host: string;
  /** Whether the process is ready, possibly as a standby, with facts that anybody may read. */
  readiness: () => Promise<{ ok: boolean } & Readonly<Record<string, unknown>>>;
  /** The text for Prometheus. */
  metrics: () => Promise<string>;
  /** Called with errors of the functions above; the client gets a 500. */
  onError: (error: unknown) => void;
}

export interface HttpServer {
  /** The port that is listened on. */
  port: number;
  /** Accepts no new requests, waits a moment for running ones, then closes the port. */
  stop(): Promise<void>;
}

/** The system's codes in words, and what to do. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'another program has it. End that one, or set another HTTP_PORT'],
  ['EACCES', 'that takes rights that Easel lacks. Set an HTTP_PORT of 1024 or more'],
  ['EADDRNOTAVAIL', 'HTTP_HOST is no address of this machine. 0.0.0.0 stands for all of them'],
]);

/** The port can't be listened on. */
export class HttpListenError extends OperatorError {
  override name = 'HttpListenError';
  readonly port: number;

  constructor(port: number, cause: Error) {
    const reason = REASONS.get('code' in cause ? cause.code : undefined) ?? 'check HTTP_PORT and HTTP_HOST';
    super(`Can't listen on port ${port}: ${reason}`, { cause });
    this.port = port;
  }
}

/** Where Easel says whether it is ready. A server that listens on all addresses also listens on loopback. */
export const readyAddress = (host: string, port: number | string): string => {
  const near = host === '' || host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${near.includes(':') ? `[${near}]` : near}:${port}/readyz`;
};

const STOP_GRACE_MS = 2_000;

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Starts the server for readiness and metrics.
 * @throws HttpListenError when the port is taken or not allowed.
 */
export const startHttp = async (options: HttpOptions): Promise<HttpServer> => {
  const server = createServer((request, response) => {
    // A connection that is kept alive would keep a server alive that stops.
    response.setHeader('connection', 'close');
    answer(options, request, response).catch((error: unknown) => {
      options.onError(error);
      response.writeHead(500).end();
    });
  });
  const port = await listen(server, options);
  server.on('error', options.onError);
  let stopping: Promise<void> | undefined;
  return { port, stop: () => (stopping ??= stop(server)) };
};

const answer = async (
  { readiness, metrics }: HttpOptions,
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const [path] = url.split('?', 1);
  if (path === '/readyz') {
    const facts = await readiness();
    response.writeHead(facts.ok ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(facts));
  } else if (path === '/metrics') {
    const text = await metrics();
    response.writeHead(200, { 'content-type': TEXT_FORMAT }).end(text);
  } else response.writeHead(404).end();
};

/** @throws HttpListenError when the port is taken or not allowed. */
const listen = (server: Server, { port, host }: Pick<HttpOptions, 'port' | 'host'>): Promise<number> =>
  new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      reject(new HttpListenError(port, error));
    };
    server.once('error', failed);
    server.listen({ port, host }, () => {
      server.off('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
    }, STOP_GRACE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });

const ANSWER_MS = 10_000;

const readinessSchema = z.object({ ok: z.boolean(), standby: z.boolean(), gateway: z.boolean() });

/** Whether what listens there is an Easel. */
const isEasel = async (host: string, port: number): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const { body } = await request(readyAddress(host, port), { signal, dispatcher: new Agent() });
    return readinessSchema.safeParse(await body.json()).success;
  } catch {
    return false;
  }
};

/** Whether Easel could have its port. One that runs has it, and gives it up when it stops; it may be another one. */
export const checkPort = async ({
  httpPort: port,
  httpHost: host,
}: {
  httpPort?: number | undefined;
  httpHost: string;
}): Promise<CheckResult[]> => {
  if (port === undefined) return [];
  const server = createServer();
  try {
    await listen(server, { port, host });
    server.close();
    return [];
  } catch (error) {
    if (!(error instanceof HttpListenError)) throw error;
    const advice = "If it isn't this one, set another HTTP_PORT.";
    return [
      (await isEasel(host, port))
        ? skipped('port', `An Easel has port ${port}.`, advice)
        : brokenBy('port', error),
    ];
  }
};
