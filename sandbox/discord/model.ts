import type { APIAttachment, APIMessage, APIUser } from 'discord-api-types/v10';
import type { ComponentType } from './numbers.ts';
import type { EmbedBody } from './rules/embeds.ts';

/** The things that Discord knows, as tests and the page see them. Wire objects keep Discord's snake_case. */

/** An account. `locale` is the language of its client. */
export interface User {
  id: string;
  username: string;
  globalName: string;
  bot: boolean;
  locale: string;
  /** True once this person has added the application to their own account. */
  hasInstalledApplication: boolean;
  /** False: messages to this person answer 50007. */
  acceptsDirectMessages: boolean;
  /** Upload limit in bytes that this person's subscription gives. */
  uploadLimitBytes: number;
}

/** A role; `permissions` is the bit set of docs.discord.com/developers/topics/permissions. */
export interface Role {
  id: string;
  name: string;
  permissions: bigint;
  position: number;
  color: number;
}

export interface Member {
  userId: string;
  roleIds: string[];
  nick: string | null;
  joinedAt: number;
}

export interface Guild {
  id: string;
  name: string;
  ownerId: string;
  locale: string;
  premiumTier: 0 | 1 | 2 | 3;
  unavailable: boolean;
  roles: Map<string, Role>;
  members: Map<string, Member>;
}

/** What a channel grants or takes from a role or a member. */
export interface Overwrite {
  id: string;
  type: 'role' | 'member';
  allow: bigint;
  deny: bigint;
}

export type ChannelKind = 'text' | 'thread' | 'direct' | 'group';

export interface Channel {
  id: string;
  kind: ChannelKind;
  guildId: string | null;
  /** The channel that a thread belongs to. */
  parentId: string | null;
  name: string;
  overwrites: Map<string, Overwrite>;
  recipientIds: readonly string[];
  archived: boolean;
  locked: boolean;
  ageRestricted: boolean;
  lastMessageId: string | null;
}

/** Whether a role (type 1), a person (2) or a channel (3) may use a command. */
export type CommandRule = { id: string; permission: boolean } & { type: 1 | 2 | 3 };

/** Whom a state of a message would notify. */
export interface Pings {
  everyone: boolean;
  users: string[];
  roles: string[];
}

export type WireUser = Pick<APIUser, 'id' | 'username' | 'discriminator' | 'global_name' | 'avatar' | 'bot'> &
  Record<'public_flags' | 'flags', number> & { primary_guild: null };

export type Attachment = Omit<APIAttachment, 'width' | 'height'> &
  Partial<Record<'width' | 'height', number>>;

export interface EmbedMedia {
  /** Components only. */
  id?: string | undefined;
  /** Alt text; embeds only. */
  description?: string | undefined;
  url: string;
  proxy_url?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

export type Embed = Partial<Omit<EmbedBody, 'image' | 'thumbnail'>> &
  Partial<Record<'image' | 'thumbnail', EmbedMedia | undefined>>;

export interface Emoji {
  id: string | null;
  name: string;
  animated?: boolean | undefined;
}

/** An emoji on a button or in a list. */
export type EmojiReference = { [Field in keyof Emoji]?: Emoji[Field] | null | undefined };

export interface SelectOption {
  label: string;
  value: string;
  description?: string | undefined;
  default?: boolean | undefined;
  emoji?: EmojiReference | undefined;
}

type Texts = 'custom_id' | 'label' | 'url' | 'placeholder' | 'value' | 'content' | 'name';
type Numbers =
  'id' | 'style' | 'size' | 'spacing' | 'min_length' | 'max_length' | 'min_values' | 'max_values';
type Switches = 'disabled' | 'required' | 'default' | 'spoiler' | 'divider';
type Optional<Fields extends string, Value> = Partial<Record<Fields, Value | undefined>>;

/** A component of a message or a modal: every field that one of the kinds may carry. */
export interface Component
  extends
    Optional<Texts, string>,
    Optional<Numbers, number>,
    Optional<Switches, boolean>,
    Optional<'media' | 'file', EmbedMedia> {
  type: ComponentType;
  description?: string | null | undefined;
  emoji?: EmojiReference | undefined;
  options?: SelectOption[] | undefined;
  file_types?: string[] | undefined;
  channel_types?: number[] | undefined;
  default_values?: { id: string; type: string }[] | undefined;
  accent_color?: number | null | undefined;
  items?:
    | { media: EmbedMedia; description?: string | null | undefined; spoiler?: boolean | undefined }[]
    | undefined;
  component?: Component | undefined;
  accessory?: Component | undefined;
  components?: Component[] | undefined;
}

export interface Reaction {
  emoji: Emoji;
  count: number;
  /** Whether the bot is among those who reacted. */
  me: boolean;
  userIds: string[];
}

export interface MessageReference {
  type: number;
  message_id: string;
  channel_id: string;
  guild_id?: string;
}

type PlainFields =
  'id' | 'channel_id' | 'type' | 'content' | 'timestamp' | 'edited_timestamp' | 'tts' | 'pinned';
type MentionFields = 'mention_everyone' | 'mention_roles';
type OriginFields = 'nonce' | 'application_id' | 'webhook_id';

/** A message as it stands, with what only the stand-in knows: `guildId`, `pings`, `ephemeralTo`. */
export interface Message extends Pick<APIMessage, PlainFields | MentionFields | OriginFields> {
  guildId: string | null;
  /** The only person who sees it, or null when everybody in the channel does. */
  ephemeralTo: string | null;
  pings: Pings;
  author: WireUser;
  flags: number;
  mentions: WireUser[];
  attachments: Attachment[];
  embeds: Embed[];
  components: Component[];
  reactions: Reaction[];
  message_reference?: MessageReference;
  interaction_metadata?: Record<string, unknown>;
}
