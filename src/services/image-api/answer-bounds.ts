/** The maximum size of an answer. */
export interface AnswerBounds {
  bytes: number;
  /** Values in its JSON, in arrays and objects at any depth: many small ones take far longer to parse than few large ones. */
  values: number;
}

/** An answer was cut off, or not parsed: it amounts to more than was asked for. */
export class AnswerTooLargeError extends Error {
  override name = 'AnswerTooLargeError';
}

/** An envelope, an error body, or a request repeated in full. */
const BASE: AnswerBounds = { bytes: 256 * 1_024, values: 1_024 };
/** A task with the longest prompt, twice, and every character of it escaped, is some 150 KB; it has some 30 values. */
const PER_TASK: AnswerBounds = { bytes: 160 * 1_024, values: 256 };

/** The bounds of the answer to a call with a number of tasks. */
export const boundsFor = (tasks: number): AnswerBounds => ({
  bytes: BASE.bytes + tasks * PER_TASK.bytes,
  values: BASE.values + tasks * PER_TASK.values,
});

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Whether a JSON text holds no more values than that. It is read once, and no further than to the first too many. */
export const hasFewValues = (json: string, most: number): boolean => {
  let values = 0;
  for (let index = 0; index < json.length && values <= most; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfString(json, index);
    else if (code === COMMA || code === BRACKET || code === BRACE) values += 1;
  }
  return values <= most;
};

const endOfString = (json: string, start: number): number => {
  let index = start + 1;
  while (index < json.length && json.charCodeAt(index) !== QUOTE) {
    index += json.charCodeAt(index) === BACKSLASH ? 2 : 1;
  }
  return index;
};
