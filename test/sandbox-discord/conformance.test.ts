import { expect, test, describe } from 'vitest';
import { z } from 'zod';
import { GatewayIntentBits, type APIInteraction } from 'discord.js';
import {
  ask,
  start,
  answer,
  imagine,
  original,
  startWithBot,
  interactionFrom,
  connect,
  IMAGINE,
  register,
  idsOf,
  PIXEL,
} from './helpers.ts';
import { Permission } from '../../sandbox/discord/index.ts';
import { messagesOf, deny, startWithMessage, file } from './message-helpers.ts';
import { bareClient, identify } from './gateway-client.ts';

describe('the OpenAPI description', () => {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });

  /** A document that knows one route, and knows it a little stricter than the stand-in. */
  const DOCUMENT = {
    openapi: '3.1.0',
    paths: {
      '/channels/{channel_id}/messages': {
        post: {
          requestBody: json({
            type: 'object',
            properties: { content: { $ref: '#/components/schemas/Short' } },
          }),
          responses: {
            '200': json({ type: 'object', required: ['id'], properties: { id: { format: 'snowflake' } } }),
          },
        },
      },
      '/users/@me': { get: { responses: { '200': json({ type: 'object', required: ['is_a_robot'] }) } } },
    },
    components: { schemas: { Short: { type: 'string', maxLength: 5 } } },
  };

  test('a request that the document forbids is 50035 and a failure', async () => {
    const discord = await start({ openApi: DOCUMENT });
    const path = `/channels/${discord.world.atelier.channelId}/messages`;
    expect((await ask(discord, 'POST', path, { content: 'short' })).status).toBe(200);
    expect(discord.failures).toEqual([]);
    expect((await ask(discord, 'POST', path, { content: 'too long' })).body.code).toBe(50035);
    expect(discord.failures.splice(0)).toMatchObject([
      {
        what: 'the published document forbids it: body of POST /channels/:channel/messages: body/content must NOT have more than 5 characters',
      },
    ]);
  });

  test('an answer that the document does not know is a failure', async () => {
    const discord = await start({ openApi: DOCUMENT });
    await ask(discord, 'GET', '/users/@me');
    expect(discord.failures.splice(0)).toMatchObject([
      {
        what: "our answer is not Discord's: answer 200 to GET /users/@me: body must have required property 'is_a_robot'",
        request: '/users/@me',
      },
    ]);
  });
});

