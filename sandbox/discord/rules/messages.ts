import { z } from 'zod';
import { MessageFlag } from '../numbers.ts';
import { messageComponents } from './components.ts';
import { embedsSchema } from './embeds.ts';
import { addWordedProblem, may, snowflake } from './problems.ts';

const CREATE_FLAGS = MessageFlag.SuppressEmbeds | MessageFlag.SuppressNotifications;
const EDIT_FLAGS = MessageFlag.SuppressEmbeds;

const flags = (allowed: number) =>
  may(
    z.int().refine((value) => (value & ~allowed) === 0, {
      error: 'Invalid flags value',
      params: { code: 'MESSAGE_FLAGS_INVALID' },
    }),
  );

const allowedMentions = z
  .strictObject({
    parse: may(z.array(z.enum(['everyone', 'users', 'roles']))),
    users: may(z.array(snowflake).max(100)),
    roles: may(z.array(snowflake).max(100)),
    replied_user: may(z.boolean()),
  })
  .superRefine((value, context) => {
    for (const kind of ['users', 'roles'] as const) {
      if (!value.parse?.includes(kind) || !value[kind]?.length) continue;
      const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
      addWordedProblem(context, 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', ['parse'], message);
    }
  });

const attachment = z.strictObject({
  id: snowflake,
  filename: may(z.string().min(1).max(1024)),
  title: may(z.string().max(1024)),
  description: may(z.string().max(1024)),
  is_spoiler: may(z.boolean()),
  // Voice messages aren't supported here, but discord.js sends their fields anyway.
  waveform: z.null().optional(),
  duration_secs: z.null().optional(),
  // Read-only: present when a bot sends back what it was given.
  size: may(z.number()),
  url: may(z.string()),
  proxy_url: may(z.string()),
  content_type: may(z.string()),
  width: may(z.number()),
  height: may(z.number()),
  ephemeral: may(z.boolean()),
  flags: may(z.int()),
});

const content = may(z.string().max(2000));
const common = {
  tts: may(z.boolean()),
  allowed_mentions: may(allowedMentions),
  // Obeyed where messages are created by the bot's token, and ignored elsewhere; discord.js sends them everywhere.
  nonce: may(z.union([z.string().max(25), z.int()])),
  enforce_nonce: may(z.boolean()),
};

const draftFields = {
  ...common,
  content,
  embeds: may(embedsSchema),
  components: may(messageComponents),
  attachments: may(z.array(attachment)),
};

/** POST /channels/:channel/messages */
export const createMessageSchema = z.strictObject({
  ...draftFields,
  message_reference: may(
    z.strictObject({
      type: may(z.literal(0)),
      message_id: snowflake,
      channel_id: may(snowflake),
      guild_id: may(snowflake),
      fail_if_not_exists: may(z.boolean()),
    }),
  ),
  flags: flags(CREATE_FLAGS),
});

/** A message by interaction token: the answer or a follow-up. */
export const interactionMessageSchema = z.strictObject({
  ...draftFields,
  flags: flags(CREATE_FLAGS | MessageFlag.Ephemeral),
});

/** A field that is left out stays as it is; null empties it. */
export const editMessageSchema = z.strictObject({
  ...common,
  content: z.string().max(2000).nullish(),
  embeds: embedsSchema.nullish(),
  components: messageComponents.nullish(),
  attachments: z.array(attachment).nullish(),
  flags: flags(EDIT_FLAGS),
});

export type CreateMessageBody = z.output<typeof createMessageSchema>;
export type AllowedMentions = z.output<typeof allowedMentions>;
export type AttachmentBody = z.output<typeof attachment>;
