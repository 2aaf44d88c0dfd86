import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { proxiesIn } from '../../src/lib/proxies.ts';
import { ImageApiClient } from '../../src/services/image-api/client.ts';
import { answerJson, failureOf, startHttpService } from '../image-api/http-service.ts';
import { ACCEPTED, KEY, REQUEST } from '../image-api/client-world.ts';
import { startProxy } from './proxy.ts';
import { openTestEnvironment } from '../world/world.ts';

const clientOf = (baseUrl: string, environment: Record<string, string>) => {
  const client = new ImageApiClient({ baseUrl, proxies: proxiesIn(environment) });
  onTestFinished(() => client.close());
  return client;
};

test.each(['HTTP_PROXY', 'http_proxy'])('the image service is asked through %s', async (name) => {
  const proxy = await startProxy();
  const service = await startHttpService(answerJson(200, ACCEPTED));
  onTestFinished(service.close);
  const named = `images.example:${new URL(service.url).port}`;
  // As curl reads it, the scheme may be missing.
  const client = clientOf(`http://${named}`, { [name]: proxy.url.replace('http://', '') });
  expect(await client.submit(KEY, REQUEST)).toBe('t1');
  expect(proxy.asked).toEqual([named]);
});

test('hosts in NO_PROXY, and this machine, are asked without it', async () => {
  const proxy = await startProxy('500 No');
  const service = await startHttpService(answerJson(200, ACCEPTED));
  onTestFinished(service.close);
  expect(await clientOf(service.url, { HTTP_PROXY: proxy.url }).submit(KEY, REQUEST)).toBe('t1');
  const nowhere = clientOf('http://images.invalid', { HTTP_PROXY: proxy.url, no_proxy: '.invalid' });
  expect(await failureOf(nowhere.submit(KEY, REQUEST))).toMatchObject({ kind: 'away' });
  expect(proxy.asked).toEqual([]);
});

test.each(['407 Proxy Authentication Required', '502 Bad Gateway', '403 Forbidden'])(
  'a proxy that makes no connection (%s) has let nothing through, so it may be sent again',
  async (answer) => {
    const proxy = await startProxy(answer);
    for (const scheme of ['http', 'https']) {
      const client = clientOf(`${scheme}://images.example`, { HTTP_PROXY: proxy.url });
      expect(await failureOf(client.submit(KEY, REQUEST))).toMatchObject({ kind: 'away' });
    }
    expect(proxy.asked).toEqual(['images.example:80', 'images.example:443']);
  },
);

test('what is no proxy is refused at the start, and its password is not repeated', async () => {
  const { env } = await openTestEnvironment();
  for (const HTTPS_PROXY of ['socks5://user:secret@proxy:1080', 'http://user:secret@:1'])
    expect(() => readConfig({ ...env, HTTPS_PROXY })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') as unknown }),
    );
});
