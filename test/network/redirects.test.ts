import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openWeb } from '../../src/services/network/web.ts';
import { startHost } from '../world/picture-hosts.ts';

const MAX_BYTES = 1_000;

/** `/3` leads to `/2` and so on, and the file is at `/0`. Whoever redirects says so at some length. */
const countDown = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
  const left = Number(url.slice(1));
  if (left === 0) response.end('the file');
  else response.writeHead(302, { location: `./${left - 1}` }).end('moved '.repeat(MAX_BYTES));
};

const web = openWeb({ trustedUrls: [], allowPrivateAddresses: true });
const download = async (address: string): Promise<string> =>
  String(await web.download(address, { maxBytes: MAX_BYTES }));

test.each([0, 1, 2, 3])('a file is found behind %i redirections', async (count) => {
  const host = await startHost(countDown);
  expect(await download(`${host.url}/${count}`)).toBe('the file');
  expect(host.asked).toHaveLength(count + 1);
  expect(await web.isThere(`${host.url}/${count}`)).toBe(true);
});

test('a host that redirects is asked for the next file over the same connection', async () => {
  const file = await startHost((_request, response) => response.end('the file'));
  const ports = new Set<number | undefined>();
  const host = await startHost((request, response) => {
    ports.add(request.socket.remotePort);
    response.writeHead(302, { location: file.url }).end('moved '.repeat(MAX_BYTES));
  });
  for (let count = 0; count < 3; count += 1) expect(await download(host.url)).toBe('the file');
  expect(ports.size).toBe(1);
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
