import { expect, test } from 'vitest';
import {
  answer,
  ask,
  imagine,
  interactionFrom,
  original,
  register,
  start,
  startWithBot,
  connect,
  IMAGINE,
} from './helpers.ts';

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
  expect(BigInt(interaction.app_permissions) & (1n << 10n)).not.toBe(0n);
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

test('a body that is turned down leaves the interaction unanswered', async () => {
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
  expect(told.body.interaction.response_message_id).toBe(told.body.resource.message.id);
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
  expect(() => discord.as(discord.world.member.id).react(path.split('/').at(-1)!, '🎨')).toThrow(/ephemeral/);
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

const CARD = {
  type: 4,
  data: {
    content: 'card',
    components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Again', custom_id: 'again:1' }] }],
  },
};

async function startWithCard() {
  const started = await startWithBot();
  const { interaction, result } = await imagine(started.discord);
  await answer(started.discord, interaction, CARD);
  const card = (await result).message!;
  const click = () => interactionFrom(started.discord, () => started.mona.click(card.id, 'again:1'));
  return { ...started, card, click };
}

test('a click carries the message, and types 6 and 7 make it the original', async () => {
  const { discord, card, click } = await startWithCard();
  const { interaction } = await click();
  expect(interaction).toMatchObject({
    type: 3,
    message: { id: card.id, content: 'card' },
    data: { custom_id: 'again:1', component_type: 2 },
  });
  await answer(discord, interaction, { type: 6 });
  const edit = await ask(
    discord,
    'PATCH',
    original(discord, interaction.token),
    { content: 'again' },
    { token: null },
  );
  expect(edit.body).toMatchObject({ id: card.id, content: 'again' });
  const second = await click();
  const told = await answer(
    discord,
    second.interaction,
    { type: 7, data: { content: 'updated' } },
    { withResponse: true },
  );
  expect(told.body.resource).toMatchObject({ type: 7, message: { id: card.id, content: 'updated' } });
});

test('a reply to a click is a message of its own, under the card', async () => {
  const { discord, card, click } = await startWithCard();
  const { interaction, result } = await click();
  await answer(discord, interaction, { type: 4, data: { content: 'another' } });
  const { message } = await result;
  expect(message).toMatchObject({ type: 19, message_reference: { message_id: card.id } });
  expect(discord.message(card.id)?.content).toBe('card');
});

test('types 6 and 7 belong to components', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord);
  const response = await answer(discord, interaction, { type: 7, data: { content: 'x' } });
  expect(response).toMatchObject({
    status: 400,
    body: { code: 50035, errors: { type: { _errors: [{ code: 'BASE_TYPE_CHOICES' }] } } },
  });
});

const MODAL = {
  type: 9,
  data: {
    custom_id: 'edit:1',
    title: 'Edit',
    components: [
      { type: 18, label: 'Prompt', component: { type: 4, custom_id: 'prompt', style: 2, value: 'a fox' } },
      {
        type: 18,
        label: 'Size',
        component: {
          type: 3,
          custom_id: 'size',
          options: [
            { label: 'Small', value: 's' },
            { label: 'Large', value: 'l' },
          ],
        },
      },
      { type: 18, label: 'Picture', component: { type: 19, custom_id: 'file', required: false } },
      {
        type: 18,
        label: 'Mode',
        component: {
          type: 21,
          custom_id: 'mode',
          options: [
            { label: 'A', value: 'a' },
            { label: 'B', value: 'b' },
          ],
        },
      },
      { type: 18, label: 'Private', component: { type: 23, custom_id: 'private' } },
    ],
  },
};

test('a modal is filled in and comes back with its values and files', async () => {
  const { discord, card, click, mona } = await startWithCard();
  const { interaction, result } = await click();
  await answer(discord, interaction, MODAL);
  const { modal } = await result;
  expect(modal).toMatchObject({ customId: 'edit:1', title: 'Edit' });
  const file = { filename: 'ref.png', contentType: 'image/png', bytes: Buffer.from('png') };
  const submitted = await interactionFrom(discord, () =>
    mona.submitModal(modal!, { size: ['l'], file: [file], mode: 'b', private: true }),
  );
  const { data } = submitted.interaction as unknown as {
    data: {
      components: { component: Record<string, unknown> }[];
      resolved: { attachments: Record<string, { filename: string }> };
    };
  };
  expect(data.components.map(({ component }) => component['value'] ?? component['values'])).toEqual([
    'a fox',
    ['l'],
    Object.keys(data.resolved.attachments),
    'b',
    true,
  ]);
  expect(Object.values(data.resolved.attachments)[0]?.filename).toBe('ref.png');
  expect(submitted.interaction).toMatchObject({ type: 5, message: { id: card.id } });
  expect((await answer(discord, submitted.interaction, MODAL)).body.code).toBe(50035);
  expect(
    (await answer(discord, submitted.interaction, { type: 7, data: { content: 'edited' } })).status,
  ).toBe(204);
  expect(discord.message(card.id)?.content).toBe('edited');
});

