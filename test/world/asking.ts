import type { Discord, InteractionResult, Message, OptionValue } from '../../sandbox/discord/index.ts';
import type { Call } from '../../sandbox/image-service/index.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import { textOf, type TestEnvironment, type World } from './world.ts';

export interface Asking {
  command?: 'imagine' | 'gen';
  personId?: string;
  channelId?: string;
  options?: Record<string, OptionValue>;
}

/** Somebody asks for pictures. Without more words: the member, in the first server, with `/imagine`. */
export const interact = (
  { discord }: Pick<TestEnvironment, 'discord'>,
  prompt: string,
  { command = 'imagine', personId, channelId, options = {} }: Asking = {},
): Promise<InteractionResult> => {
  const { atelier, member } = discord.world;
  const person = discord.as(personId ?? member.id);
  return person.slash(channelId ?? atelier.channelId, command, { prompt, ...options });
};

/** Somebody asks for pictures. Returns the id of the message that answers. */
export const ask = async (
  testEnvironment: Pick<TestEnvironment, 'discord'>,
  prompt: string,
  asking: Asking = {},
): Promise<string> => {
  const { message } = await interact(testEnvironment, prompt, asking);
  if (!message) throw new Error(`no answer to ${prompt}`);
  return message.id;
};

/** The submissions of a prompt. */
export const submissionsOf = ({ service }: Pick<TestEnvironment, 'service'>, prompt: string): Call[] =>
  service.submissions.filter(({ body }) => {
    const { prompt: submitted } = body as { prompt?: string };
    return submitted === prompt;
  });

/** The polls so far, of both families. */
export const pollsOf = ({ service }: Pick<TestEnvironment, 'service'>): Call[] =>
  service.calls.filter(({ operation }) => operation.endsWith('.job-status'));

/** The `custom_id`s of a message's buttons, by their labels. */
export const buttonsOf = (message: Message | undefined): Record<string, string> =>
  Object.fromEntries(
    (message?.components ?? [])
      .flatMap(({ components = [] }) => components)
      .map(({ label = '', custom_id: customId = '' }) => [label, customId]),
  );

/** Presses the button with that label. */
export const press = (
  discord: Discord,
  personId: string,
  messageId: string,
  label: string,
): Promise<InteractionResult> => {
  const customId = buttonsOf(discord.message(messageId))[label];
  if (customId === undefined) throw new Error(`message ${messageId} has no button "${label}"`);
  return discord.as(personId).click(messageId, customId);
};

/** Asks for a person's open jobs. Returns the answer. */
export const listJobs = async (discord: Discord, personId: string, channelId: string): Promise<Message> => {
  const { message } = await discord.as(personId).slash(channelId, 'jobs');
  if (!message) throw new Error('no answer to /jobs');
  return message;
};

const healthSchema = z.object({ openJobs: z.number() });

/** How many jobs are open, by Easel's own word. */
export const openJobs = async (world: World): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${world.httpPort()}/healthz`);
  return healthSchema.parse(await answer.json()).openJobs;
};

/** Waits until so many jobs are open. */
export const expectOpenJobs = (world: World, count: number, timeoutMs = 10_000): Promise<void> =>
  expect.poll(() => openJobs(world), { timeout: timeoutMs, interval: 20 }).toBe(count);

/** Waits until Easel has logged something. */
export const expectLogged = async ({ log }: World, part: string, timeoutMs = 5_000): Promise<void> => {
  await expect
    .poll(() => log.some((line) => line.includes(part)), { timeout: timeoutMs, interval: 20 })
    .toBe(true);
};

/** Asks for a person's open jobs until the answer holds some text. Returns that answer. */
export const expectJobList = async (
  discord: Discord,
  personId: string,
  channelId: string,
  part: string,
): Promise<Message> => {
  const look = async () => {
    const list = await listJobs(discord, personId, channelId);
    return { list, found: textOf(list).includes(part) };
  };
  let last = await look();
  await expect
    .poll(
      async () => {
        if (!last.found) last = await look();
        return textOf(last.list);
      },
      { timeout: 10_000, interval: 50 },
    )
    .toContain(part);
  return last.list;
};
