import { expect, test } from 'vitest';
import { ask, idsOf, IMAGINE, register, start } from './helpers.ts';

test('a bulk overwrite replaces all commands and keeps the ids of those that stay', async () => {
  const discord = await start();
  const first = await register(discord, IMAGINE, { ...IMAGINE, name: 'gen' });
  const second = await register(discord, { ...IMAGINE, description: 'Draws again' });
  expect(discord.commands().map(({ name, description }) => [name, description])).toEqual([
    ['imagine', 'Draws again'],
  ]);
  expect(idsOf(second)).toEqual([idsOf(first)[0]]);
});

test('commands are added, changed, read and deleted one by one', async () => {
  const discord = await start();
  const base = `/applications/${discord.applicationId}/commands`;
  const { status, body } = await ask(discord, 'POST', base, IMAGINE);
  expect(status).toBe(201);
  expect((await ask(discord, 'POST', base, IMAGINE)).status).toBe(200);
  const one = `${base}/${body.id}`;
  expect((await ask(discord, 'PATCH', one, { description: 'Other' })).body).toMatchObject({
    description: 'Other',
    options: [{ name: 'prompt' }],
  });
  expect((await ask(discord, 'GET', one)).body).toMatchObject({ description: 'Other' });
  expect((await ask(discord, 'DELETE', one)).status).toBe(204);
  expect((await ask(discord, 'GET', one)).body.code).toBe(10063);
});

test('commands of a server are known in that server only', async () => {
  const discord = await start();
  const { atelier, gallery, member } = discord.world;
  await ask(discord, 'PUT', `/applications/${discord.applicationId}/guilds/${atelier.guild.id}/commands`, [
    IMAGINE,
  ]);
  expect(discord.commands(atelier.guild.id)).toHaveLength(1);
  const mona = discord.as(member.id);
  await expect(mona.slash(gallery.channelId, 'imagine', { prompt: 'x' })).rejects.toThrow(
    'no command imagine here',
  );
});

const option = (fields: object) => ({ type: 3, name: 'x', description: 'x', ...fields });
const many = (count: number, make: (n: number) => unknown) =>
  Array.from({ length: count }, (_, n) => make(n));

test.each([
  ['a name in capitals', { ...IMAGINE, name: 'Imagine' }],
  ['no description', { name: 'imagine' }],
  ['a description of 101 characters', { ...IMAGINE, description: 'x'.repeat(101) }],
  ['26 options', { ...IMAGINE, options: many(26, (n) => option({ name: `o${String(n)}` })) }],
  [
    '26 choices',
    { ...IMAGINE, options: [option({ choices: many(26, (n) => ({ name: `c${String(n)}`, value: 'v' })) })] },
  ],
  [
    'a required option after an optional one',
    { ...IMAGINE, options: [option({}), option({ name: 'y', required: true })] },
  ],
  ['two options of one name', { ...IMAGINE, options: [option({}), option({})] }],
  [
    'choices and autocomplete',
    { ...IMAGINE, options: [option({ autocomplete: true, choices: [{ name: 'a', value: 'a' }] })] },
  ],
  ['a choice of the wrong type', { ...IMAGINE, options: [option({ choices: [{ name: 'a', value: 1 }] })] }],
  ['a maximum length of 6001', { ...IMAGINE, options: [option({ max_length: 6001 })] }],
  ['subcommands beside options', { ...IMAGINE, options: [option({ type: 1 }), option({ name: 'y' })] }],
  [
    'more than 8000 characters',
    {
      ...IMAGINE,
      options: many(4, (n) =>
        option({
          name: `o${String(n)}`,
          choices: many(25, (c) => ({
            name: `${String(c)}${'n'.repeat(90)}`,
            value: `${String(c)}${'v'.repeat(90)}`,
          })),
        }),
      ),
    },
  ],
])('Discord turns down %s', async (_name, command) => {
  const discord = await start();
  expect(await register(discord, command)).toMatchObject({ status: 400, body: { code: 50035 } });
  expect(discord.commands()).toEqual([]);
});

test('a sixteenth message command is one too many', async () => {
  const discord = await start();
  const menus = many(16, (n) => ({ type: 3, name: `Menu ${String(n)}` }));
  expect((await register(discord, ...menus)).body.code).toBe(30032);
  expect((await register(discord, ...menus.slice(1))).status).toBe(200);
});

test('a problem names its place', async () => {
  const discord = await start();
  const { body } = await register(discord, { ...IMAGINE, options: [option({ name: 'Bad Name' })] });
  const name = { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] };
  expect(body).toMatchObject({ errors: { '0': { options: { '0': { name } } } } });
});

test('the application and the bot describe themselves', async () => {
  const discord = await start();
  for (const path of ['/applications/@me', '/oauth2/applications/@me', '/users/@me']) {
    expect((await ask(discord, 'GET', path)).body.id).toBe(discord.applicationId);
  }
});
