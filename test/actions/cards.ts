import type { Message } from '../../sandbox/discord/index.ts';
import { ask, type Asking } from '../world/asking.ts';
import { customIdOf, expectPictures } from '../world/messages.ts';
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
  return { id: message.id, jobId: customIdOf(message, 'again').split(':')[1] ?? '', message };
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

/** Who is refused is the question here, not how fast: hundreds of answers must not hang on Discord's three seconds. */
export const PATIENT = { answerWithinMs: 60_000 };
