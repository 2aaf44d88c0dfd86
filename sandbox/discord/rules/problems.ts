import { z } from 'zod';
import { fieldText, invalidForm, nestErrors, NotImplementedHere, type FieldProblem } from '../errors.ts';

type Issue = z.core.$ZodIssue;
interface Problem {
  path: (string | number)[];
  code: string;
  message: string;
}

const isText = (issue: { origin?: string }): boolean => issue.origin === 'string';
const isNumber = (issue: { origin?: string }): boolean => issue.origin === 'number' || issue.origin === 'int';

const describeTooBig = (issue: z.core.$ZodIssueTooBig): Omit<Problem, 'path'> => {
  const limit = String(issue.maximum);
  if (isNumber(issue))
    return { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${limit}.` };
  if (isText(issue)) return { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${limit} or fewer in length.` };
  return { code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${limit} or fewer in length.` };
};

const describeTooSmall = (issue: z.core.$ZodIssueTooSmall): Omit<Problem, 'path'> => {
  const limit = String(issue.minimum);
  if (isNumber(issue))
    return { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${limit}.` };
  return {
    code: isText(issue) ? 'BASE_TYPE_MIN_LENGTH' : 'BASE_TYPE_BAD_LENGTH',
    message: `Must be ${limit} or more in length.`,
  };
};

const describe = (issue: Issue): Omit<Problem, 'path'> => {
  if (issue.code === 'too_big') return describeTooBig(issue);
  if (issue.code === 'too_small') return describeTooSmall(issue);
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
      : { code: 'BASE_TYPE_INVALID', message: `Could not interpret the value as ${issue.expected}.` };
  }
  if (issue.code === 'invalid_value') {
    return {
      code: 'BASE_TYPE_CHOICES',
      message: `Value must be one of (${issue.values.map(String).join(', ')}).`,
    };
  }
  if (issue.code === 'invalid_union')
    return { code: 'UNION_TYPE_CHOICES', message: 'Value of field "type" is not one that is allowed here.' };
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return { code: typeof code === 'string' ? code : 'BASE_TYPE_INVALID', message: issue.message };
};

const pathOf = (issue: Issue): (string | number)[] =>
  issue.path.map((step) => (typeof step === 'number' ? step : String(step)));

/**
 * Reads a body by Discord's rules.
 * @throws DiscordFault 50035 with one entry a problem
 * @throws NotImplementedHere for a field that this stand-in does not know
 */
export const readBody = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> => {
  const result = schema.safeParse(body ?? {}, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const where = pathOf(issue).join('.');
    throw new NotImplementedHere(
      `unknown field ${issue.keys.join(', ')}${where === '' ? '' : ` in ${where}`}`,
    );
  }
  throw invalidForm(
    nestErrors(result.error.issues.map((issue) => ({ path: pathOf(issue), ...describe(issue) }))),
  );
};

/** An optional field; Discord takes null for "not there". */
export const may = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? undefined);

type Path = (string | number)[];

/** A rule that zod has no word for, with Discord's name of the problem. */
export const addProblem = (context: z.RefinementCtx, code: FieldProblem, path: Path = []): void =>
  addWordedProblem(context, code, path, fieldText(code));

/** The same for a code that has several texts. */
export const addWordedProblem = (context: z.RefinementCtx, code: string, path: Path, message: string): void =>
  context.addIssue({ code: 'custom', path, message, params: { code } });

export const snowflake = z.union([z.string(), z.number()]).transform(String);

/** Discord takes no host without a dot, or with an underscore: discordjs/discord.js#7438, go-gitea/gitea#14379 */
const isKnownHost = ({ protocol, hostname }: URL): boolean =>
  !protocol.startsWith('http') || (hostname.includes('.') && !hostname.includes('_'));

const isUrlWith = (schemes: readonly string[], text: string): boolean => {
  try {
    const url = new URL(text);
    return schemes.includes(url.protocol) && isKnownHost(url);
  } catch {
    return false;
  }
};

/** A web address of at most 2,048 characters (or fewer). */
export const webUrl = (maximum = 2048) =>
  z
    .string()
    .max(maximum)
    .refine((text) => isUrlWith(['http:', 'https:', 'discord:'], text), {
      error: 'Not a well formed URL.',
      params: { code: 'URL_TYPE_INVALID_URL' },
    });

/** A web address or the name of an uploaded file. */
export const mediaUrl = z
  .string()
  .max(2048)
  .refine((text) => isUrlWith(['http:', 'https:', 'attachment:'], text), {
    error: 'Scheme must be one of (http, https, attachment).',
    params: { code: 'URL_TYPE_INVALID_SCHEME' },
  });
