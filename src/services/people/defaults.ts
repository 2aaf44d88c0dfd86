import { z } from 'zod';
import { NOTIFICATIONS } from '../jobs/job.ts';
import { ASPECT_RATIOS, MODES, SIZES } from '../image-api/wire.ts';

/** Reads stored defaults: what a person or a server wants chosen where a command says nothing. */
export const defaultsSchema = z.object({
  mode: z.enum(MODES).exactOptional(),
  size: z.enum(SIZES).exactOptional(),
  aspectRatio: z.enum(ASPECT_RATIOS).exactOptional(),
  isPrivate: z.boolean().exactOptional(),
  spoiler: z.boolean().exactOptional(),
  /** How a person is told that a request is done; absent: not at all. A server has no say in it. */
  notify: z.enum(NOTIFICATIONS).exactOptional(),
});

/** What is chosen where a command says nothing. What is absent here is left to whoever comes next. */
export type Defaults = z.infer<typeof defaultsSchema>;

/** The defaults that apply: a person's own before those of the server, one by one. */
export const mergeDefaults = (person: Defaults, server: Defaults): Defaults => ({ ...server, ...person });
