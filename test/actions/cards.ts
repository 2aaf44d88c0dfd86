import type { ActionName } from '../../src/messages/custom-id.ts';
import type { Component, Discord, InteractionResult, Message } from '../../sandbox/discord/index.ts';
import { type World, expectPictures, textOf } from '../world/world.ts';

/** A finished card, and the job behind it. */
export interface FinishedCard {
  id: string;
  jobId: string;
  message: Message;
}

/** Everything with a `custom_id` in a message. */
export const componentsOf = (message: Message | undefined): Component[] =>
  (message?.components ?? []).flatMap((row) => row.components ?? []);

/** The `custom_id` of the button of a message whose action is that. */
export const customIdOf = (message: Message | undefined, action: ActionName): string =>
  componentsOf(message).find(({ custom_id: id }) => id?.startsWith(`${action}:`))?.custom_id ??
  `no button ${action}`;

/** What the buttons of a message say, row by row. */
export const labelsOf = (message: Message | undefined): string[][] =>
  (message?.components ?? []).map((row) =>
    (row.components ?? []).map(({ label = '', emoji }) => `${emoji?.name ?? ''} ${label}`.trim()),
  );

export interface Asked {
  command?: 'imagine' | 'gen';
  options?: Parameters<ReturnType<Discord['as']>['slash']>[2];
  channelId?: string;
  personId?: string;
}

/** Asks for pictures and waits until they stand there. */
export const finishedCard = async ({ discord }: World, asked: Asked = {}): Promise<FinishedCard> => {
  const { atelier, member } = discord.world;
  const { command = 'imagine', options = {}, channelId = atelier.channelId, personId = member.id } = asked;
  const prompt = 'draw a lighthouse at dusk';
  const answer = await discord.as(personId).slash(channelId, command, { prompt, ...options });
  const message = await expectPictures(discord, answer.message?.id ?? '', command === 'imagine' ? 4 : 1);
  return { id: message.id, jobId: customIdOf(message, 'again').split(':')[1] ?? '', message };
};

/** The messages that reply to a message, oldest first. */
export const repliesTo = (discord: Discord, channelId: string, messageId: string): Message[] =>
  discord
    .messagesIn(channelId)
    .filter(({ message_reference: reference }) => reference?.message_id === messageId);

/** Waits for a message that replies to another and meets a condition. */
export const expectReply = (
  discord: Discord,
  channelId: string,
  messageId: string,
  condition: (message: Message) => boolean = () => true,
): Promise<Message> =>
  discord.until(() => repliesTo(discord, channelId, messageId).find(condition), {
    what: `a reply to ${messageId}`,
    timeoutMs: 10_000,
  });

/** Waits until an answer that was deferred has come, and returns it. */
export const expectAnswer = async (discord: Discord, answer: InteractionResult): Promise<Message> => {
  const LOADING = 1 << 7;
  return discord.until(
    () => {
      const message = discord.message(answer.message?.id ?? '');
      return message && (message.flags & LOADING) === 0 ? message : undefined;
    },
    { what: 'an answer', timeoutMs: 10_000 },
  );
};

/** What was submitted, oldest first, as the image service read it. */
export const bodiesOf = ({ service }: World): unknown[] => service.submissions.map(({ body }) => body);

/** Resolves once everything that Discord said before has reached Easel: events come in their order. */
export const waitUntilHeard = async ({ discord }: World): Promise<void> => {
  const { gallery, admin } = discord.world;
  await discord.as(admin.id).slash(gallery.secondChannelId, 'help');
};

/** Resolves once Easel has done everything that came of what Discord said before: it stops only after that. */
export const waitUntilQuiet = async (world: World): Promise<void> => {
  await waitUntilHeard(world);
  await world.restart();
};

/** Who is refused is the question here, not how fast: hundreds of answers must not hang on Discord's three seconds. */
export const PATIENT = { answerWithinMs: 60_000 };

/** What a message is, but for what changes by itself: the signatures of its links, and a place in the queue. */
export const shownIn = ({ discord }: World, id: string) => {
  const message = discord.message(id);
  if (!message) return undefined;
  const { content, embeds, components, ephemeralTo } = message;
  return { content, embeds: embeds.length, components, ephemeralTo, prompt: textOf(message).split('> ')[1] };
};