test('a person is held to the rules of a modal', async () => {
  const { discord, click, mona } = await startWithCard();
  const { interaction, result } = await click();
  await answer(discord, interaction, MODAL);
  const { modal } = await result;
  await expect(mona.submitModal(modal!, { size: ['xl'], mode: 'a' })).rejects.toThrow(
    'xl is no choice of size',
  );
  await expect(mona.submitModal(modal!, { mode: 'a' })).rejects.toThrow('size takes 1 to 1 values');
  await expect(mona.submitModal(modal!, { nothing: 'x' })).rejects.toThrow('the modal has no field nothing');
});

test('suggestions come back to the one who types', async () => {
  const discord = await start();
  const option = { type: 3, name: 'style', description: 'Style', autocomplete: true };
  await register(discord, { ...IMAGINE, options: [...IMAGINE.options, option] });
  await connect(discord);
  const { interaction, result } = await interactionFrom(discord, () =>
    discord
      .as(discord.world.member.id)
      .autocomplete(discord.world.atelier.channelId, 'imagine', 'style', 'oi', { prompt: 'a fox' }),
  );
  expect(interaction).toMatchObject({
    type: 4,
    data: {
      options: [
        { name: 'prompt', value: 'a fox' },
        { name: 'style', value: 'oi', focused: true },
      ],
    },
  });
  expect((await answer(discord, interaction, { type: 5 })).body.code).toBe(50035);
  await answer(discord, interaction, { type: 8, data: { choices: [{ name: 'Oil', value: 'oil' }] } });
  expect((await result).choices).toMatchObject([{ name: 'Oil', value: 'oil' }]);
});

test('a message menu shows the bot the whole message', async () => {
  const discord = await start();
  await register(discord, { type: 3, name: 'Describe' });
  await connect(discord);
  const said = discord.as(discord.world.admin.id).send(discord.world.atelier.channelId, 'some words');
  const { interaction, result } = await interactionFrom(discord, () =>
    discord.as(discord.world.member.id).menu(discord.world.atelier.channelId, 'Describe', said.id),
  );
  expect(interaction.data).toMatchObject({
    type: 3,
    target_id: said.id,
    resolved: { messages: { [said.id]: { content: 'some words' } } },
  });
  await answer(discord, interaction, { type: 4, data: { content: 'ok' } });
  expect((await result).message?.type).toBe(23);
});

test('in direct messages with the bot there is no guild', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord, discord.world.member.directChannelId);
  expect(interaction).toMatchObject({
    context: 1,
    user: { id: discord.world.member.id },
    authorizing_integration_owners: { '0': '0' },
  });
  expect(interaction.guild_id).toBeUndefined();
  expect(interaction.member).toBeUndefined();
});

const EVERYWHERE = { ...IMAGINE, contexts: [0, 1, 2], integration_types: [0, 1] };

test('an app that only the person has brought along: token only, five follow-ups', async () => {
  const discord = await start();
  await register(discord, EVERYWHERE);
  await connect(discord);
  discord.world.member.user.hasInstalledApplication = true;
  const channel = discord.addPrivateChannel([discord.world.member.id, discord.world.admin.id]);
  const { interaction, result } = await imagine(discord, channel.id);
  expect(interaction).toMatchObject({
    context: 2,
    authorizing_integration_owners: { '1': discord.world.member.id },
  });
  await answer(discord, interaction, { type: 4, data: { content: 'card' } });
  const id = (await result).message!.id;
  const byBot = await ask(discord, 'PATCH', `/channels/${channel.id}/messages/${id}`, { content: 'x' });
  expect(byBot).toMatchObject({ status: 403, body: { code: 50001 } });
  const hook = `/webhooks/${discord.applicationId}/${interaction.token}`;
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1)
    statuses.push((await ask(discord, 'POST', hook, { content: `${n}` }, { token: null })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 400]);
});

test('without Use External Apps a brought-along app answers in private', async () => {
  const discord = await start();
  await register(discord, EVERYWHERE);
  await connect(discord);
  discord.world.member.user.hasInstalledApplication = true;
  const { guild, channelId, everyoneRoleId } = discord.addGuild({
    name: 'Elsewhere',
    memberIds: [discord.world.member.id],
    withBot: false,
  });
  discord.setOverwrite(channelId, { id: everyoneRoleId, type: 'role', allow: 0n, deny: 1n << 50n });
  const { interaction, result } = await imagine(discord, channelId);
  expect(interaction).toMatchObject({
    guild_id: guild.id,
    authorizing_integration_owners: { '1': discord.world.member.id },
  });
  await answer(discord, interaction, { type: 4, data: { content: 'card' } });
  expect((await result).message?.ephemeralTo).toBe(discord.world.member.id);
});

test('interactions mention users only, and nobody when told so', async () => {
  const { discord } = await startWithBot();
  const text = `@everyone <@${discord.world.admin.id}> <@&${discord.world.atelier.everyoneRoleId}>`;
  const first = await imagine(discord);
  await answer(discord, first.interaction, { type: 4, data: { content: text } });
  expect((await first.result).message?.pings).toEqual({
    everyone: false,
    users: [discord.world.admin.id],
    roles: [],
  });
  const second = await imagine(discord);
  await answer(discord, second.interaction, {
    type: 4,
    data: { content: text, allowed_mentions: { parse: [] } },
  });
  expect((await second.result).message?.pings).toEqual({ everyone: false, users: [], roles: [] });
});
