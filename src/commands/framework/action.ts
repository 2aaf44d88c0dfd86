import { UserError } from '../../lib/user-error.ts';
import type { ActionName } from '../../messages/action-names.ts';
import type { ActionReference } from '../../messages/custom-id.ts';
import type { FieldValues } from '../../messages/forms.ts';
import type { Job } from '../../services/jobs/job.ts';
import type { CommandContext } from './context.ts';
import type { Right } from './may.ts';
import type { Answers, Reply } from './reply.ts';

/** The input of an action, by a button, select, form, reaction or context menu. */
export interface ActionUse extends Omit<ActionReference, 'action'> {
  /** The selected values. */
  values: readonly string[];
  /** Of a menu of people or roles: the name of the one that was picked. */
  picked?: string | undefined;
  /** Of a menu of roles: those that were selected in it before. */
  shown?: readonly string[] | undefined;
  /** Of a form: the interaction that opened it. */
  opening?: string | undefined;
  /** The submitted fields of a modal. */
  fields: FieldValues;
}

/** The work of an action, and the place of its answer. */
export interface Step {
  answers:
    | Answers
    | ((
        use: ActionUse,
        context: CommandContext,
        job: Job | undefined,
      ) => Exclude<Answers, 'at-once'> | Promise<Exclude<Answers, 'at-once'>>);
  /** The action costs money, so a form begins its jobs once, however often it is submitted. */
  isPaid?: true | undefined;
  /**
   * {@link Action.may} is checked before.
   *
   * @param job the one that the check of rights loaded; undefined where the action is not about a job.
   */
  run: (use: ActionUse, context: CommandContext, job: Job | undefined) => Reply | Promise<Reply>;
}

/** An action on a card or a panel, by its button, menu, form or reaction. */
export interface Action extends Step {
  /** Stays in messages for ever: the `custom_id` is `name:subject`. */
  name: ActionName;
  /** Who may. People can forge a `custom_id`, so nothing in it is trusted before this is checked. */
  may: Right;
  /** Handles the form that was opened under the same `custom_id`; by default like the action itself. */
  form?: Step | undefined;
}

/** What is chosen by now, with a person's changes to what their menu showed: another admin may have changed the rest. */
export const withChanges = (
  present: readonly string[],
  { values, shown = present }: Pick<ActionUse, 'values' | 'shown'>,
): string[] => {
  const removed = shown.filter((one) => !values.includes(one));
  const added = values.filter((one) => !shown.includes(one));
  return [...new Set([...present, ...added])].filter((one) => !removed.includes(one));
};

/**
 * Does work that costs money, that all see, or that is a lot for the process.
 *
 * @throws UserError already-started, for a second click within a moment
 */
export const once = async (
  key: string,
  work: () => Promise<Reply>,
  { clickGuard }: CommandContext,
): Promise<Reply> => {
  const reply = await clickGuard.run(key, work);
  // What was refused may be tried again at once.
  if (reply?.kind === 'refused') clickGuard.release(key);
  if (!reply) throw new UserError('already-started');
  return reply;
};
