import { Agent, request } from 'undici';
import { readVariable } from '../lib/environment.ts';
import { readyAddress } from '../services/operations/http.ts';

/** The health check of the container: exits with 0 while `/readyz` answers 200. */
const ANSWER_WITHIN_MS = 4_000;
const HTTP_OK = 200;

/** As Easel itself reads it. */
const checkedVariable = (name: string): string => {
  const value = readVariable(process.env, name);
  if (typeof value === 'string') return value;
  throw new Error(`${value.name} ${value.reason}`);
};

let port = '';
try {
  port = checkedVariable('HTTP_PORT');
  const { statusCode, body } = await request(readyAddress(checkedVariable('HTTP_HOST'), port), {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    // One of its own: Node can be told to send others through a proxy.
    dispatcher: new Agent(),
  });
  process.stdout.write(`${await body.text()}\n`);
  process.exitCode = statusCode === HTTP_OK ? 0 : 1;
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stdout.write(`Easel doesn't answer on HTTP_PORT ${port || '(not set)'}: ${reason}\n`);
  process.exitCode = 1;
}
