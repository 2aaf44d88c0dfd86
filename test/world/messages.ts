import { expect } from 'vitest';
import type { Component, Discord, InteractionResult, Message } from '../../sandbox/discord/index.ts';

/** The text of a message's first embed, or its content. */
export const textOf = (message: Message | undefined): string =>
  message?.embeds[0]?.description ?? message?.content ?? '';

/** All text of a message: content, embeds and footers. */
export const allTextOf = (message: Message | undefined): string =>
  [
    message?.content,
    ...(message?.embeds ?? []).flatMap(({ title, description, footer }) => [
      title,
      description,
      footer?.text,
    ]),
  ]
    .filter((text) => text !== undefined)
    .join('\n');

/** What a message says now. */
export const said = (discord: Discord, messageId: string): string => textOf(discord.message(messageId));

/** The id of the message that answered; empty when there is none. */
export const idOf = ({ message }: InteractionResult): string => message?.id ?? '';

/** How many pictures a message shows. */
export const picturesOf = (message: Message | undefined): number =>
  (message?.embeds ?? []).filter(({ image }) => image !== undefined).length;

/** Everything with a `custom_id` in a message. */
export const componentsOf = (message: Message | undefined): Component[] =>
  (message?.components ?? []).flatMap((row) => row.components ?? []);

/** The custom ids of a message's components. */
export const customIdsOf = (message: Message | undefined): string[] =>
  componentsOf(message).flatMap(({ custom_id: id }) => id ?? []);

/** The custom id of the button or menu whose action is that, and whose subject, where one is named. */
export const customIdOf = (message: Message | undefined, action: string, subject?: string): string => {
  const beginning = subject === undefined ? `${action}:` : `${action}:${subject}:`;
  const id = customIdsOf(message).find((candidate) => candidate.startsWith(beginning));
  if (id === undefined)
    throw new Error(`no ${beginning} in ${customIdsOf(message).join(', ')}: ${allTextOf(message)}`);
  return id;
};

/** The `custom_id`s of a message's buttons, by their labels, or by their emojis where they have none. */
export const buttonsOf = (message: Message | undefined): Record<string, string> =>
  Object.fromEntries(
    (message?.components ?? [])
      .flatMap(({ components = [] }) => components)
      .map(({ label, emoji, custom_id: customId = '' }) => [label ?? emoji?.name ?? '', customId]),
  );

/** What the buttons of a message say, row by row. */
export const labelsOf = (message: Message | undefined): string[][] =>
  (message?.components ?? []).map((row) =>
    (row.components ?? []).map(({ label = '', emoji }) => `${emoji?.name ?? ''} ${label}`.trim()),
  );

/** The messages that reply to a message, oldest first. */
export const repliesTo = (discord: Discord, channelId: string, messageId: string): Message[] =>
  discord
    .messagesIn(channelId)
    .filter(({ message_reference: reference }) => reference?.message_id === messageId);

/** What a message is, but for what changes by itself: the signatures of its links, and a place in the queue. */
export const shownIn = ({ discord }: { discord: Discord }, id: string) => {
  const message = discord.message(id);
  if (!message) return undefined;
  const { content, embeds, components, ephemeralTo } = message;
  return { content, embeds: embeds.length, components, ephemeralTo, prompt: textOf(message).split('> ')[1] };
};

/** Waits until a message shows that many pictures. */
export const expectPictures = (discord: Discord, messageId: string, count: number): Promise<Message> =>
  discord.until(
    () => {
      const message = discord.message(messageId);
      return picturesOf(message) === count ? message : undefined;
    },
    { what: `${count} pictures in ${messageId}` },
  );

/** Waits until a message's text holds something. */
export const expectText = (discord: Discord, messageId: string, part: string): Promise<Message> =>
  discord.until(
    () => {
      const message = discord.message(messageId);
      return textOf(message).includes(part) ? message : undefined;
    },
    { what: `"${part}" in ${messageId}` },
  );

/** Waits for a message that replies to another and meets a condition. */
export const expectReply = (
  discord: Discord,
  channelId: string,
  messageId: string,
  condition: (message: Message) => boolean = () => true,
): Promise<Message> =>
  discord.until(() => repliesTo(discord, channelId, messageId).find(condition), {
    what: `a reply to ${messageId}`,
  });

/** Waits until an answer that was deferred has come, and returns it. */
export const expectAnswer = async (discord: Discord, answer: InteractionResult): Promise<Message> => {
  const LOADING = 1 << 7;
  return discord.until(
    () => {
      const message = discord.message(answer.message?.id ?? '');
      return message && (message.flags & LOADING) === 0 ? message : undefined;
    },
    { what: 'an answer' },
  );
};

/** The id of the card that answered; fails when it was a refusal. */
export const expectCard = ({ message }: InteractionResult): string => {
  expect(message?.ephemeralTo).toBeNull();
  return message?.id ?? '';
};

/** The words of a refusal; fails when it was none. */
export const expectRefusal = ({ message }: InteractionResult): string => {
  expect(message?.ephemeralTo).not.toBeNull();
  return message?.content ?? '';
};
