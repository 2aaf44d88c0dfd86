import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { VERSION } from '../../src/lib/version.ts';
import { ACCEPTED, KEY, REQUEST, closeAll, failuresOn, startPair } from './client-world.ts';
import type { Respond } from './http-service.ts';

afterEach(closeAll);

const TASKS = { status: 0, data: [{ status: 0, taskId: 't1' }] };

/** Answers in this encoding, though another one was asked for. */
const packed =
  (encoding: string, pack: (body: Buffer) => Buffer, body?: object): Respond =>
  (response, { path }) => {
    const answer = body ?? (path.endsWith('job-status') ? TASKS : ACCEPTED);
    response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from(JSON.stringify(answer))));
  };

test.each([
  ['gzip', gzipSync],
  ['X-GZip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, br', (body: Buffer) => brotliCompressSync(gzipSync(body))],
  ['identity', (body: Buffer) => body],
  // Not a coding, yet servers say so.
  ['utf-8', (body: Buffer) => body],
])('an answer that is encoded as %s is read, though it was asked for plain', async (encoding, pack) => {
  const { service, client } = await startPair(packed(encoding, pack));
  expect(await client.submit(KEY, REQUEST)).toBe('t1');
  expect((await client.jobStatus(KEY, 'gen', ['t1'])).size).toBe(1);
  for (const { headers } of service.requests) {
    expect(headers['accept-encoding']).toBe('identity');
    expect(headers['user-agent']).toMatch(new RegExp(`^Easel/${VERSION} \\(.+\\)$`));
  }
});

test.each([
  ['unpacks to far more than is read', packed('gzip', gzipSync, { data: ' '.repeat(50_000_000) })],
  ['is not what it is said to be', packed('gzip', (body) => body)],
  ['ends in the middle', packed('br', (body) => brotliCompressSync(body).subarray(0, 20))],
])('an answer that %s leaves a submission unknown', async (_, respond) => {
  const { submission, poll } = await failuresOn(respond);
  expect(submission).toMatchObject({ kind: 'unknown', status: 200 });
  expect(poll).not.toMatchObject({ kind: 'unknown' });
});
