import { expect, test } from 'vitest';
import { z } from 'zod';
import { ClientRefusal } from '../../sandbox/discord/index.ts';
import {
  answer,
  connect,
  imagine,
  IMAGINE,
  interactionFrom,
  PIXEL,
  register,
  start,
  startWithBot,
} from './helpers.ts';

const option = (type: number, name: string, fields: object = {}) => ({
  type,
  name,
  description: name,
  ...fields,
});

test('every type of option arrives with what its ids stand for', async () => {
  const discord = await start();
  const options = [
    option(3, 'text'),
    option(4, 'count', { min_value: 1, max_value: 4 }),
    option(10, 'strength'),
    option(5, 'private'),
    option(6, 'user'),
    option(7, 'channel'),
    option(8, 'role'),
    option(9, 'anyone'),
    option(11, 'picture'),
  ];
  await register(discord, { name: 'all', description: 'All', options });
  await connect(discord);
  const { atelier, member, admin } = discord.world;
  const { interaction } = await interactionFrom(discord, () =>
    discord.as(member.id).slash(atelier.channelId, 'all', {
      text: 'a',
      count: 2,
      strength: 0.5,
      private: true,
      user: admin.id,
      channel: atelier.secondChannelId,
      role: atelier.everyoneRoleId,
      anyone: admin.id,
      picture: { filename: 'fox.png', contentType: 'image/png', bytes: PIXEL },
    }),
  );
  const { data } = z
    .object({
      data: z.object({
        options: z.array(z.object({ name: z.string(), value: z.unknown() })),
        resolved: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
      }),
    })
    .parse(interaction);
  const value = (name: string) => String(data.options.find((one) => one.name === name)?.value);
  expect(Object.keys(data.resolved).sort()).toEqual(['attachments', 'channels', 'members', 'roles', 'users']);
  const attachment = data.resolved['attachments']![value('picture')]!;
  expect(attachment).toMatchObject({
    filename: 'fox.png',
    content_type: 'image/png',
    width: 1,
    height: 1,
    ephemeral: true,
  });
  const file = await fetch(String(attachment['url']));
  expect(Buffer.from(await file.arrayBuffer())).toEqual(PIXEL);
});

test('subcommands are called by their full name', async () => {
  const discord = await start();
  const set = option(1, 'set', { options: [option(3, 'value', { required: true })] });
  await register(discord, {
    name: 'settings',
    description: 'Settings',
    options: [option(2, 'key', { options: [set] })],
  });
  await connect(discord);
  const mona = discord.as(discord.world.member.id);
  const { channelId } = discord.world.atelier;
  const { interaction } = await interactionFrom(discord, () =>
    mona.slash(channelId, 'settings key set', { value: 'x' }),
  );
  expect(interaction.data).toMatchObject({
    options: [
      { name: 'key', type: 2, options: [{ name: 'set', type: 1, options: [{ name: 'value', value: 'x' }] }] },
    ],
  });
  await expect(mona.slash(channelId, 'settings')).rejects.toThrow('settings needs a subcommand');
});

test('the client holds people to what a command asks for', async () => {
  const discord = await start();
  await register(discord, {
    ...IMAGINE,
    options: [
      option(3, 'prompt', { required: true, max_length: 5 }),
      option(3, 'style', { choices: [{ name: 'Oil', value: 'oil' }] }),
      option(4, 'count', { max_value: 4 }),
      option(11, 'picture'),
    ],
  });
  const slash = (options: Parameters<ReturnType<typeof discord.as>['slash']>[2]) =>
    discord.as(discord.world.member.id).slash(discord.world.atelier.channelId, 'imagine', options);
  await expect(slash({})).rejects.toThrow(new ClientRefusal('imagine needs prompt'));
  await expect(slash({ prompt: 'too long' })).rejects.toThrow('prompt: Type at most 5 characters');
  await expect(slash({ prompt: 'x', style: 'ink' })).rejects.toThrow('ink is no choice of style');
  await expect(slash({ prompt: 'x', count: 5 })).rejects.toThrow('count: Enter at most');
  await expect(slash({ prompt: 'x', count: 1.5 })).rejects.toThrow('count: Enter a whole number');
  await expect(slash({ prompt: 'x', other: 'y' })).rejects.toThrow('imagine has no option other');
  await expect(
    slash({ prompt: 'x', picture: { filename: 'a', bytes: new Uint8Array(11 * 1024 * 1024) } }),
  ).rejects.toThrow('larger than');
});

