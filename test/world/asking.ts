import { ENGLISH } from '../../src/messages/language.ts';
import type {
  Discord,
  InteractionResult,
  Message,
  OptionValue,
  PickedFile,
} from '../../sandbox/discord/index.ts';
import type { Call } from '../../sandbox/image-service/index.ts';
import { expect } from 'vitest';
import { allTextOf, buttonsOf, componentsOf, customIdOf, expectAnswer, expectPictures } from './messages.ts';
import type { TestEnvironment, World } from './world.ts';

/** Where and by whom a request is made; a member in the first server unless said otherwise. */
export interface Asker {
  personId?: string;
  channelId?: string;
  /** Goes before the channel: the person's direct messages. */
  place?: 'server' | 'direct';
}

export interface Asking extends Asker {
  command?: 'imagine' | 'gen';
  options?: Record<string, OptionValue | PickedFile>;
}

type Scene = Pick<TestEnvironment, 'discord'>;

const placeOf = ({ discord }: Scene, { personId, channelId, place }: Asker) => {
  const { atelier, admin, member, secondMember } = discord.world;
  const person = [admin, member, secondMember].find(({ id }) => id === (personId ?? member.id));
  const direct = place === 'direct' ? person?.directChannelId : undefined;
  return { person: discord.as(personId ?? member.id), channelId: direct ?? channelId ?? atelier.channelId };
};

/** Types a command. */
export const typeCommand = (
  scene: Scene,
  command: string,
  options: Asking['options'] = {},
  asker: Asker = {},
): Promise<InteractionResult> => {
  const { person, channelId } = placeOf(scene, asker);
  return person.slash(channelId, command, options);
};

/** A person asks for pictures: the member, in the first server, with `/imagine`, unless said otherwise. */
export const interact = (
  scene: Scene,
  prompt = 'a lighthouse',
  { command = 'imagine', options = {}, ...asker }: Asking = {},
): Promise<InteractionResult> => typeCommand(scene, command, { prompt, ...options }, asker);

/** A person asks for pictures. Returns the id of the message that answers. */
export const ask = async (scene: Scene, prompt: string, asking: Asking = {}): Promise<string> => {
  const { message } = await interact(scene, prompt, asking);
  if (!message) throw new Error(`no answer to ${prompt}`);
  return message.id;
};

/** Asks for pictures and waits until they stand there. Returns the card's id. */
export const expectPainted = async (
  scene: Scene,
  prompt = 'a lighthouse',
  asking: Asking = {},
): Promise<string> => {
  const id = await ask(scene, prompt, asking);
  await expectPictures(scene.discord, id, asking.command === 'gen' ? 1 : 4);
  return id;
};

/** The id of the card that came of an answer to a question, which goes away. */
export const cardAfter = async (
  { discord }: Scene,
  { interactionId }: InteractionResult,
): Promise<string> => {
  const { id } = await discord.until(
    () =>
      discord
        .messagesIn(discord.world.atelier.channelId)
        .find(({ id: later, content }) => BigInt(later) > BigInt(interactionId) && content === ''),
    { what: 'the card' },
  );
  return id;
};

/** What was submitted, oldest first, as the image service read it. */
export const bodiesOf = ({ service }: Pick<TestEnvironment, 'service'>): unknown[] =>
  service.submissions.map(({ body }) => body);

/** The prompts that were submitted, in their order. */
export const promptsOf = ({ service }: Pick<TestEnvironment, 'service'>): string[] =>
  service.submissions.map(({ body }) => String((body as { prompt?: unknown }).prompt));

/** Waits until that much was submitted. */
export const expectSubmissions = (
  { service }: Pick<TestEnvironment, 'service'>,
  count: number,
): Promise<unknown> =>
  service.until(() => service.submissions.length === count, { what: `${count} submissions` });

/** The submissions of a prompt, also where it is sent as an instruction. */
export const submissionsOf = ({ service }: Pick<TestEnvironment, 'service'>, prompt: string): Call[] =>
  service.submissions.filter(({ body }) => {
    const { prompt: submitted } = body as { prompt?: string };
    return submitted === prompt || submitted === `Draw: ${prompt}`;
  });

/** The polls so far, of both families. */
export const pollsOf = ({ service }: Pick<TestEnvironment, 'service'>): Call[] =>
  service.calls.filter(({ operation }) => operation.endsWith('.job-status'));

/** The bot's requests to Discord with that method and such a path. */
export const requestsOf = ({ requests }: Discord, method: string, path: RegExp) =>
  requests.filter((request) => request.method === method && path.test(request.path));

/** The buttons that have an icon instead of a label. */
const ICONS: Readonly<Record<string, string>> = { Delete: '🗑️' };

/** Presses the button with that label or emoji. */
export const press = (
  discord: Discord,
  personId: string,
  messageId: string,
  label: string,
): Promise<InteractionResult> => {
  const message = discord.message(messageId);
  const icon = ICONS[label] ?? label;
  const byEmoji = componentsOf(message).find(({ emoji }) => emoji?.name === icon)?.custom_id;
  const customId = buttonsOf(message)[label] ?? byEmoji;
  if (customId === undefined) throw new Error(`message ${messageId} has no button "${label}"`);
  return discord.as(personId).click(messageId, customId);
};

