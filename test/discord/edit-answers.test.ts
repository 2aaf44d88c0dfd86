import { describe, expect, test } from 'vitest';
import { DiscordApi } from '../../src/discord/api.ts';
import { failureKind } from '../../src/discord/failures.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { startHost } from '../world/picture-hosts.ts';

const metrics = { countDiscordRequest: () => undefined };
const MESSAGE = { body: { content: 'done' }, files: [] };

/** Easel's requests of something that answers each of them so. */
const apiBefore = async ([status, type, body]: readonly [number, string, string], path = '/api') => {
  const paths: (string | undefined)[] = [];
  const { url } = await startHost((request, response) => {
    paths.push(request.url);
    request.resume();
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  const api = new DiscordApi({
    apiUrl: `${url}${path}`,
    botToken: 'a.bot.token',
    requestsPerSecond: 50,
    metrics,
    log: { debug: () => undefined },
    clock: systemClock,
  });
  return { api, paths };
};

const edits = {
  'by token': (api: DiscordApi) => api.editByToken({ applicationId: '1', token: 'token' }, MESSAGE),
  'as the bot': (api: DiscordApi) => api.edit({ kind: 'channel', channelId: '1', messageId: '2' }, MESSAGE),
};

describe.each(Object.entries(edits))('an edit %s', (_how, edit) => {
  test.each([
    [200, 'text/html', '<html>"id":"1"</html>'],
    [204, 'text/html', ''],
    [200, 'application/json', '{"message":"log in first"}'],
  ] as const)('that is answered with %i %s %s, as by a proxy, is made again', async (...answer) => {
    const { api } = await apiBefore(answer);
    const error: unknown = await edit(api).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(failureKind(error)).toBe('retryable');
  });

  test('that is answered with a message is done', async () => {
    const { api } = await apiBefore([200, 'application/json', '{ "type": 0, "id": "12" }']);
    await edit(api);
  });
});

test('the address of the API may end with slashes', async () => {
  const { api, paths } = await apiBefore([200, 'application/json', '{"id":"12"}'], '/api//');
  await api.editByToken({ applicationId: '1', token: 'token' }, MESSAGE);
  expect(paths).toEqual(['/api/v10/webhooks/1/token/messages/@original']);
});
