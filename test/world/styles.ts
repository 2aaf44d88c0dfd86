import type { Discord, InteractionResult } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { press, typeCommand } from './asking.ts';
import { allTextOf, idOf } from './messages.ts';
import type { World } from './world.ts';

const { styles: texts } = ENGLISH;

/** Whose style it is. */
export type Whose = 'own' | 'server';

/** Who changes such styles. */
const personFor = ({ world }: Discord, whose: Whose): string =>
  whose === 'own' ? world.member.id : world.admin.id;

/** Opens `/styles`; returns the message's id. */
export const openPanel = async (world: World, personId: string): Promise<string> =>
  idOf(await typeCommand(world, 'styles', {}, { personId }));

/** Makes a style in the panel; returns what came of it. */
export const make = async (
  world: World,
  fields: { name: string; text: string; aspectRatio?: string; mode?: string },
  whose: Whose = 'own',
): Promise<InteractionResult> => {
  const { discord } = world;
  const personId = personFor(discord, whose);
  const panel = await openPanel(world, personId);
  const { modal } = await discord.as(personId).click(panel, customId('style-form', whose));
  if (!modal) throw new Error('no form');
  const { aspectRatio, mode, ...typed } = fields;
  const chosen = { ...(aspectRatio && { aspectRatio: [aspectRatio] }), ...(mode && { mode: [mode] }) };
  return discord.as(personId).submitModal(modal, { ...typed, ...chosen });
};

/** What the option `style` suggests. */
export const suggested = async (world: World, typed = '', command = 'imagine', personId?: string) => {
  const { discord } = world;
  const { choices = [] } = await discord
    .as(personId ?? discord.world.member.id)
    .autocomplete(discord.world.atelier.channelId, command, 'style', typed, { prompt: 'a fox' });
  return choices;
};

/** What a command sends for a style. */
export const valueOf = async (world: World, name: string): Promise<string> =>
  String((await suggested(world, name))[0]?.value);

/** The panel of one style, opened by a person. */
export const open = async (world: World, name: string, whose: Whose, personId?: string): Promise<string> => {
  const { discord } = world;
  const person = personId ?? personFor(discord, whose);
  const panel = await openPanel(world, person);
  const options = discord
    .message(panel)
    ?.components.flatMap(({ components = [] }) => components)
    .filter(({ custom_id: id }) => id?.startsWith(`style:${whose}`))
    .flatMap((menu) => (menu.options ?? []).map((option) => ({ menu: menu.custom_id ?? '', option })));
  const found = options?.find(({ option }) => option.label === name);
  if (!found) throw new Error(`no style ${name}`);
  await discord.as(person).select(panel, found.menu, [found.option.value]);
  return panel;
};

/** Makes a style the server's default. */
export const makeStandard = async (world: World, name: string): Promise<void> => {
  const panel = await open(world, name, 'server');
  await press(world.discord, world.discord.world.admin.id, panel, texts.makeStandard.false);
};

/** All that a message says. */
export const shown = ({ discord }: World, id: string): string => allTextOf(discord.message(id));

/** A style for tests. */
export const POSTER = { name: 'Poster', text: 'a poster of {prompt}, 1960s' };