/** Chooses a request of a page of the history, by its number there, as the person who sees it. */
export const chooseRequest = async (
  { discord }: Scene,
  { id, ephemeralTo }: Message,
  number: number,
): Promise<Message> => {
  const menu = discord
    .message(id)
    ?.components.flatMap(({ components = [] }) => components)
    .find(({ custom_id: customId }) => customId?.startsWith('open-request:'));
  const option = menu?.options?.find(({ label }) => label.startsWith(`${number}.`));
  if (!menu?.custom_id || !option) throw new Error(`no request ${number}`);
  const answer = await discord.as(ephemeralTo ?? '').select(id, menu.custom_id, [option.value]);
  return expectAnswer(discord, answer);
};

/** Presses the button with that label as the member. Returns the answer, once it is there. */
export const answerTo = async ({ discord }: Scene, { id }: Message, label: string): Promise<Message> =>
  expectAnswer(discord, await press(discord, discord.world.member.id, id, label));

/** The newest message of a channel that everybody there sees. */
export const newestIn = (discord: Discord, channelId: string): Message | undefined =>
  discord.messagesIn(channelId).findLast(({ ephemeralTo }) => ephemeralTo === null);

/** Posts from a private message. Returns the post, which takes a message of its own where it takes long. */
export const postFrom = async (
  { discord }: Scene,
  { id, channel_id: channelId }: Message,
  label = 'Post here',
  personId = discord.world.member.id,
): Promise<Message> => {
  const before = newestIn(discord, channelId)?.id;
  const answer = await press(discord, personId, id, label);
  const newest = () => {
    const message = newestIn(discord, channelId);
    return message?.id === before ? undefined : message;
  };
  const message = await discord.until(newest, { what: label });
  return expectAnswer(discord, { ...answer, message });
};

/** Asks for a person's requests, the open ones first. Returns the answer. */
export const listJobs = async (discord: Discord, personId: string, channelId: string): Promise<Message> => {
  const { message } = await discord.as(personId).slash(channelId, 'history');
  if (!message) throw new Error('no answer to /history');
  return message;
};

/** Opens the details of a message's request from the message's menu: as the member, unless another person is named. */
export const openDetails = (
  { discord }: Scene,
  messageId: string,
  personId = discord.world.member.id,
): Promise<InteractionResult> => {
  const channelId = discord.message(messageId)?.channel_id ?? '';
  return discord.as(personId).menu(channelId, ENGLISH.menus.details, messageId);
};

/** Waits until `/history` lists the member's request with the link to its card: both are stored then. */
export const expectListed = async ({ discord }: Scene, prompt: string): Promise<void> => {
  const { atelier, member } = discord.world;
  await expect
    .poll(async () => allTextOf(await listJobs(discord, member.id, atelier.channelId)))
    .toMatch(new RegExp(`${prompt}\\n.*https://`));
};

/** How many jobs are open, by Easel's own word. */
export const openJobs = async (world: World): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${world.httpPort()}/metrics`);
  const counts = (await answer.text()).matchAll(/^easel_open_jobs\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
};

/** Waits until so many jobs are open. */
export const expectOpenJobs = (world: World, count: number): Promise<void> =>
  expect.poll(() => openJobs(world)).toBe(count);

/** Waits until Easel has logged something. */
export const expectLogged = async ({ log }: World, part: string): Promise<void> => {
  await expect.poll(() => log.some((line) => line.includes(part))).toBe(true);
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
    return { list, found: allTextOf(list).includes(part) };
  };
  let last = await look();
  await expect
    .poll(async () => {
      if (!last.found) last = await look();
      return allTextOf(last.list);
    })
    .toContain(part);
  return last.list;
};

/** The member's newest request, opened from their history: a single picture with what can be done with it. */
export const openNewest = async (scene: Scene): Promise<Message> => {
  const { atelier, member } = scene.discord.world;
  const { message } = await scene.discord.as(member.id).slash(atelier.channelId, 'history');
  if (!message) throw new Error('no answer to /history');
  return chooseRequest(scene, message, 1);
};

/** Repeats a request of a page of the history as the member, who is asked first. */
export const repeatRequest = async (
  scene: Scene,
  history: Message,
  number: number,
): Promise<InteractionResult> => {
  const { history: words } = ENGLISH;
  const shown = await chooseRequest(scene, history, number);
  const { member } = scene.discord.world;
  const asked = await scene.discord.as(member.id).click(shown.id, customIdOf(shown, 'repeat'));
  const question = await expectAnswer(scene.discord, asked);
  if (!question.content.includes(words.question)) throw new Error(`no question: ${question.content}`);
  return press(scene.discord, member.id, question.id, words.confirm);
};

/** Waits until no job is open. */
export const expectAllClosed = (world: World): Promise<void> => expectOpenJobs(world, 0);
