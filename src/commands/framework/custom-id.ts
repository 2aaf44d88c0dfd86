import { isActionName, type ActionName } from './rights-table.ts';

/**
 * The `custom_id` of a component or modal: `action:subject[:n]`. It says what is done and to what; it stands in messages for
 * ever, and a name that the table of rights does not know is no custom id.
 */
export type CustomId = `${ActionName}:${string}`;

/** What a component stands for: an action, what it is done to, and which part of that, if any. */
export interface ActionReference {
  action: ActionName;
  /** A job's id; for what is no job, such as a settings panel, a word that says what. */
  subject: string;
  number?: number;
}

const PATTERN = /^(?<action>[a-z-]{1,40}):(?<subject>[0-9A-Za-z-]{1,40})(?::(?<number>\d{1,4}))?$/;

/** The custom id of an action. */
export const customId = (action: ActionName, subject: string, number?: number): CustomId =>
  number === undefined ? `${action}:${subject}` : `${action}:${subject}:${number}`;

/** Reads a `custom_id`; undefined when it is not one of ours. */
export const parseCustomId = (text: string): ActionReference | undefined => {
  const { action, subject, number } = PATTERN.exec(text)?.groups ?? {};
  if (action === undefined || subject === undefined || !isActionName(action)) return undefined;
  return { action, subject, ...(number !== undefined && { number: Number(number) }) };
};
