import { z } from 'zod';
import { requestOptionsSchema, type Built } from './families/index.ts';

/** The earlier job out of which a job was made, and how. */
export const originSchema = z.object({
  kind: z.enum(['again', 'prompt-edited', 'picture-edited', 'varied', 'enlarged']),
  /** Absent when a picture was edited that no job had made. */
  jobId: z.string().optional(),
  /** The message where it began; absent when others can't see that. */
  link: z.string().optional(),
});

/** Where a picture comes from that a request starts from, as far as that is known. */
export const sourceSchema = z.object({
  /** The job that made it. */
  jobId: z.string().optional(),
  /** The message that shows it, where the bot can look at that. */
  message: z.object({ channelId: z.string(), messageId: z.string() }).optional(),
  /** Its person alone could see it. */
  isPrivate: z.literal(true).optional(),
});

/** How a person can be told that their job has ended, each by itself: where its card stands, and in their direct messages. */
export const NOTIFICATIONS = ['mention', 'direct'] as const;

/** The earlier job out of which a job was made, and how. */
export type Origin = z.infer<typeof originSchema>;
/** Where a picture comes from that a request starts from. */
export type Source = z.infer<typeof sourceSchema>;
/** How a person can be told that their job has ended. */
export type Notification = (typeof NOTIFICATIONS)[number];

/** Whether it starts from a picture that an earlier job made. */
export const isFromPicture = (kind: Origin['kind'] | undefined): boolean =>
  kind === 'picture-edited' || kind === 'varied' || kind === 'enlarged';

export const referenceSchema = z.object({
  url: z.string(),
  /** It was hidden until it is clicked, and so is what is made of it. */
  isSpoiler: z.literal(true).optional(),
  source: sourceSchema.optional(),
  /** In pixels, where they are known. */
  width: z.number().optional(),
  height: z.number().optional(),
});
/** A picture from which a request starts. */
export type Reference = z.infer<typeof referenceSchema>;

/** What is kept of an ask that was refused, or that its person is asked about. */
export const askFields = {
  /** As typed: no rule has been applied yet. */
  request: requestOptionsSchema,
  isPrivate: z.boolean(),
  /** The pictures stay hidden until they are clicked. */
  spoiler: z.boolean(),
  /** The earlier job out of which it is made. */
  origin: originSchema.optional(),
  /** Where its reference pictures come from. */
  sources: z.array(sourceSchema).optional(),
  /** The person's own prompt, where the one to be submitted is Easel's. */
  shownPrompt: z.string().optional(),
};
const keptSchema = z.object(askFields);

/** What a person wants, before it is built into a body. */
export interface Ask extends z.infer<typeof keptSchema> {
  /** How the person is told; absent: as in their profile. */
  notify?: Partial<Record<Notification, boolean | undefined>> | undefined;
  /** Bodies that are repeated as they were: nothing is built, and nothing asked. */
  built?: readonly Built[] | undefined;
  /** The prompts that the person has agreed to: nothing is asked about them. */
  agreed?: readonly string[] | undefined;
}

/** The part of an ask that can be kept. */
export const keptPart = (ask: Ask) => keptSchema.parse(ask);
