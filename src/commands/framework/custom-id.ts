/** What a component stands for: an action, what it is done to, and which part of that, if any. */
export interface ActionReference {
  action: string;
  /** A job's id; for what is no job, such as a settings panel, a word that says what. */
  subject: string;
  number?: number;
}

const PATTERN = /^(?<action>[a-z-]{1,40}):(?<subject>[0-9A-Za-z-]{1,40})(?::(?<number>\d{1,4}))?$/;

/** The `custom_id` of a component or modal: `action:subject[:n]`. */
export const customId = ({ action, subject, number }: ActionReference): string =>
  [action, subject, ...(number === undefined ? [] : [number])].join(':');

/** Reads a `custom_id`; undefined when it is not one of ours. */
export const parseCustomId = (text: string): ActionReference | undefined => {
  const { action, subject, number } = PATTERN.exec(text)?.groups ?? {};
  if (action === undefined || subject === undefined) return undefined;
  return { action, subject, ...(number !== undefined && { number: Number(number) }) };
};
