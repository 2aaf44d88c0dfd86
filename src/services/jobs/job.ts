import { z } from 'zod';
import { PERIODS } from '../../lib/calendar.ts';
import { appliedStyleSchema } from '../requests/prompt.ts';
import { noteSchema } from '../requests/families/notes.ts';
import { FAMILIES, factsOf, submissionSchema } from '../requests/families/index.ts';
import { personalAddressesOf } from '../requests/personal-addresses.ts';
import { originSchema, sourceSchema } from '../requests/ask.ts';
import { taskResultSchema } from '../image-api/wire.ts';

/**
 * Where a job's answer is, as plain data. Jobs only store it; the Discord modules use it.
 */
export const replyTargetSchema = z.object({
  applicationId: z.string(),
  channelId: z.string(),
  guildId: z.string().optional(),
  /** Absent until the card is in Discord. */
  messageId: z.string().optional(),
  /** The interaction's token, its end (milliseconds since the epoch), and the interaction it belongs to. */
  token: z
    .object({
      value: z.string(),
      expiresAt: z.number(),
      interactionId: z.string(),
      /** The message isn't the answer itself but one beside it, which the token reaches by its id. */
      isFollowUp: z.literal(true).optional(),
    })
    .optional(),
  /** The language of the card: of the server, or of the person who alone reads it. Absent: English. */
  language: z.string().optional(),
  /** Seen by one person alone; such a message can be reached by token only. */
  ephemeral: z.boolean(),
  /** Whether the bot can edit this message by channel and message id, as far as is known. */
  channelRoute: z.boolean(),
  /** The bot has seen the channel with its own token, so the channel route is known to work. */
  channelProven: z.boolean().optional(),
  /** The largest file, in bytes, that may be attached by token. */
  attachmentLimitBytes: z.number(),
  /** The card says "still working" and waits for a click that brings a new token. */
  awaitsClick: z.boolean().optional(),
  /** The message that the answer replies to; there when no interaction is answered, as after a reaction. */
  repliesTo: z.string().optional(),
  /** The answer was private before its person posted it here. */
  isPublished: z.literal(true).optional(),
  /** The message can't be edited, so a new one is sent. */
  sendsNew: z.literal(true).optional(),
  /** An earlier edit of the message was given up unanswered, and Discord may carry it out after later ones. */
  editUnanswered: z.literal(true).optional(),
  /** Whether the bot may put a reaction under the answer. */
  mayReact: z.boolean().optional(),
});

const notifySchema = z.object({
  mention: z.boolean().optional(),
  direct: z.boolean().optional(),
  /** When the person was last seen looking at the card: they requested it, or chose this. Milliseconds since the epoch. */
  since: z.number(),
  /** The person was told, or can't be. */
  done: z.literal(true).optional(),
});

const failureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task-failed'), reason: z.string().optional() }),
  /** `rest`: those of its list that were open then. */
  z.object({ kind: z.literal('quota'), rest: z.array(z.string()).optional() }),
  /** Another one of its list met a quota that was used up, and makes this one, too, when it is tried again. */
  z.object({ kind: z.literal('list-ended') }),
  z.object({ kind: z.literal('refused-key') }),
  z.object({ kind: z.literal('key-gone') }),
  /** A picture that it starts from was deleted while it waited. */
  z.object({ kind: z.literal('source-deleted') }),
  z.object({ kind: z.literal('refused'), reason: z.string().optional() }),
  z.object({ kind: z.literal('unreachable') }),
  z.object({ kind: z.literal('wrong-address') }),
  z.object({ kind: z.literal('blocked') }),
]);

