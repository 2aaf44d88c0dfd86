import { expect, test } from 'vitest';
import { Permission } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { bodiesOf, interact, press } from '../world/asking.ts';
import { NO_SHARED_KEY, openAccounts, SERVER_KEY } from '../world/keys.ts';
import { buttonsOf, customIdsOf, expectPictures, idOf, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

const { setup, settings, card } = ENGLISH;

test('the first request of a person who manages the server sets it up in three presses, and is made', async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  openAccounts(world);
  const { discord } = world;
  const { atelier, admin } = discord.world;
  const keeper = discord.addRole(atelier.guild.id, { name: 'Keeper' }).id;
  const person = discord.as(admin.id);
  const { message } = await interact(world, 'the very first', { personId: admin.id });
  const id = message?.id ?? '';
  expect(Object.keys(buttonsOf(message))).not.toContain(card.buttons.tryAgain);
  const text = () => textOf(discord.message(id));
  expect(text()).toContain(setup.title(false));
  expect(text()).not.toContain('Someone');
  expect(text()).toContain(setup.step(1, setup.key, setup.missing, false));
  expect(text()).toContain(setup.step(2, settings.names.roles, settings.everyone, false));
  await person.select(id, customId('setup-roles'), [keeper]);
  expect(text()).toContain(setup.step(2, settings.names.roles, `<@&${keeper}>`, true));
  const { modal: limit } = await person.click(id, customId('setup-limit'));
  await person.submitModal(limit!, { daily: '10' });
  expect(text()).toContain(setup.step(3, setup.limit, setup.perDay(10), true));
  const { modal: key } = await person.click(id, customId('setup-key'));
  await person.submitModal(key!, { key: SERVER_KEY });
  expect(text()).toContain(setup.title(true));
  expect(text()).toContain(setup.step(1, setup.key, setup.done, true));
  expect(text()).toContain('the very first');
  await expectPictures(discord, idOf(await press(discord, admin.id, id, card.buttons.makeIt)), 4);
  expect(bodiesOf(world)).toEqual([{ prompt: 'the very first' }]);
});

test('a key that the image service declines leaves the set-up as it was', async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  const { admin } = discord.world;
  const { message } = await interact(world, 'a fox', { personId: admin.id });
  const person = discord.as(admin.id);
  const { modal } = await person.click(message?.id ?? '', customId('setup-key'));
  const refused = await person.submitModal(modal!, { key: 'sk-wrong-0123456789' });
  expect(textOf(refused.message)).not.toContain(setup.done);
  expect(textOf(discord.message(message?.id ?? ''))).toContain(setup.missing);
});

test('a member reads whom to ask, by role, and gets no set-up', async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  const { atelier } = discord.world;
  const role = discord.addRole(atelier.guild.id, {
    name: 'Stewards',
    permissions: Permission.ManageGuild,
  }).id;
  const { message } = await interact(world, 'a fox');
  expect(textOf(message)).toContain(`<@&${role}>`);
  expect(customIdsOf(message).some((one) => one.startsWith('setup'))).toBe(false);
});
