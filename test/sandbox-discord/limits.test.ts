import { expect, test } from 'vitest';
import { ask, start } from './helpers.ts';

const GENEROUS = { requests: 1000, perMs: 1000 };
const LIMITS = {
  global: GENEROUS,
  channelMessages: GENEROUS,
  interactionToken: GENEROUS,
  reactions: GENEROUS,
  other: GENEROUS,
};

test('a bucket tells how much is left, and says 429 when nothing is', async () => {
  const discord = await start({ rateLimits: { ...LIMITS, channelMessages: { requests: 2, perMs: 60_000 } } });
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

test("a told 429 has its scope, and a shared one is nobody's fault", async () => {
  const discord = await start();
  discord.faults.rateLimit({ route: /users/ }, { retryAfterS: 1.5, scope: 'shared' });
  const limited = await ask(discord, 'GET', '/users/@me');
  expect(limited).toMatchObject({ status: 429, body: { retry_after: 1.5, global: false } });
  expect(limited.headers.get('x-ratelimit-scope')).toBe('shared');
  expect(discord.invalidRequests).toBe(0);
});

test('a request hangs until it is let go', async () => {
  const discord = await start();
  const { channelId } = discord.world.atelier;
  const held = discord.faults.hang({ method: 'POST' });
  const pending = ask(discord, 'POST', `/channels/${channelId}/messages`, { content: 'late' });
  await expect.poll(() => held.waiting).toBe(1);
  expect(discord.messagesIn(channelId)).toEqual([]);
  held.release();
  expect((await pending).status).toBe(200);
});

test('a request is cut off after it was processed, or refused before', async () => {
  const discord = await start();
  const path = `/channels/${discord.world.atelier.channelId}/messages`;
  discord.faults.cutOff({ method: 'POST' });
  await expect(ask(discord, 'POST', path, { content: 'done' })).rejects.toThrow('fetch failed');
  discord.faults.refuse({ method: 'POST' });
  await expect(ask(discord, 'POST', path, { content: 'not done' })).rejects.toThrow('fetch failed');
  expect(discord.messagesIn(discord.world.atelier.channelId).map(({ content }) => content)).toEqual(['done']);
  expect(discord.requests.slice(-2).map(({ status }) => status)).toEqual([0, 0]);
});

test('a request is delayed', async () => {
  const discord = await start();
  discord.faults.delay({}, 60);
  await ask(discord, 'GET', '/users/@me');
  expect(discord.requests.at(-1)!.durationMs).toBeGreaterThan(50);
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

test('a request is recorded with body, files and answer', async () => {
  const discord = await start();
  const files = [{ name: 'a.txt', bytes: Buffer.from('abc') }];
  await ask(
    discord,
    'POST',
    `/channels/${discord.world.atelier.channelId}/messages`,
    { content: 'x' },
    { files },
  );
  expect(discord.requests.at(-1)).toMatchObject({
    method: 'POST',
    route: '/channels/:channel/messages',
    authenticated: true,
    status: 200,
    body: { content: 'x' },
    files: [{ name: 'a.txt', size: 3 }],
    answer: { content: 'x' },
  });
});

test('invalid JSON is 50109, and what is no id is 50035', async () => {
  const discord = await start();
  const response = await fetch(`${discord.apiUrl}/v10/channels/1/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'application/json' },
    body: '{',
  });
  expect(await response.json()).toMatchObject({ code: 50109 });
  const problem = { channel_id: { _errors: [{ code: 'NUMBER_TYPE_COERCE' }] } };
  expect((await ask(discord, 'GET', '/channels/x')).body).toMatchObject({ errors: problem });
});

test('a body that is too large, or is no JSON by its type, is declined before its route', async () => {
  const discord = await start({ maxRequestBytes: 1000 });
  const path = `/channels/${discord.world.atelier.channelId}/messages`;
  expect(await ask(discord, 'POST', path, { content: 'x'.repeat(1500) })).toMatchObject({
    status: 413,
    body: { code: 40005 },
  });
  const response = await fetch(`${discord.apiUrl}/v10${path}`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'text/plain' },
    body: 'hello',
  });
  expect(await response.json()).toMatchObject({ code: 50035 });
  expect(discord.requests.map(({ status }) => status)).toEqual([413, 400]);
});
