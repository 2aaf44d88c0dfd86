import { z } from 'zod';

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

/** How a person can be told that their job has ended: where its card stands, or with a copy in their direct messages. */
export const NOTIFICATIONS = ['mention', 'direct'] as const;

/** The earlier job out of which a job was made, and how. */
export type Origin = z.infer<typeof originSchema>;
/** Where a picture comes from that a request starts from. */
export type Source = z.infer<typeof sourceSchema>;
/** How a person can be told that their job has ended. */
export type Notification = (typeof NOTIFICATIONS)[number];

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
