import { Agent, request } from 'undici';
import { readVariable } from '../lib/environment.ts';

/** The health check of the container: exits with 0 while `/readyz` answers 200. */
const ANSWER_WITHIN_MS = 4_000;
const HTTP_OK = 200;

/** A server that listens on all addresses also listens on loopback. */
const hostOf = (host: string): string => {
  if (host === '' || host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};

/** As Easel itself reads it. */
const checkedVariable = (name: string): string => {
  const value = readVariable(process.env, name);
  if (typeof value === 'string') return value;
  throw new Error(`${value.name} ${value.reason}`);
};

let port = '';
try {
  port = checkedVariable('HTTP_PORT');
  const { statusCode, body } = await request(
    `http://${hostOf(checkedVariable('HTTP_HOST'))}:${port}/readyz`,
    {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      // One of its own: Node can be told to send others through a proxy.
      dispatcher: new Agent(),
    },
  );
  process.stdout.write(`${await body.text()}\n`);
  process.exitCode = statusCode === HTTP_OK ? 0 : 1;
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stdout.write(`Easel doesn't answer on HTTP_PORT ${port || '(not set)'}: ${reason}\n`);
  process.exitCode = 1;
}
