import { connect, type Socket } from 'node:net';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { proxiesIn } from '../../src/lib/proxies.ts';
import { ImageApiClient } from '../../src/services/image-api/client.ts';
import { run } from '../storage/operator-commands.ts';
import { answerJson, failureOf, startHttpService } from '../image-api/http-service.ts';
import { ACCEPTED, KEY, REQUEST } from '../image-api/client-world.ts';
import { listen } from '../world/ports.ts';
import { openTestEnvironment } from '../world/world.ts';

/** A proxy that connects to this machine for any name. `answer`: what it answers instead. */
const startProxy = async (answer?: string) => {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connect', ({ url = '' }, socket: Socket) => {
    asked.push(url);
    sockets.add(socket.on('error', () => undefined));
    if (answer !== undefined) {
      socket.end(`HTTP/1.1 ${answer}\r\n\r\n`);
      return;
    }
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    sockets.add(target.on('error', () => socket.destroy()));
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, asked };
};

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

test('the doctor asks Discord and the service through the proxy, and says what goes without it', async () => {
  const proxy = await startProxy();
  const { env } = await openTestEnvironment();
  const far = (address = '') => address.replace('127.0.0.1', 'far.example');
  const DISCORD_API_URL = far(env['DISCORD_API_URL']);
  const IMAGE_API_URL = far(env['IMAGE_API_URL']);
  const { stdout } = await run('doctor', [], {
    ...env,
    DISCORD_API_URL,
    IMAGE_API_URL,
    HTTP_PROXY: proxy.url,
  });
  for (const check of ['token', 'shards', 'image service']) expect(stdout).toContain(`✔ ${check}:`);
  expect(stdout).toMatch(/– encryption: IMAGE_API_URL is http:\/\//);
  expect(stdout).toContain(`– proxy: ${new URL(proxy.url).host} is used`);
  const ports = [DISCORD_API_URL, IMAGE_API_URL].map((address) => `far.example:${new URL(address).port}`);
  expect(new Set(proxy.asked)).toEqual(new Set(ports));
});
