import type { InteractionResult, Message } from '../../sandbox/discord/index.ts';
import type { CustomId } from '../../src/messages/custom-id.ts';
import { expectPictures, type World } from '../world/world.ts';

/** Where and by whom something is asked for; a member in the first server unless said otherwise. */
export interface Asker {
  personId?: string;
  channelId?: string;
}

const placeOf = ({ discord }: World, { personId, channelId }: Asker) => ({
  person: discord.as(personId ?? discord.world.member.id),
  channelId: channelId ?? discord.world.atelier.channelId,
});

/** Types a command. */
export const typeCommand = (
  world: World,
  command: string,
  options: Record<string, string | boolean> = {},
  asker: Asker = {},
): Promise<InteractionResult> => {
  const { person, channelId } = placeOf(world, asker);
  return person.slash(channelId, command, options);
};

/** Asks for pictures and waits until they are there; returns the card's id. */
export const askOfPeople = async (
  world: World,
  command: 'imagine' | 'gen',
  options: Record<string, string | boolean>,
  asker: Asker = {},
): Promise<string> => {
  const { message } = await typeCommand(world, command, options, asker);
  const id = message?.id ?? '';
  await expectPictures(world.discord, id, command === 'imagine' ? 4 : 1);
  return id;
};

/** The custom ids of a message's components. */
export const customIdsOf = (message: Message | undefined): string[] =>
  (message?.components ?? []).flatMap(({ components = [] }) =>
    components.flatMap(({ custom_id: id }) => id ?? []),
  );

/** The custom id that begins with this. */
export const customIdIn = (message: Message | undefined, beginning: CustomId): string => {
  const id = customIdsOf(message).find((candidate) => candidate.startsWith(beginning));
  if (id === undefined)
    throw new Error(
      `no ${beginning} among ${customIdsOf(message).join(', ')}: ${JSON.stringify(message?.content)}`,
    );
  return id;
};

/** The bodies that were submitted. */
export const bodiesOf = ({ service }: World): unknown[] => service.submissions.map(({ body }) => body);

/** The prompts that were submitted, in their order. */
export const promptsOf = (world: World): string[] =>
  world.service.submissions.map(({ body }) => String((body as { prompt?: unknown }).prompt));

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
