import { z } from 'zod';
import { interactionMessageSchema, editMessageSchema, MessageFlag } from './messages.ts';
import { modalSchema } from './modals.ts';
import { may } from './problems.ts';

/** docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type */
export const CallbackType = {
  Message: 4,
  DeferredMessage: 5,
  DeferredUpdate: 6,
  UpdateMessage: 7,
  Choices: 8,
  Modal: 9,
} as const;

const localizations = may(z.record(z.string(), z.string().min(1).max(100)));

/** A choice of a command option or of autocomplete. */
export const choiceSchema = z.strictObject({
  name: z.string().min(1).max(100),
  name_localizations: localizations,
  value: z.union([z.string().max(100), z.number()]),
});

const deferFlags = z.int().refine((flags) => (flags & ~MessageFlag.Ephemeral) === 0, {
  error: 'Only EPHEMERAL can be set while deferring',
  params: { code: 'MESSAGE_FLAGS_INVALID' },
});

/** POST /interactions/:interaction/:token/callback */
export const callbackSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(CallbackType.Message), data: interactionMessageSchema }),
  z.strictObject({
    type: z.literal(CallbackType.DeferredMessage),
    data: may(z.strictObject({ flags: may(deferFlags) })),
  }),
  z.strictObject({ type: z.literal(CallbackType.DeferredUpdate), data: may(z.strictObject({})) }),
  z.strictObject({ type: z.literal(CallbackType.UpdateMessage), data: may(editMessageSchema) }),
  z.strictObject({
    type: z.literal(CallbackType.Choices),
    data: z.strictObject({ choices: z.array(choiceSchema).max(25) }),
  }),
  z.strictObject({ type: z.literal(CallbackType.Modal), data: modalSchema }),
]);

export type CallbackBody = z.output<typeof callbackSchema>;
