import type { ActionName } from './action-names.ts';

/** The `custom_id` of a component or modal: `action:subject[:n[:text]]`. */
export type CustomId = `${string}:${string}`;

/** A parsed `custom_id`: an action, its subject, and the part of the subject, if any. */
export interface ActionReference {
  /** The action's name. */
  action: string;
  /** A job's id; or a name for other subjects, such as a settings panel. */
  subject: string;
  number?: number | undefined;
  /** Typed by a person. */
  text?: string | undefined;
}

const PATTERN =
  /^(?<action>[a-z-]{1,40}):(?<subject>[0-9A-Za-z-]{1,40})(?::(?<number>\d{1,4})(?::(?<text>.{1,80}))?)?$/su;

/** The custom id of an action. Without a subject of its own, it is about the place where it is used. */
export const customId = (action: ActionName, subject = 'here', number?: number, text?: string): CustomId =>
  `${action}:${[subject, number, text].filter((part) => part !== undefined).join(':')}`;

/** Reads a `custom_id`; undefined when it is not one of ours. */
export const parseCustomId = (id: string): ActionReference | undefined => {
  const { action, subject, number, text } = PATTERN.exec(id)?.groups ?? {};
  if (action === undefined || subject === undefined) return undefined;
  return { action, subject, number: number === undefined ? undefined : Number(number), text };
};

/** Whether a subject is an id of Discord's, as people may leave it out: https://docs.discord.com/developers/reference#snowflakes */
export const isId = (subject: string): boolean => /^\d{15,20}$/.test(subject);

/** The most characters of a `custom_id`: https://docs.discord.com/developers/components/reference#anatomy-of-a-component */
const MAX_LENGTH = 100;
const OPENING = /#(?<opening>\d{15,20})$/;

/** The custom id of a form as one interaction opens it, so that each opened form can be told from the others. */
export const openedAs = (id: string, interactionId: string): string => {
  const opened = `${id}#${interactionId}`;
  return opened.length > MAX_LENGTH ? id : opened;
};

/** Reads the `custom_id` of a submitted form, with the interaction that opened it; undefined when it is not one of ours. */
export const parseFormId = (id: string): (ActionReference & { opening: string | undefined }) | undefined => {
  const { opening } = OPENING.exec(id)?.groups ?? {};
  const reference = parseCustomId(id.replace(OPENING, ''));
  return reference && { ...reference, opening };
};
