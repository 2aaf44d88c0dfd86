import { ApplicationCommandPermissionType, type ApplicationCommandPermissions } from 'discord.js';
import { expect, test } from 'vitest';
import { mayUseCommand } from '../../src/discord/rights.ts';

const use = { guildId: '100', channelId: '200', personId: '2', roleIds: ['101'] };
const rule = (
  id: string,
  type: ApplicationCommandPermissionType,
  permission: boolean,
): ApplicationCommandPermissions => ({
  id,
  type,
  permission,
});
const { Role: ROLE, User: USER, Channel: CHANNEL } = ApplicationCommandPermissionType;

test('without rules a command is for all', () => {
  expect(mayUseCommand([], [], use)).toBe(true);
});

test('a rule for the person goes before those for roles, a role before everyone, and one allowing role is enough', () => {
  const forbidsAll = rule('100', ROLE, false);
  expect(mayUseCommand([forbidsAll], [], use)).toBe(false);
  expect(mayUseCommand([forbidsAll, rule('101', ROLE, true)], [], use)).toBe(true);
  expect(mayUseCommand([forbidsAll, rule('2', USER, true)], [], use)).toBe(true);
  expect(mayUseCommand([rule('101', ROLE, true), rule('2', USER, false)], [], use)).toBe(false);
  const both = { ...use, roleIds: ['101', '103'] };
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
