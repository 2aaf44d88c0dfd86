import { z } from 'zod';
import { styleSchema } from '../requests/styles.ts';

export const guildStylesSchema = z.object({
  styles: z.array(styleSchema),
  /** The style of requests for which no other is chosen. */
  standardId: z.string().optional(),
});

/** A server's styles. */
export type GuildStyles = z.infer<typeof guildStylesSchema>;

/** The styles of a new server. */
export const NO_STYLES: GuildStyles = Object.freeze({ styles: [] });