const requestFields = {
  submission: submissionSchema,
  /** The account's fingerprint, and which of the owner's keys it is. */
  account: z.object({ id: z.string(), keyRef: z.string() }),
  personId: z.string(),
  /**
   * The server whose key, limits and settings apply, wherever the answer is brought later. Absent in direct messages, and
   * where a person brought Easel along into a server that has not got it.
   */
  guildId: z.string().optional(),
  target: replyTargetSchema,
  notes: z.array(noteSchema),
  origin: originSchema.optional(),
  /** Where its reference pictures come from. */
  sources: z.array(sourceSchema).optional(),
  /** The person's own prompt, where the one that is submitted is Easel's. */
  shownPrompt: z.string().optional(),
  /** The style into which the person's own prompt was put. */
  style: appliedStyleSchema.optional(),
  /** The pictures stay hidden until they are clicked. */
  spoiler: z.boolean().optional(),
  /** Absent: the person is not told. */
  notify: notifySchema.optional(),
  /** How many requests the person had left after this one, and in which period; absent: more than a few. */
  left: z.object({ count: z.int(), period: z.enum(PERIODS) }).optional(),
  /** The first of the jobs that were made at once with it; absent: it is the first, or alone. */
  list: z.string().optional(),
  /** How many requests of its person and of its server may be under way at the same time; absent: any number. */
  atOnce: z.object({ person: z.int().optional(), server: z.int().optional() }).optional(),
};

const openFields = {
  ...requestFields,
  id: z.string(),
  acceptedAt: z.number(),
  /** The channel of the request, if the card is in another one now. */
  madeIn: z.string().optional(),
};

const waitingSchema = z.object({ ...openFields, state: z.literal('waiting') });
const submittingSchema = z.object({
  ...openFields,
  state: z.literal('submitting'),
  submittedAt: z.number(),
});
const runningSchema = z.object({
  ...openFields,
  state: z.literal('running'),
  submittedAt: z.number(),
  taskId: z.string(),
  /** When polling ends, in milliseconds since the epoch. */
  deadlineAt: z.number(),
  /** The service refused the key that submitted it when it timed out, before it was followed again. */
  key: z.literal('refused').optional(),
});

/** What is known about a submission with an unknown outcome. */
const lostAnswerSchema = z.discriminatedUnion('kind', [
  /** An answer that doesn't show the outcome, with its HTTP status. */
  z.object({ kind: z.literal('status'), status: z.number() }),
  z.object({ kind: z.literal('none') }),
  /** The process ended before an answer came. */
  z.object({ kind: z.literal('restart') }),
]);

/** Where the gallery of its server shows it. */
const galleryPostSchema = z.object({
  channelId: z.string(),
  messageId: z.string(),
});

/** A message that publishes a private job. */
const publishingSchema = z.object({ target: replyTargetSchema, nonce: z.string() });

const endedFields = {
  ...openFields,
  submittedAt: z.number().optional(),
  taskId: z.string().optional(),
  endedAt: z.number(),
  /** `due`: the final card is being delivered. `parked`: it needs a person's click. `done`: confirmed, or impossible. */
  delivery: z.enum(['due', 'parked', 'done']),
  /** When its message, and its pictures with it, was deleted. Milliseconds since the epoch. */
  deletedAt: z.number().optional(),
  /** Who deleted it, where that is known. */
  deletedBy: z.string().optional(),
  /** Why, as a moderator says it to its person. */
  deletedFor: z.string().optional(),
  galleryPost: galleryPostSchema.optional(),
  /** When its post in the gallery was sent, as long as it isn't known whether it stands there. */
  galleryTriedAt: z.number().optional(),
  /** The message that publishes it, as long as it isn't known whether it stands there. */
  publishing: publishingSchema.optional(),
};
const endedSchemas = [
  z.object({
    ...endedFields,
    state: z.literal('succeeded'),
    result: taskResultSchema,
    /** The task was followed until it was done, so its duration is known. */
    isTimed: z.literal(true).optional(),
  }),
  z.object({ ...endedFields, state: z.literal('failed'), failure: failureSchema }),
  z.object({
    ...endedFields,
    state: z.literal('timed-out'),
    /** What is wrong with the key that submitted it: the service may have finished it all the same. */
    key: z.enum(['gone', 'refused']).optional(),
  }),
  z.object({
    ...endedFields,
    state: z.literal('unknown'),
    lostAnswer: lostAnswerSchema.optional(),
  }),
  z.object({ ...endedFields, state: z.literal('stopped') }),
] as const;

