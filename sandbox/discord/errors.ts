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

// Codes and texts: docs.discord.com/developers/topics/opcodes-and-status-codes
export const unauthorized = () => new DiscordFault(401, 0, '401: Unauthorized');
export const unknownApplication = () => new DiscordFault(404, 10002, 'Unknown Application');
export const unknownChannel = () => new DiscordFault(404, 10003, 'Unknown Channel');
export const unknownGuild = () => new DiscordFault(404, 10004, 'Unknown Guild');
export const unknownMessage = () => new DiscordFault(404, 10008, 'Unknown Message');
export const unknownUser = () => new DiscordFault(404, 10013, 'Unknown User');
export const unknownEmoji = () => new DiscordFault(400, 10014, 'Unknown Emoji');
export const unknownWebhook = () => new DiscordFault(404, 10015, 'Unknown Webhook');
export const unknownInteraction = () => new DiscordFault(404, 10062, 'Unknown interaction');
export const unknownCommand = () => new DiscordFault(404, 10063, 'Unknown application command');
export const tooManyReactions = () =>
  new DiscordFault(400, 30010, 'Maximum number of reactions reached (20)');
export const tooManyAttachments = () =>
  new DiscordFault(400, 30015, 'Maximum number of attachments in a message reached (10)');
export const tooManyCommands = (limit: number) =>
  new DiscordFault(400, 30032, `Maximum number of application commands reached (${limit})`);
export const requestTooLarge = () => new DiscordFault(413, 40005, 'Request entity too large');
export const alreadyAcknowledged = () =>
  new DiscordFault(400, 40060, 'Interaction has already been acknowledged.');
export const tooManyFollowUps = () =>
  new DiscordFault(400, 40094, 'This interaction has reached the maximum number of follow-up messages');
export const missingAccess = () => new DiscordFault(403, 50001, 'Missing Access');
export const authoredByAnother = () =>
  new DiscordFault(403, 50005, 'Cannot edit a message authored by another user');
export const emptyMessage = () => new DiscordFault(400, 50006, 'Cannot send an empty message');
export const cannotMessageUser = () => new DiscordFault(403, 50007, 'Cannot send messages to this user');
export const missingPermissions = () => new DiscordFault(403, 50013, 'Missing Permissions');
export const wrongInDirectMessages = () =>
  new DiscordFault(403, 50003, 'Cannot execute action on a DM channel');
export const invalidWebhookToken = () => new DiscordFault(401, 50027, 'Invalid Webhook Token');
export const threadArchived = () => new DiscordFault(400, 50083, 'Thread is archived');
export const invalidJson = () => new DiscordFault(400, 50109, 'The request body contains invalid JSON.');
export const replyNeedsHistory = () =>
  new DiscordFault(400, 160002, 'Cannot reply without permission to read message history');
export const threadLocked = () => new DiscordFault(400, 160005, 'Thread is locked');
export const invalidForm = (errors: FormErrors) => new DiscordFault(400, 50035, 'Invalid Form Body', errors);

/**
 * 50035 for one field.
 * @param path field names and list positions from the top of the body
 */
export const invalidField = (path: readonly (string | number)[], code: string, message: string) =>
  invalidForm(nestErrors([{ path, code, message }]));

/** Turns a flat list of problems into Discord's nested form. */
export const nestErrors = (
  problems: readonly { path: readonly (string | number)[]; code: string; message: string }[],
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
