import { z } from 'zod';
import { NOTIFICATIONS } from '../jobs/job.ts';
import { MAX_WITHOUT_LENGTH } from '../image-api/prompt.ts';
import { styleSchema } from '../image-api/styles.ts';
import { ASPECT_RATIOS, MODES, SIZES } from '../image-api/wire.ts';

/** Parses stored defaults of a person or a server. */
export const defaultsSchema = z.object({
  mode: z.enum(MODES).exactOptional(),
  size: z.enum(SIZES).exactOptional(),
  aspectRatio: z.enum(ASPECT_RATIOS).exactOptional(),
  /** What pictures must not show, separated by commas. */
  without: z.string().max(MAX_WITHOUT_LENGTH).exactOptional(),
  isPrivate: z.boolean().exactOptional(),
  spoiler: z.boolean().exactOptional(),
  /** How a person is notified of finished requests; absent: not at all. Servers can't set it. */
  notify: z.enum(NOTIFICATIONS).exactOptional(),
});

/** Default options of commands. Absent ones are left to the next level. */
export type Defaults = z.infer<typeof defaultsSchema>;

/** The defaults that apply: a person's own before those of the server, one by one. */
export const mergeDefaults = (person: Defaults, server: Defaults): Defaults => ({ ...server, ...person });

export const profileSchema = z.object({ defaults: defaultsSchema, styles: z.array(styleSchema) });

/** A person's choices for all their requests. */
export type Profile = z.infer<typeof profileSchema>;

/** The profile of a person who has decided nothing. */
export const EMPTY_PROFILE: Profile = { defaults: {}, styles: [] };

/** The profile with changed defaults; null removes a default. */
export const withDefaults = (
  profile: Profile,
  changes: { [Name in keyof Defaults]?: Defaults[Name] | null },
): Profile => {
  const entries = Object.entries({ ...profile.defaults, ...changes }).filter(([, value]) => value !== null);
  return { ...profile, defaults: defaultsSchema.parse(Object.fromEntries(entries)) };
};