describe('interactions and their tokens', () => {
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

  test('a second answer is 40060', async () => {
    const { discord } = await startWithBot();
    const { interaction } = await imagine(discord);
    expect((await answer(discord, interaction, { type: 5 })).status).toBe(204);
    expect(await answer(discord, interaction, { type: 5 })).toMatchObject({
      status: 400,
      body: { code: 40060 },
    });
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
});

describe('components', () => {
  const CARD = {
    type: 4,
    data: {
      content: 'card',
      components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Again', custom_id: 'again:1' }] }],
    },
  };

  const startWithCard = async () => {
    const started = await startWithBot();
    const { interaction, result } = await imagine(started.discord);
    await answer(started.discord, interaction, CARD);
    const card = (await result).message!;
    const click = () => interactionFrom(started.discord, () => started.mona.click(card.id, 'again:1'));
    return { ...started, card, click };
  };

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
});

describe('contexts', () => {
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
});

describe('commands', () => {
  test('a bulk overwrite replaces all commands and keeps the ids of those that stay', async () => {
    const discord = await start();
    const first = await register(discord, IMAGINE, { ...IMAGINE, name: 'gen' });
    const second = await register(discord, { ...IMAGINE, description: 'Draws again' });
    expect(discord.commands().map(({ name, description }) => [name, description])).toEqual([
      ['imagine', 'Draws again'],
    ]);
    expect(idsOf(second)).toEqual([idsOf(first)[0]]);
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
      {
        ...IMAGINE,
        options: [option({ choices: many(26, (n) => ({ name: `c${String(n)}`, value: 'v' })) })],
      },
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
});

describe('messages', () => {
  test('a message is created, read, edited and deleted', async () => {
    const { discord, id, path } = await startWithMessage();
    expect((await ask(discord, 'GET', path)).body).toMatchObject({
      content: 'hello',
      edited_timestamp: null,
    });
    expect((await ask(discord, 'PATCH', path, { content: 'changed' })).body.edited_timestamp).not.toBeNull();
    expect((await ask(discord, 'DELETE', path)).status).toBe(204);
    expect((await ask(discord, 'PATCH', path, { content: 'x' })).body.code).toBe(10008);
    expect(discord.historyOf(id).map(({ content }) => content)).toEqual(['hello', 'changed']);
  });

  test('a hidden channel is 50001; editing asks for no more than seeing it', async () => {
    const { discord, channelId, path } = await startWithMessage();
    deny(discord, Permission.SendMessages);
    expect((await ask(discord, 'POST', messagesOf(channelId), { content: 'x' })).body.code).toBe(50013);
    expect((await ask(discord, 'PATCH', path, { content: 'x' })).status).toBe(200);
    discord.hideChannelFromBot(channelId);
    expect(await ask(discord, 'PATCH', path, { content: 'x' })).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
    expect(discord.invalidRequests).toBe(2);
  });

  test.each([
    ['embeds', Permission.EmbedLinks, { embeds: [{ title: 'x' }] }, undefined],
    ['files', Permission.AttachFiles, {}, [{ name: 'a.txt', bytes: Buffer.from('x') }]],
  ])('without their permission %s are 50013', async (_name, bit, body, files) => {
    const discord = await start();
    deny(discord, bit);
    const response = await ask(
      discord,
      'POST',
      messagesOf(discord.world.atelier.channelId),
      body,
      files ? { files } : {},
    );
    expect(response).toMatchObject({ status: 403, body: { code: 50013 } });
  });

  test('a closed inbox is 50007', async () => {
    const discord = await start();
    const { member } = discord.world;
    const { body } = await ask(discord, 'POST', '/users/@me/channels', { recipient_id: member.id });
    expect(body.id).toBe(member.directChannelId);
    expect((await ask(discord, 'POST', messagesOf(body.id), { content: 'x' })).status).toBe(200);
    discord.closeDirectMessages(member.id);
    expect(await ask(discord, 'POST', messagesOf(body.id), { content: 'x' })).toMatchObject({
      status: 403,
      body: { code: 50007 },
    });
  });

  test('only its author edits a message', async () => {
    const discord = await start();
    const { atelier, member } = discord.world;
    const { id } = discord.as(member.id).send(atelier.channelId, 'mine');
    expect(
      (await ask(discord, 'PATCH', `${messagesOf(atelier.channelId)}/${id}`, { content: 'x' })).body.code,
    ).toBe(50005);
  });
});

describe('what a message may be', () => {
  const button = (fields: object) => ({
    components: [{ type: 1, components: [{ type: 2, style: 1, label: 'x', custom_id: 'x', ...fields }] }],
  });
  const row = (count: number, prefix = 'b') => ({
    type: 1,
    components: Array.from({ length: count }, (_, n) => ({
      type: 2,
      style: 1,
      label: 'x',
      custom_id: `${prefix}${String(n)}`,
    })),
  });

  test.each([
    ['an empty message', {}, 50006],
    ['2001 characters', { content: 'x'.repeat(2001) }, 50035],
    ['eleven embeds', { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }, 50035],
    ['an empty embed', { embeds: [{}] }, 50035],
    ['a title of 257 characters', { embeds: [{ title: 'x'.repeat(257) }] }, 50035],
    [
      'more than 6000 characters in embeds',
      { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
      50035,
    ],
    ['an image that is no link', { embeds: [{ image: { url: 'data:image/png;base64,x' } }] }, 50035],
    [
      'a link of 513 characters on a button',
      {
        content: 'x',
        ...button({ style: 5, custom_id: undefined, url: `https://example.com/${'x'.repeat(500)}` }),
      },
      50035,
    ],
    [
      'a link button with a custom id',
      { content: 'x', ...button({ style: 5, url: 'https://example.com' }) },
      50035,
    ],
    ['a custom id of 101 characters', { content: 'x', ...button({ custom_id: 'x'.repeat(101) }) }, 50035],
    ['a label of 81 characters', { content: 'x', ...button({ label: 'x'.repeat(81) }) }, 50035],
    ['six buttons in a row', { content: 'x', components: [row(6)] }, 50035],
    ['six rows', { content: 'x', components: [1, 2, 3, 4, 5, 6].map((n) => row(1, `r${String(n)}`)) }, 50035],
    ['one custom id twice', { content: 'x', components: [row(1), row(1)] }, 50035],
    ['the ephemeral flag', { content: 'x', flags: 64 }, 50035],
  ])('Discord turns down %s', async (_name, body, code) => {
    const { response } = await startWithMessage(body);
    expect(response).toMatchObject({ status: 400, body: { code } });
  });
});

describe('reactions', () => {
  test('reactions are added and taken away', async () => {
    const { discord, id, path } = await startWithMessage();
    const { member } = discord.world;
    const fox = `${path}/reactions/${encodeURIComponent('🦊')}`;
    expect((await ask(discord, 'PUT', `${fox}/@me`)).status).toBe(204);
    discord.as(member.id).react(id, '🦊');
    expect(discord.message(id)?.reactions).toMatchObject([{ emoji: { name: '🦊' }, count: 2, me: true }]);
    expect((await ask(discord, 'GET', path)).body).toMatchObject({ reactions: [{ count: 2, me: true }] });
    discord.as(member.id).unreact(id, '🦊');
    expect(discord.message(id)?.reactions).toMatchObject([{ count: 1, me: true }]);
  });
});

describe('files', () => {
  test('files are served by signed links that die after a day', async () => {
    let now = Date.now();
    const discord = await start({ now: () => now });
    const body = { attachments: [{ id: '0', filename: 'fox.png', description: 'a fox', is_spoiler: true }] };
    const path = messagesOf(discord.world.atelier.channelId);
    const sent = await ask(discord, 'POST', path, body, { files: [file('x.png')] });
    const attachment = sent.body.attachments[0]!;
    expect(attachment).toMatchObject({
      filename: 'fox.png',
      description: 'a fox',
      width: 1,
      height: 1,
      content_type: 'image/png',
      flags: 8,
    });
    expect(attachment.url).toMatch(
      /\/attachments\/\d+\/\d+\/fox\.png\?ex=[0-9a-f]+&is=[0-9a-f]+&hm=[0-9a-f]{64}&$/,
    );
    expect((await fetch(attachment.url)).headers.get('content-type')).toBe('image/png');
    expect((await fetch(attachment.url.replace('hm=', 'hm=0'))).status).toBe(404);
    now += 24 * 3_600_000;
    expect((await fetch(attachment.url)).status).toBe(404);
    const fresh = discord.message(sent.body.id)!.attachments[0]!;
    expect((await fetch(fresh.url)).status).toBe(200);
  });

  test('a file that an embed shows stands in the embed only', async () => {
    const discord = await start();
    const path = messagesOf(discord.world.atelier.channelId);
    const embeds = ['a.png', 'b.png'].map((name) => ({
      url: 'https://example.com/gallery',
      image: { url: `attachment://${name}` },
    }));
    const { body } = await ask(
      discord,
      'POST',
      path,
      { embeds },
      { files: [file('a.png'), file('b.png'), file('c.png')] },
    );
    expect(body.attachments.map(({ filename }) => filename)).toEqual(['c.png']);
    expect(body.embeds).toMatchObject([{ image: { width: 1 } }, { url: 'https://example.com/gallery' }]);
    expect((await fetch(body.embeds[1]!.image!.url)).status).toBe(200);
  });

  test('a file beyond the limit is 40005; a boosted server takes more', async () => {
    const discord = await start();
    const large = { files: [file('large.bin', new Uint8Array(11 * 1024 * 1024))] };
    const path = messagesOf(discord.world.atelier.channelId);
    expect(await ask(discord, 'POST', path, {}, large)).toMatchObject({ status: 413, body: { code: 40005 } });
    const boosted = discord.addGuild({ name: 'Boosted', premiumTier: 2 });
    expect((await ask(discord, 'POST', messagesOf(boosted.channelId), {}, large)).status).toBe(200);
  });
});

describe('links of files', () => {
  const refreshedSchema = z.object({
    refreshed_urls: z.array(z.object({ original: z.string(), refreshed: z.string() })),
  });

  test('a link that has died is renewed on demand, whether or not its file is still there', async () => {
    let now = Date.now();
    const discord = await start({ now: () => now });
    const { atelier, member } = discord.world;
    const file = { filename: 'cat.png', contentType: 'image/png', bytes: PIXEL };
    const [attachment] = discord.as(member.id).send(atelier.channelId, '', [file]).attachments;
    const url = attachment?.url ?? '';
    now += 2 * 86_400_000;
    expect((await fetch(url)).status).toBe(404);
    const foreign = 'https://example.com/cat.png';
    const refresh = () =>
      ask(discord, 'POST', '/attachments/refresh-urls', { attachment_urls: [url, foreign] });
    const { refreshed_urls: pairs } = refreshedSchema.parse((await refresh()).body);
    expect(pairs.map(({ original }) => original)).toEqual([url, foreign]);
    expect(pairs[1]?.refreshed).toBe(foreign);
    const renewed = pairs[0]?.refreshed ?? '';
    expect((await fetch(renewed)).status).toBe(200);
    discord.removeFile(url);
    expect((await refresh()).status).toBe(200);
    expect((await fetch(renewed)).status).toBe(404);
  });
});

describe('limits and faults', () => {
  const GENEROUS = { requests: 1000, perMs: 1000 };
  const LIMITS = {
    global: GENEROUS,
    channelMessages: GENEROUS,
    interactionToken: GENEROUS,
    reactions: GENEROUS,
    other: GENEROUS,
  };

  test('a bucket tells how much is left, and says 429 when nothing is', async () => {
    const discord = await start({
      rateLimits: { ...LIMITS, channelMessages: { requests: 2, perMs: 60_000 } },
    });
    const { atelier } = discord.world;
    const post = (channelId: string) =>
      ask(discord, 'POST', `/channels/${channelId}/messages`, { content: 'x' });
    const first = await post(atelier.channelId);
    expect(first.headers.get('x-ratelimit-limit')).toBe('2');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('1');
    await post(atelier.channelId);
    const third = await post(atelier.channelId);
    expect(third).toMatchObject({ status: 429, body: { global: false } });
    expect(third.body.retry_after).toBeGreaterThan(50);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(third.headers.get('x-ratelimit-scope')).toBe('user');
    expect(discord.invalidRequests).toBe(1);
    expect((await post(atelier.secondChannelId)).status).toBe(200);
  });

  test('the global limit counts the bot token, not interaction routes', async () => {
    const discord = await start({ rateLimits: { ...LIMITS, global: { requests: 1, perMs: 60_000 } } });
    expect((await ask(discord, 'GET', '/users/@me')).status).toBe(200);
    const second = await ask(discord, 'GET', '/users/@me');
    expect(second).toMatchObject({ status: 429, body: { global: true } });
    expect(second.headers.get('x-ratelimit-global')).toBe('true');
    const byToken = await ask(
      discord,
      'GET',
      `/webhooks/${discord.applicationId}/nothing/messages/@original`,
      undefined,
      { token: null },
    );
    expect(byToken.status).toBe(401);
  });

  test('the next requests that match are answered as told', async () => {
    const discord = await start();
    discord.faults.answer(
      { method: 'GET', route: '/users/@me', times: 2 },
      { status: 503, body: { message: 'down' } },
    );
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await ask(discord, 'GET', '/users/@me')).status);
    expect(statuses).toEqual([503, 503, 200]);
    expect((await ask(discord, 'GET', '/applications/@me')).status).toBe(200);
  });

  test('a request is cut off after it was processed, or refused before', async () => {
    const discord = await start();
    const path = `/channels/${discord.world.atelier.channelId}/messages`;
    discord.faults.cutOff({ method: 'POST' });
    await expect(ask(discord, 'POST', path, { content: 'done' })).rejects.toThrow('fetch failed');
    discord.faults.refuse({ method: 'POST' });
    await expect(ask(discord, 'POST', path, { content: 'not done' })).rejects.toThrow('fetch failed');
    expect(discord.messagesIn(discord.world.atelier.channelId).map(({ content }) => content)).toEqual([
      'done',
    ]);
    expect(discord.requests.slice(-2).map(({ status }) => status)).toEqual([0, 0]);
  });

  test('a route that is not there fails loudly', async () => {
    const discord = await start();
    expect((await ask(discord, 'GET', '/guilds/1/bans')).status).toBe(501);
    expect(discord.requests.at(-1)).toMatchObject({ path: '/guilds/1/bans', route: undefined, status: 501 });
    expect(discord.failures.splice(0)).toMatchObject([{ request: 'GET /guilds/1/bans' }]);
  });

  test('a field that is not known fails loudly', async () => {
    const discord = await start();
    const response = await ask(discord, 'POST', `/channels/${discord.world.atelier.channelId}/messages`, {
      content: 'x',
      poll: {},
    });
    expect(response.status).toBe(501);
    expect(discord.failures.splice(0)).toMatchObject([{ what: 'not implemented: unknown field poll' }]);
  });
});

describe('the gateway', () => {
  test('discord.js logs in with its servers', async () => {
    const discord = await start();
    const client = await connect(discord, [GatewayIntentBits.Guilds]);
    await discord.until(() => client.isReady(), { what: 'the client is ready' });
    expect(client.application?.id).toBe(discord.applicationId);
    expect(client.guilds.cache.map(({ name }) => name).sort()).toEqual(['Atelier', 'Gallery']);
    expect(client.channels.cache.has(discord.world.atelier.channelId)).toBe(true);
  });

  test('a wrong token is 401 by REST and 4004 by gateway', async () => {
    const discord = await start();
    const wrong = await ask(discord, 'GET', '/gateway/bot', undefined, { token: 'wrong' });
    expect(wrong).toMatchObject({ status: 401, body: { message: '401: Unauthorized', code: 0 } });
    const client = await bareClient(discord);
    await client.packet(10);
    client.send(2, { ...identify(discord), token: 'wrong' });
    expect(await client.closed()).toBe(4004);
  });

  test('a session that comes back gets what it missed, in order', async () => {
    const discord = await start();
    const first = await bareClient(discord);
    await first.packet(10);
    first.send(2, identify(discord));
    const ready = await first.packet(0, 'READY');
    discord.gateway.drop();
    await first.closed();
    for (const n of [1, 2, 3]) discord.gateway.dispatch('TEST', { n });
    const second = await bareClient(discord);
    await second.packet(10);
    second.send(6, {
      token: discord.botToken,
      session_id: discord.gateway.sessions[0]?.sessionId,
      seq: ready.s,
    });
    await second.packet(0, 'RESUMED');
    expect(second.packets.filter(({ t }) => t === 'TEST').map(({ d }) => d)).toEqual([
      { n: 1 },
      { n: 2 },
      { n: 3 },
    ]);
    expect(discord.gateway.sessions).toMatchObject([{ resumes: 1, connected: true }]);
  });

  test.each([
    ['a shard that is not one of so many', [4, 1], 4010],
    ['a shard below none', [-1, 2], 4010],
    ['a shard with more servers than it may hold', [0, 1], 4011],
  ] as const)('%s is refused', async (_what, shard, code) => {
    const discord = await start({ guildsPerShard: 1 });
    const client = await bareClient(discord);
    await client.packet(10);
    client.send(2, identify(discord, 0, [...shard]));
    expect(await client.closed()).toBe(code);
    expect(discord.gateway.sessions).toEqual([]);
  });
});

describe('shards and intents', () => {
  test('a server belongs to its shard, and direct messages to shard 0', async () => {
    const discord = await start({ shards: 2 });
    await register(discord, IMAGINE);
    await connect(discord, [], { shards: 2 });
    const { atelier, gallery, member } = discord.world;
    const shardOf = async (channelId: string) => {
      const { interaction } = await imagine(discord, channelId);
      return discord.dispatches.find(({ data }) => (data as APIInteraction).id === interaction.id)!.shardId;
    };
    expect(await shardOf(atelier.channelId)).toBe(Number((BigInt(atelier.guild.id) >> 22n) % 2n));
    expect(await shardOf(gallery.channelId)).toBe(Number((BigInt(gallery.guild.id) >> 22n) % 2n));
    expect(await shardOf(member.directChannelId)).toBe(0);
  });

  test.each([
    ['without intents', [], []],
    ['with reactions of servers', [GatewayIntentBits.GuildMessageReactions], ['guild']],
    ['with reactions of direct messages', [GatewayIntentBits.DirectMessageReactions], ['direct']],
  ])('reactions arrive by their intents: %s', async (_name, intents, expected) => {
    const discord = await start();
    await connect(discord, intents);
    const { world } = discord;
    const mona = discord.as(world.member.id);
    for (const channelId of [world.atelier.channelId, world.member.directChannelId]) {
      mona.react(mona.send(channelId, 'hello').id, '🎨');
    }
    const reactions = discord.dispatches.filter(({ event }) => event === 'MESSAGE_REACTION_ADD');
    expect(
      reactions.map(({ data }) => ((data as { guild_id?: string }).guild_id ? 'guild' : 'direct')),
    ).toEqual(expected);
  });
});
