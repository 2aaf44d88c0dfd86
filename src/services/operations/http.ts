import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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

const REQUEST_TIMEOUT_MS = 5_000;
/** A client that reads nothing for this long is disconnected. */
const SILENCE_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 1_000;
const STOP_GRACE_MS = 2_000;
const MAX_HEADER_BYTES = 8 * 1_024;

interface Answer {
  status: number;
  type?: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

type Route = () => Answer | Promise<Answer>;

/**
 * Starts the server for readiness and metrics.
 * @throws HttpListenError when the port is taken or not allowed.
 */
export const startHttp = async (options: HttpOptions): Promise<HttpServer> => {
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => {
      void respond(options, request, response, () => server.listening);
    },
  );
  server.setTimeout(SILENCE_TIMEOUT_MS);
  const port = await listen(server, options);
  server.on('error', options.onError);
  let stopping: Promise<void> | undefined;
  return { port, stop: () => (stopping ??= stop(server)) };
};

const listen = (server: Server, { port, host }: HttpOptions): Promise<number> =>
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

const respond = async (
  options: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  staysOpen: () => boolean,
): Promise<void> => {
  // A caller that hangs up in the middle is its own affair; the connection is gone then.
  request.on('error', () => undefined);
  let answer: Answer;
  try {
    answer = await decide(options, request);
  } catch (error) {
    options.onError(error);
    answer = { status: 500 };
  }
  // A connection that is kept alive would keep a server alive that stops.
  if (!staysOpen()) response.setHeader('connection', 'close');
  response.writeHead(answer.status, {
    ...(answer.type !== undefined && { 'content-type': answer.type }),
    'cache-control': 'no-store',
    ...answer.headers,
  });
  response.end(answer.body);
};

const decide = async (options: HttpOptions, request: IncomingMessage): Promise<Answer> => {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const route = findRoute(options, path);
  if (!route) return { status: 404 };
  if (!['GET', 'HEAD'].includes(request.method ?? ''))
    return { status: 405, headers: { allow: 'GET, HEAD' } };
  return route();
};

const findRoute = (options: HttpOptions, path: string): Route | undefined => {
  const { readiness, metrics } = options;
  if (path === '/readyz') return async () => readinessAnswer(await readiness());
  if (path === '/metrics') return async () => metricsAnswer(await metrics());
  return undefined;
};

const readinessAnswer = (facts: Awaited<ReturnType<HttpOptions['readiness']>>): Answer => ({
  status: facts.ok ? 200 : 503,
  type: 'application/json',
  body: JSON.stringify(facts),
});

const metricsAnswer = (text: string): Answer => ({
  status: 200,
  type: 'text/plain; version=0.0.4; charset=utf-8',
  body: text,
});
