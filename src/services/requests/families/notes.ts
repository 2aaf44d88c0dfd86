import { z } from 'zod';

/** A fact about a request that is sent anyway; its card tells it. */
export const noteSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('output-size-corrected'),
    requested: z.string(),
    width: z.number(),
    height: z.number(),
  }),
  z.object({ kind: z.literal('size-set-to-4k') }),
  z.object({ kind: z.literal('ratio-overridden'), ratio: z.string() }),
  z.object({ kind: z.literal('option-overridden'), flag: z.string(), value: z.string() }),
  /** Flags were put right. */
  z.object({
    kind: z.literal('prompt-corrected'),
    fixes: z.array(z.object({ typed: z.string(), read: z.string() })),
  }),
  /** A `/gen` keeps the shape of the picture that it starts from. */
  z.object({ kind: z.literal('ratio-of-picture'), ratio: z.string() }),
  /** `--ar` in `/gen` names a ratio that the service doesn't have. */
  z.object({ kind: z.literal('ratio-replaced'), typed: z.string(), ratio: z.string() }),
  /** Flags that do nothing in `/gen`, and were left out. */
  z.object({ kind: z.literal('idle-flags'), flags: z.array(z.string()) }),
]);
export type Note = z.infer<typeof noteSchema>;
