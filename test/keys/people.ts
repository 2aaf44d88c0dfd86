import type { Discord, InteractionResult, Message } from '../../sandbox/discord/index.ts';
import { startWorld, textOf, type World, type WorldOptions } from '../world/world.ts';

/** A second account of the image service, and a third. */
export const SERVER_KEY = 'server-key-abcdefgh-1234';
export const NEW_KEY = 'newer-server-key-stuvwx-5678';

/** An operator without a key of their own. */
export const NO_SHARED_KEY = { IMAGE_API_KEY: '' };

/** Makes the image service know the keys of the tests. */
export const openAccounts = ({ service }: Pick<World, 'service'>, quota = 1_000): void => {
  service.openAccount({ name: 'server', key: SERVER_KEY, quota });
  service.openAccount({ name: 'newer', key: NEW_KEY, quota });
};

const where = ({ world }: Discord, place: 'server' | 'direct', personId = world.admin.id): string => {
  if (place === 'server') return world.atelier.channelId;
  const person = [world.admin, world.member, world.secondMember].find(({ id }) => id === personId);
  return person?.directChannelId ?? '';
};

/** Opens the form, and puts a key into it. */
export const setKey = async (
  discord: Discord,
  key: string,
  place: 'server' | 'direct' = 'server',
  personId = discord.world.admin.id,
): Promise<InteractionResult> => {
  const person = discord.as(personId);
  const { modal } = await person.slash(where(discord, place, personId), 'key set');
  if (!modal) throw new Error('there is no form');
  return person.submitModal(modal, { key });
};

/** What `/key status` says. */
export const keyStatus = async (
  discord: Discord,
  place: 'server' | 'direct' = 'server',
  personId = discord.world.admin.id,
): Promise<Message> => {
  const { message } = await discord.as(personId).slash(where(discord, place, personId), 'key status');
  if (!message) throw new Error('there is no answer');
  return message;
};

/** The custom ids of a message's buttons. */
export const buttonsOf = (message: Message | undefined): string[] =>
  (message?.components ?? []).flatMap(({ components = [] }) =>
    components.flatMap(({ custom_id: id }) => id ?? []),
  );

/** Asks for pictures. Returns the id of the message that answers. */
export const imagine = async (
  discord: Discord,
  prompt: string,
  place: 'server' | 'direct' = 'server',
  personId = discord.world.member.id,
): Promise<string> => {
  const { message } = await discord
    .as(personId)
    .slash(where(discord, place, personId), 'imagine', { prompt });
  return message?.id ?? '';
};

/** What a message says now. */
export const said = (discord: Discord, messageId: string): string => textOf(discord.message(messageId));

/** A world in which the first server has a key of its own, with so much quota. */
export const startWithQuota = async (quota: number, options: WorldOptions = {}): Promise<World> => {
  const world = await startWorld({ ...options, env: { ...NO_SHARED_KEY, ...options.env } });
  openAccounts(world, quota);
  await setKey(world.discord, SERVER_KEY);
  return world;
};
