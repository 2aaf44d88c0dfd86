/**
 * Everything that can be done by a button, menu, form or reaction, by the name under which it stands in messages for ever.
 * What each does is in `commands/index.ts`, and who may do it in `commands/framework/rights-table.ts`: there as here, a name
 * that is missing does not compile.
 */
const ACTION_NAMES = [
  'pick',
  'more-pictures',
  'again',
  'edit-prompt',
  'edit-picture',
  'vary',
  'enlarge',
  'post',
  'details',
  'download',
  'copy-for-support',
  'renew-references',
  'ask-again',
  'publish',
  'try-again',
  'fetch',
  'show',
  'stop',
  'notify',
  'delete',
  'delete-here',
  'delete-card',
  'delete-post',
  'log-delete',
  'settings',
  'settings-page',
  'settings-form',
  'settings-check',
  'limits-edit',
  'limits-numbers',
  'limits-role',
  'limits-role-set',
  'limits-clear',
  'limits-exempt',
  'blocklist-remove',
  'set-key',
  'remove-key',
  'try-quota',
  'usage-show',
  'usage-file',
  'edit-draft',
  'edit-refused',
  'try-refused',
  'jobs',
  'history',
  'history-search',
  'default',
  'defaults',
  'preset',
  'preset-form',
  'without-form',
  'preset-delete',
  'export-data',
  'ask-to-erase',
  'erase-data',
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

/** Whether there is an action of that name. */
const isActionName = (name: string): name is ActionName => ACTION_NAMES.some((known) => known === name);

/** The `custom_id` of a component or modal: `action:subject[:n[:text]]`. */
export type CustomId = `${ActionName}:${string}`;

/** A parsed `custom_id`: an action, its subject, and the part of the subject, if any. */
export interface ActionReference {
  action: ActionName;
  /** A job's id; or a name for other subjects, such as a settings panel. */
  subject: string;
  number?: number;
  /** What a person typed. */
  text?: string;
}

const PATTERN =
  /^(?<action>[a-z-]{1,40}):(?<subject>[0-9A-Za-z-]{1,40})(?::(?<number>\d{1,4})(?::(?<text>.{1,80}))?)?$/su;

/** The custom id of an action. */
export const customId = (action: ActionName, subject: string, number?: number, text?: string): CustomId =>
  `${action}:${[subject, number, text].filter((part) => part !== undefined).join(':')}`;

/** Reads a `custom_id`; undefined when it is not one of ours. */
export const parseCustomId = (id: string): ActionReference | undefined => {
  const { action, subject, number, text } = PATTERN.exec(id)?.groups ?? {};
  if (action === undefined || subject === undefined || !isActionName(action)) return undefined;
  return {
    action,
    subject,
    ...(number !== undefined && { number: Number(number) }),
    ...(text !== undefined && { text }),
  };
};
