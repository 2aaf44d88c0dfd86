import { z } from 'zod';
import type { MessageControls } from '../../commands/framework/invocation.ts';

/**
 * The parts of a message that tell whose interaction it answers and what its buttons do. Other bots' messages can hold anything,
 * which tells nothing.
 * https://docs.discord.com/developers/resources/message#message-interaction-metadata-object
 */
export const controlledMessageFields = {
  components: z
    .array(z.object({ components: z.array(z.object({ custom_id: z.string().optional() })).optional() }))
    .optional()
    .catch(undefined),
  interaction_metadata: z
    .object({ user: z.object({ id: z.string() }) })
    .optional()
    .catch(undefined),
};

const messageSchema = z.object(controlledMessageFields);

/** What a message tells of itself. */
export const messageControls = (message: z.infer<typeof messageSchema>): MessageControls => {
  const askedBy = message.interaction_metadata?.user.id;
  const ids = (message.components ?? []).flatMap(({ components = [] }) => components);
  return {
    customIds: ids.flatMap(({ custom_id: id }) => id ?? []),
    ...(askedBy !== undefined && { askedBy }),
  };
};

/** The same of a message as Discord sends it. */
export const parseControls = (message: unknown): MessageControls =>
  messageControls(messageSchema.parse(message));