test('commands for admins are not offered to members', async () => {
  const discord = await start();
  await register(discord, { name: 'settings', description: 'Settings', default_member_permissions: '32' });
  await connect(discord);
  const { atelier, member, admin } = discord.world;
  await expect(discord.as(member.id).slash(atelier.channelId, 'settings')).rejects.toThrow(
    'no command settings',
  );
  const { interaction } = await interactionFrom(discord, () =>
    discord.as(admin.id).slash(atelier.channelId, 'settings'),
  );
  expect(BigInt(interaction.member!.permissions) & 32n).toBe(32n);
});

test('a select sends its values', async () => {
  const { discord, mona } = await startWithBot();
  const { interaction, result } = await imagine(discord);
  const select = {
    type: 3,
    custom_id: 'pick',
    max_values: 2,
    options: ['a', 'b', 'c'].map((value) => ({ label: value, value })),
  };
  await answer(discord, interaction, {
    type: 4,
    data: { content: 'pick', components: [{ type: 1, components: [select] }] },
  });
  const { id } = (await result).message!;
  const picked = await interactionFrom(discord, () => mona.select(id, 'pick', ['a', 'c']));
  expect(picked.interaction.data).toMatchObject({ component_type: 3, custom_id: 'pick', values: ['a', 'c'] });
  await expect(mona.select(id, 'pick', ['a', 'b', 'c'])).rejects.toThrow('pick: Choose at most 2');
});

test('a disabled button cannot be pressed', async () => {
  const { discord, mona } = await startWithBot();
  const { interaction, result } = await imagine(discord);
  const button = { type: 2, style: 1, label: 'No', custom_id: 'no', disabled: true };
  await answer(discord, interaction, {
    type: 4,
    data: { content: 'x', components: [{ type: 1, components: [button] }] },
  });
  await expect(mona.click((await result).message!.id, 'no')).rejects.toThrow('component no is disabled');
});

test('an ephemeral message is seen and dismissed by its person alone', async () => {
  const { discord, mona, channelId } = await startWithBot();
  const { interaction, result } = await imagine(discord);
  await answer(discord, interaction, { type: 4, data: { content: 'for you', flags: 64 } });
  const { id } = (await result).message!;
  const ada = discord.as(discord.world.admin.id);
  expect(() => {
    ada.dismiss(id);
  }).toThrow('not to be seen');
  mona.dismiss(id);
  expect(mona.messagesIn(channelId)).toEqual([]);
});

test('people delete their own messages, and others only with Manage Messages', async () => {
  const discord = await start();
  const { atelier, member, secondMember, admin } = discord.world;
  const { id } = discord.as(member.id).send(atelier.channelId, 'hello');
  expect(() => {
    discord.as(secondMember.id).deleteMessage(id);
  }).toThrow('no permission');
  discord.as(admin.id).deleteMessage(id);
  expect(discord.message(id)).toBeUndefined();
  expect(discord.historyOf(id).map(({ content }) => content)).toEqual(['hello']);
});

test('until says what it waited for, and what happened last', async () => {
  const { discord } = await startWithBot();
  const waiting = discord.until(() => undefined, { what: 'a miracle', timeoutMs: 20 });
  await expect(waiting).rejects.toThrow(/did not happen within 20 ms: a miracle\n.*PUT \/applications/s);
});
