import { expect, test } from 'vitest';
import { Permission } from '../../sandbox/discord/index.ts';
import { answer, ask, imagine, original, start, startWithBot } from './helpers.ts';

const EPHEMERAL = 64;
const LOADING = 128;

test('a payload says who, where and what', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord);
  expect(interaction).toMatchObject({
    type: 2,
    application_id: discord.applicationId,
    guild_id: discord.world.atelier.guild.id,
    channel_id: discord.world.atelier.channelId,
    channel: { id: discord.world.atelier.channelId, type: 0 },
    member: { user: { id: discord.world.member.id } },
    data: { name: 'imagine', type: 1, options: [{ name: 'prompt', type: 3, value: 'a fox' }] },
    context: 0,
    authorizing_integration_owners: { '0': discord.world.atelier.guild.id },
    locale: 'en-US',
    attachment_size_limit: 10 * 1024 * 1024,
  });
  expect(interaction.token.length).toBeGreaterThan(128);
  expect(BigInt(interaction.app_permissions) & Permission.ViewChannel).not.toBe(0n);
});

test('a command that nobody answers fails for its person', async () => {
  const { mona, channelId } = await startWithBot({ answerWithinMs: 50 });
  expect(await mona.slash(channelId, 'imagine', { prompt: 'x' })).toMatchObject({ answered: false });
});

test('an answer after its time is 10062', async () => {
  let now = Date.now();
  const { discord } = await startWithBot({ now: () => now });
  const { interaction } = await imagine(discord);
  now += 3001;
  expect(await answer(discord, interaction, { type: 5 })).toMatchObject({
    status: 404,
    body: { code: 10062 },
  });
});

test('an unknown interaction is 10062', async () => {
  const discord = await start();
  const unknown = { id: discord.applicationId, token: 'x' };
  expect(await answer(discord, unknown, { type: 5 })).toMatchObject({ status: 404, body: { code: 10062 } });
});

test('a second answer is 40060', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord);
  expect((await answer(discord, interaction, { type: 5 })).status).toBe(204);
  expect(await answer(discord, interaction, { type: 5 })).toMatchObject({
    status: 400,
    body: { code: 40060 },
  });
});

test('a body that is declined leaves the interaction unanswered', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord);
  const long = { type: 4, data: { content: 'x'.repeat(2001) } };
  expect(await answer(discord, interaction, long)).toMatchObject({
    status: 400,
    body: { code: 50035, errors: { data: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } } },
  });
  expect((await answer(discord, interaction, { type: 4, data: { content: 'short' } })).status).toBe(204);
});

test('without with_response the answer is 204 and has no type', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord);
  const response = await answer(discord, interaction, { type: 4, data: { content: 'hello' } });
  expect(response.status).toBe(204);
  expect(response.headers.get('content-type')).toBeNull();
});

test('with_response gives the message for type 4, and only its id for type 5', async () => {
  const { discord } = await startWithBot();
  const first = await imagine(discord);
  const told = await answer(
    discord,
    first.interaction,
    { type: 4, data: { content: 'hello' } },
    { withResponse: true },
  );
  expect(told.body).toMatchObject({
    interaction: { type: 2 },
    resource: { type: 4, message: { content: 'hello' } },
  });
  expect(told.body.interaction.response_message_id).toBe(told.body.resource?.message.id);
  const second = await imagine(discord);
  const deferred = await answer(discord, second.interaction, { type: 5 }, { withResponse: true });
  expect(deferred.body.resource).toBeUndefined();
  expect(discord.message(deferred.body.interaction.response_message_id)?.flags).toBe(LOADING);
});

test('an edit ends the loading, and whether it is ephemeral was settled by the first answer', async () => {
  const { discord, mona, channelId } = await startWithBot();
  const { interaction, result } = await imagine(discord);
  await answer(discord, interaction, { type: 5, data: { flags: EPHEMERAL } });
  const { message } = await result;
  const edit = await ask(
    discord,
    'PATCH',
    original(discord, interaction.token),
    { content: 'done' },
    { token: null },
  );
  expect(edit).toMatchObject({ status: 200, body: { id: message!.id, content: 'done', flags: EPHEMERAL } });
  expect(mona.messagesIn(channelId).map(({ content }) => content)).toEqual(['done']);
  expect(discord.as(discord.world.admin.id).messagesIn(channelId)).toEqual([]);
});