export const jobSchema = z.discriminatedUnion('state', [
  waitingSchema,
  submittingSchema,
  runningSchema,
  ...endedSchemas,
]);

/** Where a job's answer stands. */
export type ReplyTarget = z.infer<typeof replyTargetSchema>;
/** Why there are no pictures. */
export type Failure = z.infer<typeof failureSchema>;
/** How many requests of a person and of a server may be under way at the same time. */
export type AtOnce = NonNullable<WaitingJob['atOnce']>;
/** Where the gallery of a server shows a job. */
export type GalleryPost = z.infer<typeof galleryPostSchema>;
/** A message that publishes a private job. */
export type Publishing = z.infer<typeof publishingSchema>;
/** All that is known about a job before it is accepted. */
export type JobRequest = Pick<WaitingJob, keyof typeof requestFields>;
/** What is known about a submission with an unknown outcome. */
export type LostAnswer = z.infer<typeof lostAnswerSchema>;
export type WaitingJob = z.infer<typeof waitingSchema>;
export type SubmittingJob = z.infer<typeof submittingSchema>;
export type RunningJob = z.infer<typeof runningSchema>;
export type EndedJob = z.infer<(typeof endedSchemas)[number]>;
/** A job that brought pictures. */
export type PicturedJob = EndedJob & { state: 'succeeded' };
/** One request of one person, from the command to the delivered answer. */
export type Job = z.infer<typeof jobSchema>;

/** Whether nothing more can happen to the job's task. */
export const isEnded = (job: Job): job is EndedJob => 'endedAt' in job;

/** The id of a job's task, if it has got one. */
export const taskIdOf = (job: Job): string | undefined => ('taskId' in job ? job.taskId : undefined);

/** Those that are made again with a job: they ended since its quota was used up. */
export const restOf = (job: Job): readonly string[] =>
  job.state === 'failed' && job.failure.kind === 'quota' ? (job.failure.rest ?? []) : [];

/** What the service says of a failure, if it says something. */
export const reasonIn = (failure: Failure): string | undefined =>
  'reason' in failure ? failure.reason : undefined;

/** Whether a job brought pictures that are not deleted. */
export const hasPictures = (job: Job): job is PicturedJob =>
  job.state === 'succeeded' && job.deletedAt === undefined;

/** Whether a job's card is public and, as far as is known, can be edited by the bot. */
export const isInChannel = (job: Job): boolean =>
  job.target.channelRoute &&
  job.target.messageId !== undefined &&
  !(isEnded(job) && job.delivery === 'parked');

/** Whether a job's message, and its pictures with it, was deleted. */
export const isDeleted = (job: Job): boolean => isEnded(job) && job.deletedAt !== undefined;

/** Whether a job's card is in the requester's direct messages, where every new message notifies anyway. */
export const isInDirectMessages = ({ target }: Job): boolean =>
  target.guildId === undefined && target.channelRoute;

/** The prompt that people are shown. */
export const promptOf = ({ shownPrompt, submission }: Pick<Job, 'shownPrompt' | 'submission'>): string =>
  shownPrompt ?? submission.body.prompt;

/** The prompt as people's words and their style make it. */
export const wholePromptOf = (job: Pick<Job, 'shownPrompt' | 'submission' | 'style'>): string =>
  job.style ? job.submission.body.prompt : promptOf(job);

/** The addresses in a job's request that are for its person alone, also those of pictures that only they could see. */
export const privateAddressesOf = ({
  submission,
  sources = [],
}: Pick<Job, 'submission' | 'sources'>): string[] => [
  ...personalAddressesOf(submission),
  ...(sources.some(({ isPrivate }) => isPrivate === true) ? factsOf(submission).references : []),
];

/** The facts that settle a bill: what was spent where and with which key. No text of a person's is among them. */
export const billOf = (job: Job, lastFour: string | undefined): Readonly<Record<string, unknown>> => ({
  jobId: job.id,
  taskId: taskIdOf(job),
  guildId: job.guildId ?? 'direct',
  accountId: job.account.id,
  key: lastFour,
  command: FAMILIES[job.submission.family].command,
  ...factsOf(job.submission).bill,
});
