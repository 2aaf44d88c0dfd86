import { z } from 'zod';
import { controlledMessageFields } from '../rest/message-controls.ts';
import { picturedMessageSchema } from '../rest/message-pictures.ts';

/** https://docs.discord.com/developers/reference#snowflakes */
const snowflakeSchema = z.string().regex(/^\d{1,20}$/);

const userSchema = z.object({ id: z.string() });

const attachmentSchema = z.object({
  id: z.string(),
  filename: z.string(),
  url: z.string(),
  content_type: z.string().optional(),
  size: z.number(),
});
export type RawAttachment = z.infer<typeof attachmentSchema>;

const valueSchema = z.union([z.string(), z.number(), z.boolean()]);

const innerOptionSchema = z.object({
  name: z.string(),
  type: z.number(),
  value: valueSchema.optional(),
  focused: z.boolean().optional(),
});
/** An option with its value, or a subcommand with its own options; groups of subcommands hold those. */
const optionSchema = innerOptionSchema.extend({
  options: z.array(innerOptionSchema.extend({ options: z.array(innerOptionSchema).optional() })).optional(),
});
export type RawOption = z.infer<typeof innerOptionSchema> & { options?: RawOption[] | undefined };

const fieldSchema = z.object({
  custom_id: z.string().optional(),
  value: z.union([z.string(), z.boolean()]).nullish(),
  values: z.array(z.string()).optional(),
});
export type RawField = z.infer<typeof fieldSchema>;
/** A label holds one field, an action row several. */
const modalComponentSchema = fieldSchema.extend({
  component: fieldSchema.optional(),
  components: z.array(fieldSchema).optional(),
});

const messageSchema = picturedMessageSchema.extend({
  id: z.string(),
  channel_id: z.string(),
  ...controlledMessageFields,
  flags: z.number().optional(),
  author: userSchema.optional(),
});
export type RawMessage = z.infer<typeof messageSchema>;

/** The parts of an INTERACTION_CREATE event that Easel reads: https://docs.discord.com/developers/interactions/receiving-and-responding */
export const interactionSchema = z.object({
  id: snowflakeSchema,
  application_id: z.string(),
  type: z.number(),
  token: z.string(),
  guild_id: z.string().optional(),
  channel_id: z.string(),
  channel: z.object({ type: z.number().optional(), parent_id: z.string().nullish() }).optional(),
  context: z.number().optional(),
  locale: z.string().optional(),
  member: z.object({ user: userSchema, permissions: z.string(), roles: z.array(z.string()) }).optional(),
  user: userSchema.optional(),
  app_permissions: z.string().optional(),
  attachment_size_limit: z.number().optional(),
  authorizing_integration_owners: z.record(z.string(), z.string()).optional(),
  message: messageSchema.optional(),
  data: z
    .object({
      name: z.string().optional(),
      type: z.number().optional(),
      target_id: z.string().optional(),
      custom_id: z.string().optional(),
      values: z.array(z.string()).optional(),
      options: z.array(optionSchema).optional(),
      components: z.array(modalComponentSchema).optional(),
      resolved: z
        .object({
          attachments: z.record(z.string(), attachmentSchema).optional(),
          messages: z.record(z.string(), messageSchema).optional(),
        })
        .optional(),
    })
    .optional(),
});
export type RawInteraction = z.infer<typeof interactionSchema>;
