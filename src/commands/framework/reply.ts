import type { UserError } from '../../lib/user-error.ts';
import type { FieldValues, Modal } from '../../messages/forms.ts';
import type { MessageFile, MessageBody } from '../../messages/message.ts';
import type { Job, ReplyTarget, WaitingJob } from '../../services/jobs/job.ts';
import type { Ask } from '../../services/requests/ask.ts';

/**
 * Where an answer goes: into the message whose component was used, into a new one, for the person alone or for all.
 * `at-once`: it may be a form, which can't be announced, so nothing slow is done before.
 */
export type Answers = 'in-place' | 'privately' | 'publicly' | 'at-once';

/** The answer is the card of a job that was accepted: the job is stored once its card is in Discord, and else dropped. */
export interface JobReply {
  kind: 'job';
  job: WaitingJob;
}

/** The card of a job moves: to a new message, or to the one whose button was pressed if the target names it. */
export interface CardReply {
  kind: 'card';
  /** The job as its card shows it. The card of a job that ended is brought by its delivery instead. */
  job: Job;
  target: ReplyTarget;
}

/** What couldn't be taken of a submitted form, and why: the rest was. */
export interface Problem {
  errors: readonly UserError[];
  fields: FieldValues;
}

/** The answer of a command or action. */
export type Reply =
  | JobReply
  | CardReply
  /** A new message for the person alone. `jobs`: new ones, each of which gets a card of its own. */
  | { kind: 'private'; message: MessageBody; files?: readonly MessageFile[]; jobs?: readonly WaitingJob[] }
  /**
   * A new public message. `posted` is called once it was sent; `release` frees the files and is called in any case.
   */
  | {
      kind: 'public';
      message: MessageBody;
      files?: readonly MessageFile[];
      posted?: (messageId: string) => Promise<unknown>;
      /** Where the bot posts it, Discord takes it for one with the same; absent: the interaction's own. */
      nonce?: string | undefined;
      release?: () => void;
    }
  /** The message whose component was used goes away. `jobs` as above. */
  | { kind: 'delete'; jobs?: readonly WaitingJob[] }
  /** The message whose component was used says this from now on: the next page of a list, a panel's new state. `jobs` as above. */
  | {
      kind: 'update';
      message: MessageBody;
      files?: readonly MessageFile[];
      jobs?: readonly WaitingJob[];
      problem?: Problem | undefined;
    }
  /** An ask that a rule declines. The reason, and how to go on, is said to its person alone. */
  | { kind: 'refused'; ask: Ask; error: UserError }
  /** A form to fill in. It has to be the first answer, so nothing slow may come before it. */
  | { kind: 'modal'; modal: Modal };

/** A reply that can be shown as it is. */
export type ShownReply = Exclude<Reply, { kind: 'refused' }>;

/** The new jobs of a reply. */
export const jobsOf = (reply: Reply): readonly WaitingJob[] => {
  if (reply.kind === 'job') return [reply.job];
  return 'jobs' in reply ? (reply.jobs ?? []) : [];
};

/** A private answer that is nothing but text. */
export const privateText = (content: string): ShownReply => ({ kind: 'private', message: { content } });
