import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { Agent, EnvHttpProxyAgent, Pool, buildConnector, type Dispatcher, type ProxyAgent } from 'undici';
import type { Proxies } from '../../lib/proxies.ts';

/**
 * How long one address of a host has before the next is tried. Node's quarter of a second is less than a slow line needs, and then
 * no address is ever reached: https://nodejs.org/api/net.html#netsetdefaultautoselectfamilyattempttimeoutvalue
 */
export const ATTEMPT_MS = 3_000;

/** Gives each address of a host enough time, wherever connections are made that aren't Easel's own. */
export const allowSlowLines = (): void => {
  setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS);
};

/** No connection was made, so not one byte of a request left. */
export class NotConnectedError extends Error {
  override name = 'NotConnectedError';
}

const CONTINUE = /^HTTP\/1\.\d 100\b/;
/** The length of `HTTP/1.1 100`. */
const STATUS_END = 12;

/**
 * Reads an unasked `100 Continue` as any other interim answer, which are passed over: the library would break the connection
 * (https://www.rfc-editor.org/rfc/rfc9110#section-15.2).
 */
export const passingOverContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) {
        callback(error, null);
        return;
      }
      const read = socket.read.bind(socket);
      socket.read = (size) => {
        const piece: unknown = read(size);
        if (piece instanceof Buffer && CONTINUE.test(piece.toString('latin1', 0, STATUS_END)))
          piece.write('2', STATUS_END - 1);
        return piece;
      };
      callback(null, socket);
    });
  };

/** The codes of errors can't tell it: some mean the same of a connection that is being made as of one that broke. */
const named =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) => {
    connect(options, (cause, socket) => {
      if (cause) callback(new NotConnectedError('No connection was made', { cause }), null);
      else callback(null, socket);
    });
  };

export interface AgentOptions extends Omit<Agent.Options, 'connect' | 'factory'> {
  connect: buildConnector.BuildOptions & { timeout: number };
  proxies?: Proxies | undefined;
}

/**
 * Makes connections to hosts that the operator named, through the proxies that the environment names. A connection that can't be
 * made fails with a `NotConnectedError`, also where a proxy couldn't make it.
 */
export const createAgent = ({ connect, proxies, ...options }: AgentOptions): Dispatcher => {
  const attempt = { autoSelectFamilyAttemptTimeout: ATTEMPT_MS, ...connect };
  const common = {
    ...options,
    connect: attempt,
    factory: (origin: string | URL, given: Pool.Options) => {
      const { connect: own } = given;
      return new Pool(origin, {
        ...given,
        connect: named(passingOverContinue(typeof own === 'function' ? own : buildConnector({ ...own }))),
      });
    },
  };
  if (!proxies) return new Agent(common);
  const { timeout } = connect;
  const through: EnvHttpProxyAgent.Options & Omit<ProxyAgent.Options, 'uri'> = {
    ...common,
    // A proxy is asked for a connection, and answers once it has made it.
    clientFactory: (origin, given) => new Pool(origin, { ...given, headersTimeout: timeout }),
    proxyTls: { timeout },
    requestTls: { timeout },
    httpProxy: proxies.httpProxy ?? '',
    httpsProxy: proxies.httpsProxy ?? '',
    noProxy: proxies.noProxy,
  };
  return new EnvHttpProxyAgent(through);
};
