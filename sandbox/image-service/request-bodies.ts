import { z } from 'zod';
import type { Family, SubmissionBody } from './types.ts';

const webAddress = z.url({ protocol: /^https?$/ });
const prompt = z.string().refine((text) => text.trim() !== '', 'must not be empty');

const artgenBody = z.strictObject({
  prompt,
  mode: z.enum(['relaxed', 'fast']).optional(),
  hookUrl: webAddress.optional(),
  timeout: z.int().min(300).max(1200).optional(),
});

const genBody = z.strictObject({
  prompt,
  model: z.literal('gen-image-2').optional(),
  referImages: z.array(webAddress).optional(),
  aspect_ratio: z.enum(['1:1', '1:2', '2:1', '3:4', '4:3', '16:9', '9:16']).optional(),
  size: z.enum(['1K', '4K']).optional(),
  output_size: z.string().optional(),
  hookUrl: webAddress.optional(),
});

const jobStatusBody = z.strictObject({ taskIds: z.array(z.string()).min(1) });

/** What a body turned out to be. */
export type Parsed<T> = { value: T } | { problem: string };

/** Checks a submission field for field; anything the interface does not name is a problem. */
export const parseSubmission = (family: Family, body: unknown): Parsed<SubmissionBody> => {
  if (family === 'artgen') {
    const parsed = artgenBody.safeParse(body);
    return parsed.success ? { value: { family, body: parsed.data } } : { problem: describe(parsed.error) };
  }
  const parsed = genBody.safeParse(body);
  return parsed.success ? { value: { family, body: parsed.data } } : { problem: describe(parsed.error) };
};

/** The ids that a job-status body asks for. */
export const parseJobStatus = (body: unknown): Parsed<readonly string[]> => {
  const parsed = jobStatusBody.safeParse(body);
  return parsed.success ? { value: parsed.data.taskIds } : { problem: describe(parsed.error) };
};

const describe = (error: z.ZodError): string =>
  error.issues
    .map((issue) => `${issue.path.length === 0 ? 'body' : issue.path.join('.')}: ${issue.message}`)
    .join('; ');
