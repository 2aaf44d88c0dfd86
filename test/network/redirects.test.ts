import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createWeb } from '../../src/services/network/web.ts';
import { startHost } from '../world/picture-hosts.ts';

const MAX_BYTES = 1_000;

/** `/3` leads to `/2` and so on, and the file is at `/0`. Each redirection has a long body. */
const countDown = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
  const left = Number(url.slice(1));
  if (left === 0) response.end('the file');
  else response.writeHead(302, { location: `./${left - 1}` }).end('moved '.repeat(MAX_BYTES));
};

const web = createWeb({ trustedUrls: [], allowPrivateAddresses: true });
const download = async (address: string): Promise<string> =>
  String(await web.download(address, { maxBytes: MAX_BYTES }));

test.each([0, 1, 2, 3])('a file is found behind %i redirections', async (count) => {
  const host = await startHost(countDown);
  expect(await download(`${host.url}/${count}`)).toBe('the file');
  expect(host.asked).toHaveLength(count + 1);
  expect(await web.isThere(`${host.url}/${count}`)).toBe(true);
});

test('a host may say 100 Continue before anything else, without being asked', async () => {
  const file = await startHost((_request, response) => {
    response.writeContinue();
    response.end('the file');
  });
  const host = await startHost((_request, response) => {
    response.writeContinue();
    response.writeHead(302, { location: file.url }).end();
  });
  expect(await download(host.url)).toBe('the file');
});

test('a redirection is followed as it is written, escaped or not', async () => {
  const host = await startHost((request, response) => {
    if (request.url === '/bild-%C3%A4.png') response.end('the file');
    // The headers of Node's answers are written byte by byte.
    else response.writeHead(302, { location: Buffer.from('/bild-ä.png').toString('latin1') }).end();
  });
  expect(await download(host.url)).toBe('the file');
});

test('a redirection without end is given up, and one to no address leads to no file', async () => {
  const timeouts = { silenceMs: 500, totalMs: 500 };
  const hasty = createWeb({ trustedUrls: [], allowPrivateAddresses: true, timeouts, waitsMs: [] });
  const file = await startHost((_request, response) => response.end('the file'));
  const host = await startHost((_request, response) => {
    response.writeHead(302, { location: file.url });
    const piece = Buffer.alloc(65_536);
    const send = () => {
      while (response.write(piece));
    };
    response.on('drain', send);
    send();
  });
  await expect(hasty.download(host.url, { maxBytes: MAX_BYTES })).rejects.toMatchObject({
    reason: 'too-slow',
  });
  const lost = await startHost((_request, response) => {
    response.writeHead(302, { location: '//' }).write('and nothing follows');
  });
  await expect(download(lost.url)).rejects.toMatchObject({ reason: 'not-found' });
});

test('a redirected file takes no longer than any other may', async () => {
  const timeouts = { silenceMs: 2_000, totalMs: 2_000 };
  const hasty = createWeb({ trustedUrls: [], allowPrivateAddresses: true, timeouts, waitsMs: [] });
  const slowly = (act: () => void) => void setTimeout(act, 1_500);
  const file = await startHost((_request, response) => slowly(() => response.end('the file')));
  const host = await startHost((_request, response) =>
    slowly(() => response.writeHead(302, { location: file.url }).end()),
  );
  await expect(hasty.download(host.url, { maxBytes: MAX_BYTES })).rejects.toMatchObject({
    reason: 'too-slow',
  });
});

test('a file behind more redirections is not there, nor one that is redirected to nowhere', async () => {
  const far = await startHost(countDown);
  await expect(download(`${far.url}/4`)).rejects.toMatchObject({ reason: 'not-found' });
  expect(far.asked).toEqual(['/4', '/3', '/2', '/1']);
  expect(await web.isThere(`${far.url}/4`)).toBe(false);
  const lost = await startHost((_request, response) => response.writeHead(302, { location: '//' }).end());
  await expect(download(lost.url)).rejects.toMatchObject({ reason: 'not-found' });
  const silent = await startHost((_request, response) => response.writeHead(302).end());
  await expect(download(silent.url)).rejects.toMatchObject({ reason: 'not-found' });
});

test.each(['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost'])(
  'a redirection from a public address to %s leads nowhere',
  async (hostname) => {
    const inside = await startHost((_request, response) => response.end('secret'));
    const { port } = new URL(inside.url);
    const host = await startHost((_request, response) =>
      response.writeHead(302, { location: `http://${hostname}:${port}/` }).end(),
    );
    const guarded = createWeb({ trustedUrls: [host.url], allowPrivateAddresses: false, waitsMs: [] });
    await expect(guarded.download(host.url, { maxBytes: MAX_BYTES })).rejects.toThrow();
    await guarded.isThere(host.url).catch(() => undefined);
    expect(host.asked.length).toBeGreaterThan(0);
    expect(inside.asked).toEqual([]);
  },
);