test('only EPHEMERAL can be set while deferring', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord);
  const response = await answer(discord, interaction, { type: 5, data: { flags: 1 << 15 } });
  expect(response).toMatchObject({ status: 400, body: { code: 50035 } });
});

test('a token that is not answered yet edits nothing: 10015', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord);
  const edit = await ask(
    discord,
    'PATCH',
    original(discord, interaction.token),
    { content: 'x' },
    { token: null },
  );
  expect(edit).toMatchObject({ status: 404, body: { code: 10015 } });
});

test('a token dies after 15 minutes: 50027, and the bot edits by its own token', async () => {
  let now = Date.now();
  const { discord } = await startWithBot({ now: () => now });
  const { interaction, result } = await imagine(discord);
  await answer(discord, interaction, { type: 4, data: { content: 'working' } });
  const id = (await result).message!.id;
  now += 15 * 60_000;
  const path = original(discord, interaction.token);
  expect(await ask(discord, 'PATCH', path, { content: 'x' }, { token: null })).toMatchObject({
    status: 401,
    body: { code: 50027 },
  });
  expect(discord.invalidRequests).toBe(1);
  const byBot = await ask(discord, 'PATCH', `/channels/${interaction.channel!.id}/messages/${id}`, {
    content: 'done',
  });
  expect(byBot).toMatchObject({ status: 200, body: { content: 'done' } });
});

test('a test can let a token expire early', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord);
  await answer(discord, interaction, { type: 4, data: { content: 'x' } });
  discord.expireToken(interaction.token);
  const get = await ask(discord, 'GET', original(discord, interaction.token), undefined, { token: null });
  expect(get.body.code).toBe(50027);
});

test('an ephemeral message does not exist for the bot token: 10008', async () => {
  const { discord } = await startWithBot();
  const { interaction, result } = await imagine(discord);
  await answer(discord, interaction, { type: 4, data: { content: 'x', flags: EPHEMERAL } });
  const path = `/channels/${interaction.channel!.id}/messages/${(await result).message!.id}`;
  expect(await ask(discord, 'PATCH', path, { content: 'y' })).toMatchObject({
    status: 404,
    body: { code: 10008 },
  });
  expect(() => {
    discord.as(discord.world.member.id).react(path.split('/').at(-1)!, '🎨');
  }).toThrow(/ephemeral/);
});

test('the first follow-up after type 5 takes the place of the loading message', async () => {
  const { discord, channelId } = await startWithBot();
  const { interaction } = await imagine(discord);
  await answer(discord, interaction, { type: 5 });
  const hook = `/webhooks/${discord.applicationId}/${interaction.token}`;
  await ask(discord, 'POST', hook, { content: 'first' }, { token: null });
  await ask(discord, 'POST', hook, { content: 'second', flags: EPHEMERAL }, { token: null });
  expect(discord.messagesIn(channelId).map(({ content, flags }) => [content, flags])).toEqual([
    ['first', 0],
    ['second', EPHEMERAL],
  ]);
});

test('follow-ups can be read, edited and deleted', async () => {
  const { discord, channelId } = await startWithBot();
  const { interaction } = await imagine(discord);
  await answer(discord, interaction, { type: 4, data: { content: 'card' } });
  const hook = `/webhooks/${discord.applicationId}/${interaction.token}`;
  const { body } = await ask(discord, 'POST', hook, { content: 'more' }, { token: null });
  const one = `${hook}/messages/${body.id}`;
  expect((await ask(discord, 'GET', one, undefined, { token: null })).body.content).toBe('more');
  expect((await ask(discord, 'PATCH', one, { content: 'most' }, { token: null })).body.content).toBe('most');
  expect((await ask(discord, 'DELETE', one, undefined, { token: null })).status).toBe(204);
  expect((await ask(discord, 'GET', one, undefined, { token: null })).body.code).toBe(10008);
  expect(discord.messagesIn(channelId)).toHaveLength(1);
});

test('the original can be deleted, also as %40original', async () => {
  const { discord, channelId } = await startWithBot();
  const { interaction } = await imagine(discord);
  await answer(discord, interaction, { type: 4, data: { content: 'card' } });
  const path = original(discord, interaction.token).replace('@', '%40');
  expect((await ask(discord, 'DELETE', path, undefined, { token: null })).status).toBe(204);
  expect(discord.messagesIn(channelId)).toEqual([]);
  expect((await ask(discord, 'PATCH', path, { content: 'x' }, { token: null })).body.code).toBe(10008);
});
