import { OMITTED } from './log-fields.ts';

/** Causes of causes deeper than this say nothing to a reader, and may have no end. */
const MAX_DEPTH = 8;
const MAX_GATHERED = 20;
const MAX_FRAMES = 20;
/** Where the frames of a stack stand: it begins with the message, which may be of any length. */
const STACK_TAIL = 8_192;
const MAX_PLACES = 20;

const FRAME = /^ {4}at [^\n]{1,300}$/;
const WORD = /^[\w.:-]{1,80}$/;

/** Fields of errors that only have fixed words or numbers. All other fields are left out. */
const FACTS = [
  'code',
  'errno',
  'syscall',
  'status',
  'statusCode',
  'method',
  'operation',
  'namespace',
  'kind',
  'retryAfterMs',
  'retryAfter',
  'timeToReset',
  'global',
  'scope',
] as const;

/** A getter may throw; a log line is no reason to fail. */
const read = (holder: object, name: string): unknown => {
  try {
    return Reflect.get(holder, name);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const factsOf = (error: object): Record<string, unknown> =>
  Object.fromEntries(
    FACTS.map((name) => [name, read(error, name)] as const).filter(
      ([, value]) =>
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        (typeof value === 'string' && WORD.test(value)),
    ),
  );

/**
 * Where in a request Discord found what faults, such as `embeds.0.description BASE_TYPE_MAX_LENGTH`. Its sentences about
 * them are left out, since they quote values: https://docs.discord.com/developers/reference#error-messages
 */
function* placesOf(errors: unknown, path: readonly string[] = []): Generator<string> {
  if (!isObject(errors) || path.length >= 2 * MAX_DEPTH) return;
  const found = read(errors, '_errors');
  for (const fault of Array.isArray(found) ? (found as unknown[]) : []) {
    const code = isObject(fault) ? read(fault, 'code') : undefined;
    if (typeof code === 'string' && WORD.test(code)) yield `${path.join('.')} ${code}`;
  }
  for (const name of Object.keys(errors))
    if (name !== '_errors' && WORD.test(name)) yield* placesOf(read(errors, name), [...path, name]);
}

const firstOf = (texts: Iterable<string>, most: number): string[] => {
  const first: string[] = [];
  for (const text of texts) {
    if (first.length === most) break;
    first.push(text);
  }
  return first;
};

/** Parsers quote unreadable text in their messages, and Node's argument checks quote the arguments. */
const quotes = (error: Error): boolean => {
  const code = read(error, 'code');
  return error instanceof SyntaxError || (typeof code === 'string' && code.startsWith('ERR_INVALID_ARG'));
};

const messageOf = (error: Error, text: (text: string) => string): Record<string, unknown> => {
  const raw = read(error, 'rawError');
  const places = isObject(raw) ? firstOf(placesOf(read(raw, 'errors')), MAX_PLACES) : [];
  const said = read(isObject(raw) ? raw : error, 'message');
  return {
    message: typeof said !== 'string' || quotes(error) ? OMITTED : text(said),
    ...(places.length > 0 && { places }),
  };
};

/** The frames alone: above them stands the message once more, unmasked. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const said = message.slice(-STACK_TAIL);
  return stack
    .slice(-STACK_TAIL)
    .split('\n')
    .filter((line) => FRAME.test(line) && !said.includes(line.trim()))
    .slice(0, MAX_FRAMES);
};

/**
 * The loggable facts of something thrown: class, message, facts, frames and causes, but no other fields such as requests and
 * answers. Never throws.
 *
 * @param text masks and shortens a text.
 */
export const errorFacts = (thrown: unknown, text: (text: string) => string, depth = 0): unknown => {
  if (!(thrown instanceof Error) || depth >= MAX_DEPTH) return OMITTED;
  const { cause } = thrown;
  const gathered: unknown = thrown instanceof AggregateError ? thrown.errors : undefined;
  const stack = framesOf(thrown).map(text).join('\n');
  return {
    ...factsOf(thrown),
    type: text(thrown.constructor.name),
    ...messageOf(thrown, text),
    ...(stack !== '' && { stack }),
    ...(cause !== undefined && { cause: errorFacts(cause, text, depth + 1) }),
    ...(Array.isArray(gathered) && {
      errors: gathered.slice(0, MAX_GATHERED).map((error) => errorFacts(error, text, depth + 1)),
    }),
  };
};
