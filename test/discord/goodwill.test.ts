import { expect, test } from 'vitest';
import { Brake } from '../../src/discord/brake.ts';

const TEN_MINUTES_S = 600;
const CARDS = 50;
const HTML = '<html>error code: 1015</html>';

type Refusal = readonly [status: number, body: object | string, headers?: Record<string, string>];

const REFUSALS: Record<string, Refusal> = {
  '429 without a time': [429, { message: 'You are being rate limited.' }],
  '429 with a time of zero': [429, { retry_after: 0 }, { 'retry-after': '0' }],
  '429 with a short time': [429, { retry_after: 0.3 }, { 'retry-after': '0.3' }],
  '429 for the whole bot': [429, { global: true }, { 'retry-after': '1', 'x-ratelimit-global': 'true' }],
  '429 of an old message': [429, { code: 30_046 }],
  'a block of this machine': [429, HTML, { 'content-type': 'text/html' }],
  'a firewall': [403, HTML, { 'content-type': 'text/html; charset=UTF-8' }],
  'a channel that is hidden': [403, { code: 50_001 }],
  'a permission that is missing': [403, { code: 50_013 }],
  'a person without a common server': [403, { code: 50_278 }],
  'direct messages that are opened too fast': [403, { code: 40_003 }],
  'a message that is gone': [404, { code: 10_008 }],
  'a channel that is gone': [404, { code: 10_003 }],
  'a webhook that is gone': [404, { code: 10_015 }],
  'a dead token': [401, { code: 50_027 }],
  'the bot token': [401, { message: '401: Unauthorized', code: 0 }],
  'a form that is wrong': [400, { code: 50_035 }],
  'a harmful link': [400, { code: 240_000 }],
  'no error at all': [400, ''],
  'an outage': [503, ''],
};

/** Discord, of which ten minutes pass in an instant, and the door to it. */
const discordThat = (refuses: Refusal | undefined) => {
  const state = { nowMs: 1_000_000, refuses };
  const requests: string[] = [];
  const brake = new Brake({ steady: () => state.nowMs });
  const send = brake.over((address, { method = 'GET' }) => {
    requests.push(`${method} ${address}`);
    const [status, body, headers] = state.refuses ?? [200, {}];
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve(
      new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } }),
    );
  });
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    send(`https://discord.example/api/v10${path}`, { method, headers });
  return { state, requests, ask };
};

const AS_BOT = { Authorization: 'Bot of.course' };

type Way = (card: number) => readonly [string, string, Record<string, string>];

const byToken: Way = (card) => ['PATCH', `/webhooks/1/token${card}/messages/@original`, {}];
const byChannel: Way = (card) => ['PATCH', `/channels/${card}/messages/9`, AS_BOT];

test.each(Object.keys(REFUSALS).flatMap((refusal) => [byToken, byChannel].map((way) => ({ refusal, way }))))(
  '$refusal, $way.name: fifty cards that ask every ten seconds make at most 200 refused requests in ten minutes',
  async ({ refusal, way }) => {
    const { state, requests, ask } = discordThat(REFUSALS[refusal]);
    for (let second = 0; second < TEN_MINUTES_S; second += 10) {
      await Promise.all(Array.from({ length: CARDS }, (_, card) => ask(...way(card))));
      state.nowMs += 10_000;
    }
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.length).toBeLessThanOrEqual(200);
  },
);

test('nine people who toggle stars where the bot may not look earn it a few refusals, also in hundreds of channels', async () => {
  const { state, requests, ask } = discordThat(REFUSALS['a channel that is hidden']);
  const toggle = (channel: number) =>
    ask('GET', `/channels/${channel}/messages/${channel}1/reactions/%E2%AD%90`, AS_BOT);
  for (let second = 0; second < TEN_MINUTES_S; second += 1) {
    await Promise.all(Array.from({ length: 9 }, () => toggle(1)));
    state.nowMs += 1_000;
  }
  expect(requests.length).toBeLessThan(15);
  for (let second = 0; second < TEN_MINUTES_S; second += 1) {
    await Promise.all(Array.from({ length: 9 }, (_, person) => toggle(1 + ((second * 9 + person) % 300))));
    state.nowMs += 1_000;
  }
  expect(requests.length).toBeLessThan(15 + 300 + 100);
});

test('what was refused in one channel holds up no other, and no other kind of request', async () => {
  const { state, ask } = discordThat(REFUSALS['a channel that is hidden']);
  for (let times = 0; times < 30; times += 1) {
    await ask('POST', '/channels/1/messages', AS_BOT);
    state.nowMs += 1_000;
  }
  state.refuses = undefined;
  expect((await ask('POST', '/channels/1/messages', AS_BOT)).status).toBe(403);
  expect((await ask('POST', '/channels/2/messages', AS_BOT)).status).toBe(200);
  expect((await ask('GET', '/channels/1/messages/5', AS_BOT)).status).toBe(200);
  expect((await ask('PATCH', '/webhooks/1/token/messages/@original')).status).toBe(200);
});

test('direct messages that are opened too fast wait a moment, and are refused to nobody else', async () => {
  const { state, ask } = discordThat(REFUSALS['direct messages that are opened too fast']);
  expect((await ask('POST', '/users/@me/channels', AS_BOT)).status).toBe(403);
  state.refuses = undefined;
  expect((await ask('POST', '/users/@me/channels', AS_BOT)).status).toBe(429);
  state.nowMs += 2_000;
  expect((await ask('POST', '/users/@me/channels', AS_BOT)).status).toBe(200);
});

test('once Discord takes requests again, all that wait are through within half a minute', async () => {
  const { state, requests, ask } = discordThat(REFUSALS['an outage']);
  const waiting = new Set(Array.from({ length: CARDS }, (_, card) => card));
  const askAll = async () => {
    for (const card of waiting) if ((await ask(...byToken(card))).status === 200) waiting.delete(card);
    state.nowMs += 1_000;
  };
  for (let second = 0; second < 300; second += 1) await askAll();
  state.refuses = undefined;
  requests.length = 0;
  for (let second = 0; second < 30; second += 1) await askAll();
  expect([...waiting]).toEqual([]);
  expect(requests).toHaveLength(CARDS);
});

test('a clock that is set back holds nothing up', async () => {
  const { state, ask } = discordThat(REFUSALS['429 without a time']);
  await ask(...byToken(1));
  state.refuses = undefined;
  state.nowMs -= 3_600_000;
  expect((await ask(...byToken(1))).status).toBe(200);
});
