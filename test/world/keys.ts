import type { InteractionResult, Message } from '../../sandbox/discord/index.ts';
import { typeCommand } from './asking.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

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

/** Starts a world whose image service knows the keys; without more words, the operator has none. */
export const startKeyed = async (
  env: Record<string, string> = NO_SHARED_KEY,
  options: WorldOptions = {},
): Promise<World> => {
  const world = await startWorld({ ...options, env });
  openAccounts(world);
  return world;
};

/** A world in which the first server has a key of its own, with so much quota. */
export const startWithQuota = async (quota: number, options: WorldOptions = {}): Promise<World> => {
  const world = await startWorld({ ...options, env: { ...NO_SHARED_KEY, ...options.env } });
  openAccounts(world, quota);
  await setKey(world.discord, SERVER_KEY);
  return world;
};

/** The same, and the member has a key of their own for direct messages. */
export const startWithOwnKey = async (): Promise<World> => {
  const world = await startWithQuota(1_000);
  const key = 'own-key-of-a-person-1';
  world.service.openAccount({ name: 'own', key, quota: 1_000 });
  await setKey(world.discord, key, 'direct', world.discord.world.member.id);
  return world;
};

/** Opens the form, and puts a key into it. */
export const setKey = async (
  discord: World['discord'],
  key: string,
  place: 'server' | 'direct' = 'server',
  personId = discord.world.admin.id,
): Promise<InteractionResult> => {
  const { modal } = await typeCommand({ discord }, 'key set', {}, { place, personId });
  if (!modal) throw new Error('there is no form');
  return discord.as(personId).submitModal(modal, { key });
};

/** What `/key status` says. */
export const keyStatus = async (
  discord: World['discord'],
  place: 'server' | 'direct' = 'server',
  personId = discord.world.admin.id,
): Promise<Message> => {
  const { message } = await typeCommand({ discord }, 'key status', {}, { place, personId });
  if (!message) throw new Error('there is no answer');
  return message;
};
