/** Causes of causes deeper than this say nothing to a reader, and may have no end. */
const MAX_DEPTH = 5;
const MAX_MESSAGE_LENGTH = 2_000;
const OMITTED = '[omitted]';

const isFact = (value: unknown): value is string | number =>
  typeof value === 'number' || typeof value === 'string';

/** Parsers and Node's checks of arguments quote what they can't read. */
const quotes = (error: Error): boolean =>
  error instanceof SyntaxError || ('code' in error && String(error.code).startsWith('ERR_INVALID_ARG'));

/** Discord's own sentence: the one that its library makes quotes what stood in the request. */
const errorMessageOf = (error: Error): string => {
  if (quotes(error)) return OMITTED;
  const raw: unknown = 'rawError' in error ? error.rawError : undefined;
  const said = raw instanceof Object && 'message' in raw ? String(raw.message) : error.message;
  return said.slice(0, MAX_MESSAGE_LENGTH);
};

/** The frames alone: before them stands the message once more. */
const framesOf = ({ stack = '', message }: Error): string =>
  stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

/** An error as a log line shows it: name, message, code, status, stack and cause, never its request. */
export const errorFacts = (thrown: unknown, depth = 0): unknown => {
  if (!(thrown instanceof Error) || depth >= MAX_DEPTH) return OMITTED;
  const code = 'code' in thrown ? thrown.code : undefined;
  const status = 'status' in thrown ? thrown.status : undefined;
  return {
    // Names of errors from Discord's library contain the route, and so the token.
    name: thrown.constructor.name,
    message: errorMessageOf(thrown),
    ...(isFact(code) && { code }),
    ...(isFact(status) && { status }),
    stack: framesOf(thrown),
    ...(thrown.cause !== undefined && { cause: errorFacts(thrown.cause, depth + 1) }),
  };
};
