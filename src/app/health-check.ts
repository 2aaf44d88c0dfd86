/** The health check of a container: ends with code 0 while Discord is connected and the store answers, or it stands by. */
const ANSWER_WITHIN_MS = 4_000;

/** All addresses of a machine include its own loopback. */
const hostOf = (host: string): string => {
  if (host === '' || host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};

const { HTTP_HOST = '', HTTP_PORT = '' } = process.env;
try {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const answer = await fetch(`http://${hostOf(HTTP_HOST)}:${HTTP_PORT}/readyz`, { signal });
  process.stdout.write(`${await answer.text()}\n`);
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stdout.write(`Easel does not answer on HTTP_PORT ${HTTP_PORT || '(not set)'}: ${reason}\n`);
  process.exitCode = 1;
}
