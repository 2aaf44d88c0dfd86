import { ApplicationIntegrationType, InteractionType } from 'discord-api-types/v10';
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

/** What Easel reads of every interaction. */
const COMMON = {
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
  authorizing_integration_owners: z
    .object({ [ApplicationIntegrationType.GuildInstall]: z.string().optional() })
    .optional(),
};

const resolvedFiles = { attachments: z.record(z.string(), attachmentSchema).optional() };

/** A command, or what is suggested while one is typed. */
const commandSchema = z.object({
  ...COMMON,
  data: z
    .object({
      name: z.string().optional(),
      type: z.number().optional(),
      target_id: z.string().optional(),
      options: z.array(optionSchema).optional(),
      resolved: z
        .object({ ...resolvedFiles, messages: z.record(z.string(), messageSchema).optional() })
        .optional(),
    })
    .optional(),
});

const componentSchema = z.object({
  ...COMMON,
  message: messageSchema.optional(),
  data: z.object({ custom_id: z.string().optional(), values: z.array(z.string()).optional() }).optional(),
});

const modalSchema = z.object({
  ...COMMON,
  message: messageSchema.optional(),
  data: z
    .object({
      custom_id: z.string().optional(),
      components: z.array(modalComponentSchema).optional(),
      resolved: z.object(resolvedFiles).optional(),
    })
    .optional(),
});

const otherSchema = z.object(COMMON);

/** The parts of an INTERACTION_CREATE event that Easel reads, of whatever kind it is. */
export type RawInteraction = z.infer<typeof otherSchema> & {
  message?: RawMessage | undefined;
  data?:
    | (NonNullable<z.infer<typeof commandSchema>['data']> &
        NonNullable<z.infer<typeof componentSchema>['data']> &
        NonNullable<z.infer<typeof modalSchema>['data']>)
    | undefined;
};

/** Each kind has its own: to look for what others have takes as long as to read what is there. */
const SCHEMAS: Partial<Record<number, z.ZodType<RawInteraction>>> = {
  [InteractionType.ApplicationCommand]: commandSchema,
  [InteractionType.ApplicationCommandAutocomplete]: commandSchema,
  [InteractionType.MessageComponent]: componentSchema,
  [InteractionType.ModalSubmit]: modalSchema,
};

const kindSchema = z.object({ type: z.number() });

/**
 * Parses an INTERACTION_CREATE event: https://docs.discord.com/developers/interactions/receiving-and-responding
 *
 * @throws ZodError when it is none.
 */
export const parseInteraction = (event: unknown): RawInteraction => {
  const { type } = kindSchema.parse(event);
  return (SCHEMAS[type] ?? otherSchema).parse(event);
};
