import type { Component, Pings } from '../model.ts';
import { flatten } from '../rules/component-layout.ts';
import type { AllowedMentions } from '../rules/messages.ts';

/** Whose words are looked at, and what may be mentioned at all. */
export interface MentionSetting {
  allowed: AllowedMentions | undefined;
  /** What counts without `allowed_mentions`: interactions and webhooks mention users only. */
  defaults: 'all' | 'users';
  mayMentionEveryone: boolean;
  /** The author of the message that is replied to. */
  repliedUserId: string | undefined;
}

const idsIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap((match) => match[1] ?? [])),
];

/** The words that can mention somebody: content and text displays, never embeds. */
export const mentioningText = (content: string, components: readonly Component[]): string =>
  [content, ...flatten(components).flatMap((part) => part.content ?? [])].join('\n');

/**
 * Whom a message notifies. Mentions inside code blocks count too: rather too many than too few.
 * Rules: docs.discord.com/developers/resources/message#allowed-mentions-object
 */
export const pingsOf = (text: string, setting: MentionSetting): Pings => {
  const { allowed, defaults, mayMentionEveryone, repliedUserId } = setting;
  const parse = allowed
    ? (allowed.parse ?? [])
    : defaults === 'all'
      ? ['everyone', 'users', 'roles']
      : ['users'];
  const select = (found: string[], kind: 'users' | 'roles'): string[] =>
    parse.includes(kind) ? found : found.filter((id) => allowed?.[kind]?.includes(id));
  const users = select(idsIn(text, /<@!?(\d{15,20})>/g), 'users');
  const pingsReplied = allowed ? allowed.replied_user === true : true;
  if (pingsReplied && repliedUserId !== undefined && !users.includes(repliedUserId))
    users.push(repliedUserId);
  return {
    everyone: parse.includes('everyone') && mayMentionEveryone && /@(everyone|here)\b/.test(text),
    users,
    roles: select(idsIn(text, /<@&(\d{15,20})>/g), 'roles'),
  };
};
