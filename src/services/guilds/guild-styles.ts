import { z } from 'zod';
import { styleSchema } from '../image-api/styles.ts';

const guildStylesSchema = z.object({
  styles: z.array(styleSchema),
  /** The style of requests for which no other is chosen. */
  standardId: z.string().exactOptional(),
});

/** A server's styles. */
export type GuildStyles = z.infer<typeof guildStylesSchema>;

/** Reads styles that come out of the store. Throws when the value is invalid. */
export const parseGuildStyles = (value: unknown): GuildStyles => guildStylesSchema.parse(value);

/** The styles of a new server. */
export const NO_STYLES: GuildStyles = Object.freeze({ styles: [] });
