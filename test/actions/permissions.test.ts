import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import {
  isThread,
  mayUseCommand,
  permissionsIn,
  type ChannelFacts,
  type CommandRule,
} from '../../src/discord/rest/permissions.ts';

const {
  ViewChannel: viewChannel,
  SendMessages: sendMessages,
  ManageMessages: manageMessages,
  Administrator: administrator,
  UseApplicationCommands: useApplicationCommands,
} = PermissionFlagsBits;
const everyone = { id: '100', permissions: viewChannel | sendMessages };
const painter = { id: '101', permissions: manageMessages };
const guild = {
  id: '100',
  ownerId: '1',
  roles: [everyone, painter, { id: '102', permissions: administrator }],
};
const channel = (...overwrites: ChannelFacts['overwrites']): ChannelFacts => ({
  id: '200',
  type: 0,
  overwrites,
});
const member = (...roleIds: string[]) => ({ id: '2', roleIds });

test('roles add up, and everybody has the role of everyone', () => {
  expect(permissionsIn(guild, channel(), member())).toBe(viewChannel | sendMessages);
  expect(permissionsIn(guild, channel(), member('101'))).toBe(viewChannel | sendMessages | manageMessages);
});

test('owners and administrators may do everything, whatever a channel says', () => {
  const closed = channel({ id: '100', allow: 0n, deny: viewChannel });
  expect(permissionsIn(guild, closed, { id: '1', roleIds: [] }) & useApplicationCommands).not.toBe(0n);
  expect(permissionsIn(guild, closed, member('102')) & useApplicationCommands).not.toBe(0n);
});

test('in a channel, a member goes before roles, and roles before everyone; what roles allow goes before what they deny', () => {
  const ofEveryone = { id: '100', allow: useApplicationCommands, deny: sendMessages };
  expect(permissionsIn(guild, channel(ofEveryone), member())).toBe(viewChannel | useApplicationCommands);
  const ofRole = { id: '101', allow: sendMessages, deny: useApplicationCommands };
  const ofOther = { id: '103', allow: useApplicationCommands, deny: 0n };
  const held = permissionsIn(guild, channel(ofEveryone, ofRole, ofOther), member('101', '103'));
  expect(held).toBe(viewChannel | sendMessages | manageMessages | useApplicationCommands);
  const own = { id: '2', allow: 0n, deny: manageMessages };
  expect(permissionsIn(guild, channel(own, ofRole), member('101')) & manageMessages).toBe(0n);
});

test('who does not see a channel may do nothing in it', () => {
  expect(permissionsIn(guild, channel({ id: '2', allow: 0n, deny: viewChannel }), member('101'))).toBe(0n);
});

test('threads are known by their type', () => {
  expect([0, 1, 5, 10, 11, 12, 13].map((type) => isThread({ type }))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    false,
  ]);
});

const use = { guildId: '100', channelId: '200', member: member('101') };
const rule = (id: string, type: number, allowed: boolean): CommandRule => ({ id, type, allowed });
const [ROLE, USER, CHANNEL] = [1, 2, 3];

test('without rules a command is for all', () => {
  expect(mayUseCommand([], [], use)).toBe(true);
});

test('a rule for the person goes before those for roles, a role before everyone, and one allowing role is enough', () => {
  const forbidsAll = rule('100', ROLE, false);
  expect(mayUseCommand([forbidsAll], [], use)).toBe(false);
  expect(mayUseCommand([forbidsAll, rule('101', ROLE, true)], [], use)).toBe(true);
  expect(mayUseCommand([forbidsAll, rule('2', USER, true)], [], use)).toBe(true);
  expect(mayUseCommand([rule('101', ROLE, true), rule('2', USER, false)], [], use)).toBe(false);
  const both = { ...use, member: member('101', '103') };
  expect(mayUseCommand([rule('101', ROLE, false), rule('103', ROLE, true)], [], both)).toBe(true);
});

test('a rule for the channel goes before the one for all channels, and both rights are needed', () => {
  const nowhere = rule('99', CHANNEL, false);
  expect(mayUseCommand([nowhere], [], use)).toBe(false);
  expect(mayUseCommand([nowhere, rule('200', CHANNEL, true)], [], use)).toBe(true);
  expect(mayUseCommand([rule('200', CHANNEL, true), rule('2', USER, false)], [], use)).toBe(false);
});

test('what is said about the command goes before what is said about the application', () => {
  expect(mayUseCommand([], [rule('100', ROLE, false)], use)).toBe(false);
  expect(mayUseCommand([rule('100', ROLE, true)], [rule('100', ROLE, false)], use)).toBe(true);
  expect(mayUseCommand([rule('200', CHANNEL, true)], [rule('200', CHANNEL, false)], use)).toBe(true);
});
