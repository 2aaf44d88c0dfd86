import { z } from 'zod';

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

export type ArtgenBody = z.output<typeof artgenBody>;
export type GenBody = z.output<typeof genBody>;
export type SubmissionBody = { family: 'artgen'; body: ArtgenBody } | { family: 'gen'; body: GenBody };

/** What a body turned out to be. */
export type Parsed<T> = { value: T } | { problem: string };

const parse = <Body, T>(schema: z.ZodType<Body>, body: unknown, use: (body: Body) => T): Parsed<T> => {
  const { data, error } = schema.safeParse(body);
  if (data !== undefined) return { value: use(data) };
  const problems = (error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
  );
  return { problem: problems.join('; ') };
};

/** Checks a submission field for field; anything the interface does not name is a problem. */
export const parseSubmission = (
  family: SubmissionBody['family'],
  submission: unknown,
): Parsed<SubmissionBody> =>
  family === 'artgen'
    ? parse(artgenBody, submission, (body) => ({ family, body }))
    : parse(genBody, submission, (body) => ({ family, body }));

/** The ids that a job-status body asks for. */
export const parseJobStatus = (body: unknown): Parsed<readonly string[]> =>
  parse(jobStatusBody, body, ({ taskIds }) => taskIds);
