import { z } from 'zod';
import { ASPECT_RATIOS, MODELS, SIZES } from '../values.ts';

export const genRequestSchema = z.object({
  prompt: z.string(),
  model: z.enum(MODELS).optional(),
  referImages: z.array(z.string()).optional(),
  aspect_ratio: z.enum(ASPECT_RATIOS).optional(),
  size: z.enum(SIZES).optional(),
  output_size: z.string().optional(),
  hookUrl: z.string().optional(),
});
/** Request body of a gen submission, into which pictures of each family can be put. */
export type GenRequest = z.infer<typeof genRequestSchema>;
