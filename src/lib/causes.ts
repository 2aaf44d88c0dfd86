/** What the codes of Node, OpenSSL and undici mean for an operator: https://nodejs.org/api/errors.html#common-system-errors */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_\w+)$/, "DNS doesn't know the name of the host"],
  [/^ECONNREFUSED$/, 'nothing listens at that address and port'],
  [/^E(NET|HOST)UNREACH$/, 'no way leads there from this machine'],
  [
    /^(CERT_\w+|ERR_TLS_CERT\w*|\w*SELF_SIGNED\w*|UNABLE_TO_\w+)$/,
    "this machine doesn't trust its certificate",
  ],
  [/^(EPROTO|ERR_SSL_\w+)$/, "it doesn't speak TLS there: it is http://, or another port"],
  [/^(ETIMEDOUT|UND_ERR_\w*TIMEOUT|ABORT_ERR)$/, 'no answer came in time'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was closed without an answer'],
];
/** Causes of causes deeper than this say nothing to a reader, and may have no end. */
const MAX_DEPTH = 8;
const TOO_MANY_REQUESTS = 429;

/** An error and its causes, outermost first; what was tried at several addresses in its order. */
const chainOf = (thrown: unknown, depth = 0): Error[] => {
  if (!(thrown instanceof Error) || depth > MAX_DEPTH) return [];
  const within = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [thrown.cause];
  return [thrown, ...within.flatMap((error) => chainOf(error, depth + 1))];
};

/** Why something couldn't be asked, as the end of a sentence; undefined where the error doesn't say. */
export const causeOf = (thrown: unknown): string | undefined => {
  for (const error of chainOf(thrown)) {
    const status = 'status' in error ? Number(error.status) : NaN;
    if (status === TOO_MANY_REQUESTS) return 'it answers that it was asked too often (HTTP 429)';
    if (status >= 500) return `it answers with an error of its own (HTTP ${status})`;
    const code = 'code' in error ? String(error.code) : error.name === 'TimeoutError' ? 'ETIMEDOUT' : '';
    const meaning = MEANINGS.find(([codes]) => codes.test(code))?.[1];
    if (meaning !== undefined) return `${meaning} (${code})`;
  }
  return undefined;
};
