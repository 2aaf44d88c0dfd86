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

/** Codes and texts: docs.discord.com/developers/topics/opcodes-and-status-codes */
const FAULTS = {
  unauthorized: [401, 0, '401: Unauthorized'],
  unknownApplication: [404, 10002, 'Unknown Application'],
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownGuild: [404, 10004, 'Unknown Guild'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownUser: [404, 10013, 'Unknown User'],
  unknownEmoji: [400, 10014, 'Unknown Emoji'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  unknownCommand: [404, 10063, 'Unknown application command'],
  tooManyReactions: [400, 30010, 'Maximum number of reactions reached (20)'],
  tooManyAttachments: [400, 30015, 'Maximum number of attachments in a message reached (10)'],
  requestTooLarge: [413, 40005, 'Request entity too large'],
  alreadyAcknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  tooManyFollowUps: [400, 40094, 'This interaction has reached the maximum number of follow-up messages'],
  missingAccess: [403, 50001, 'Missing Access'],
  authoredByAnother: [403, 50005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  cannotMessageUser: [403, 50007, 'Cannot send messages to this user'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  wrongInDirectMessages: [403, 50003, 'Cannot execute action on a DM channel'],
  invalidWebhookToken: [401, 50027, 'Invalid Webhook Token'],
  threadArchived: [400, 50083, 'Thread is archived'],
  invalidJson: [400, 50109, 'The request body contains invalid JSON.'],
  replyNeedsHistory: [400, 160002, 'Cannot reply without permission to read message history'],
  threadLocked: [400, 160005, 'Thread is locked'],
} as const satisfies Readonly<Record<string, readonly [status: number, code: number, message: string]>>;

/** The answer with which Discord turns a request down for this reason. */
export const fault = (reason: keyof typeof FAULTS): DiscordFault => {
  const [status, code, message] = FAULTS[reason];
  return new DiscordFault(status, code, message);
};

export const tooManyCommands = (limit: number) =>
  new DiscordFault(400, 30032, `Maximum number of application commands reached (${limit})`);

export const invalidForm = (errors: FormErrors) => new DiscordFault(400, 50035, 'Invalid Form Body', errors);

/** What Discord says of fields that break one of its rules, where it always says the same. */
export const FIELD_PROBLEMS = {
  APPLICATION_COMMAND_INVALID_INTEGRATION_TYPE: 'The application does not offer this installation context',
  APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES: 'Autocomplete and choices exclude each other',
  APPLICATION_COMMAND_OPTIONS_NAME_INVALID: 'Option names must differ',
  APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID: 'Required options must be placed before non-required options',
  APPLICATION_COMMAND_OPTIONS_TYPE_INVALID: 'Subcommands and other options exclude each other',
  APPLICATION_COMMAND_TOO_LARGE: 'Command exceeds maximum size (8000)',
  BASE_TYPE_REQUIRED: 'This field is required',
  BUTTON_COMPONENT_LABEL_REQUIRED: 'A label or an emoji is required',
  COMPONENT_CUSTOM_ID_DUPLICATED: 'Component custom id cannot be duplicated',
  COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED: 'The total displayable text size exceeds 4000',
  COMPONENT_LABEL_NOT_ALLOWED: 'The label stands in the Label component',
  COMPONENT_LAYOUT_WIDTH_EXCEEDED: 'The components do not fit into one row',
  COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED: 'The total number of components exceeds 40',
  CONTENT_TYPE_INVALID: 'Expected application/json or multipart/form-data.',
  MAX_EMBED_SIZE_EXCEEDED: 'Embed size exceeds maximum size of 6000',
  REPLIES_UNKNOWN_MESSAGE: 'Unknown message',
  SELECT_COMPONENT_OPTION_VALUE_DUPLICATED: 'The specified option value is already used',
} as const;
export type FieldProblem = keyof typeof FIELD_PROBLEMS;

type Path = readonly (string | number)[];

/** 50035 for one field, by the names and list positions that lead to it; the text for codes that have several. */
export const invalidField = (path: Path, code: string, message: string): DiscordFault =>
  invalidForm(nestErrors([{ path, code, message }]));

/** 50035 for one field, with the text that always goes with the code. */
export const fieldFault = (path: Path, code: FieldProblem): DiscordFault =>
  invalidField(path, code, FIELD_PROBLEMS[code]);

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
