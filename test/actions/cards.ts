import type { Message } from '../../sandbox/discord/index.ts';
import { ask, type Asking } from '../world/asking.ts';
import { componentsOf, customIdOf, expectAnswer, expectPictures } from '../world/messages.ts';
import type { World } from '../world/world.ts';

/** A finished card, and the job behind it. */
export interface FinishedCard {
  id: string;
  jobId: string;
  message: Message;
}

/** Asks for pictures and waits until they stand there. */
export const finishedCard = async (world: World, asking: Asking = {}): Promise<FinishedCard> => {
  const answer = await ask(world, 'draw a lighthouse at dusk', asking);
  const message = await expectPictures(world.discord, answer, asking.command === 'gen' ? 1 : 4);
  return { id: message.id, jobId: customIdOf(message, 'edit-prompt').split(':')[1] ?? '', message };
};

/** A message with the question before a deletion, and its red button. */
export interface Question {
  message: Message;
  label: string;
  customId: string;
}

/** Presses Delete. Returns the question, which is the message itself where only a click reaches that. */
export const askToDelete = async (
  { discord }: Pick<World, 'discord'>,
  personId: string,
  messageId: string,
  action = 'delete',
): Promise<Question> => {
  const id = customIdOf(discord.message(messageId), action);
  const answer = await discord.as(personId).click(messageId, id);
  const message = await expectAnswer(discord, answer);
  const red = componentsOf(message).find(({ style }) => style === 4);
  if (!red) throw new Error(`no red button: ${message.content}`);
  return { message, label: red.label ?? '', customId: red.custom_id ?? '' };
};

/** Presses the red button. Returns what is said then. */
export const confirm = async (
  { discord }: Pick<World, 'discord'>,
  personId: string,
  { message, customId }: Question,
): Promise<string | undefined> => {
  const answer = await discord.as(personId).click(message.id, customId);
  return answer.message?.content;
};

/** Deletes a message, as people do. */
export const deleteBy = async (
  world: Pick<World, 'discord'>,
  personId: string,
  messageId: string,
  action?: string,
): Promise<void> => {
  await confirm(world, personId, await askToDelete(world, personId, messageId, action));
  if (action === undefined)
    await world.discord.until(() => !world.discord.message(messageId), { what: 'the message to go' });
};

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
