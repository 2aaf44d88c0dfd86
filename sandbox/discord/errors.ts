// Codes and texts: docs.discord.com/developers/topics/opcodes-and-status-codes
import texts from './errors.json' with { type: 'json' };

/** The nested `errors` object of code 50035: one key a step of the path, `_errors` at its end. */
export interface FormErrors {
  [field: string]: FormErrors | { code: string; message: string }[];
}

/** An answer with which Discord turns a request down. */
export class DiscordFault extends Error {
  override readonly name = 'DiscordFault';
  readonly status: number;
  readonly code: number;
  readonly errors: FormErrors | undefined;

  constructor(status: number, code: number, message: string, errors?: FormErrors) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /** The JSON body as Discord sends it. */
  toBody(): Record<string, unknown> {
    return { message: this.message, code: this.code, ...(this.errors && { errors: this.errors }) };
  }
}

/** Something that Discord has and this stand-in has not: answered with 501, and the run counts as failed. */
export class NotImplementedHere extends Error {
  override readonly name = 'NotImplementedHere';
}

/** Something that Discord's own client would not have let a person do. */
export class ClientRefusal extends Error {
  override readonly name = 'ClientRefusal';
}

/** The answer with which Discord turns a request down for this reason. */
export const fault = (reason: keyof typeof texts.faults): DiscordFault => {
  const { status, code, message } = texts.faults[reason];
  return new DiscordFault(status, code, message);
};

export const invalidForm = (errors: FormErrors) => new DiscordFault(400, 50035, 'Invalid Form Body', errors);

export type FieldProblem = keyof typeof texts.fields;

/** What Discord says of fields that break one of its rules, where it always says the same. */
export const fieldText = (code: FieldProblem): string => texts.fields[code];

type Path = readonly (string | number)[];

/** 50035 for one field, by the names and list positions that lead to it; the text for codes that have several. */
export const invalidField = (path: Path, code: string, message: string): DiscordFault =>
  invalidForm(nestErrors([{ path, code, message }]));

/** 50035 for one field, with the text that always goes with the code. */
export const fieldFault = (path: Path, code: FieldProblem): DiscordFault =>
  invalidField(path, code, fieldText(code));

/** Turns a flat list of problems into Discord's nested form. */
export const nestErrors = (
  problems: readonly { path: Path; code: string; message: string }[],
): FormErrors => {
  const root: FormErrors = {};
  for (const { path, code, message } of problems) {
    let node = root;
    for (const step of path) {
      const known = node[String(step)];
      const next: FormErrors = known === undefined || Array.isArray(known) ? {} : known;
      node[String(step)] = next;
      node = next;
    }
    const listed = node['_errors'];
    node['_errors'] = [...(Array.isArray(listed) ? listed : []), { code, message }];
  }
  return root;
};
