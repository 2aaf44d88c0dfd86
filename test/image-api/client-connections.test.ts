import { afterEach, describe, expect, test, vi } from 'vitest';
import { ACCEPTED, KEY, REQUEST, closeAll, closeLater, connect, startPair } from './client-world.ts';
import { answerJson, failureOf, startSocketService } from './http-service.ts';
import { freePort } from '../world/ports.ts';
import { deferred } from '../world/deferred.ts';

afterEach(closeAll);

const NO_TASKS = { status: 0, data: [] };

describe('a connection', () => {
  test('that is refused is certain to have taken nothing', async () => {
    const client = connect(`http://127.0.0.1:${await freePort()}`);
    const away = { kind: 'away', cause: { code: 'ECONNREFUSED' } };
    expect(await failureOf(client.submit(KEY, REQUEST))).toMatchObject(away);
    expect(await failureOf(client.jobStatus(KEY, 'gen', ['t1']))).toMatchObject(away);
  });

  test('to a name that nobody has is certain to have taken nothing', async () => {
    // The reserved domain that never resolves: https://www.rfc-editor.org/rfc/rfc6761#section-6.4
    const failure = await failureOf(connect('http://nobody.invalid').submit(KEY, REQUEST));
    expect(failure).toMatchObject({ kind: 'away' });
  });

  test('that is not made in time is certain to have taken nothing', async () => {
    // The TLS handshake is part of connecting, and this server never answers it.
    const service = await startSocketService(() => undefined);
    closeLater(service.close);
    const client = connect(service.url.replace('http:', 'https:'), { limits: { connectMs: 150 } });
    expect(await failureOf(client.submit(KEY, REQUEST))).toMatchObject({
      kind: 'away',
      cause: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    });
  });

  test('that is cut while it is made is certain to have taken nothing', async () => {
    const service = await startSocketService((socket) => socket.resetAndDestroy());
    closeLater(service.close);
    const client = connect(service.url.replace('http:', 'https:'));
    expect(await failureOf(client.submit(KEY, REQUEST))).toMatchObject({
      kind: 'away',
      cause: { code: 'ECONNRESET' },
    });
  });

  test.each([
    ['half of the request', 'POST'],
    ['the whole request', 'red fox"}'],
  ])('that is cut after %s leaves the outcome unknown, and nothing is sent again', async (_, seen) => {
    const service = await startSocketService((socket, received) => {
      if (received.includes(seen)) socket.resetAndDestroy();
    });
    closeLater(service.close);
    const failure = await failureOf(connect(service.url).submit(KEY, REQUEST));
    expect(failure).toMatchObject({ kind: 'unknown', cause: { code: 'ECONNRESET' } });
    expect(service.received).toHaveLength(1);
  });

  test('that ends after half an answer leaves the outcome unknown', async () => {
    const service = await startSocketService((socket, received) => {
      if (received.includes('red fox"}')) socket.end('HTTP/1.1 200 OK\r\nContent-Le');
    });
    closeLater(service.close);
    const failure = await failureOf(connect(service.url).submit(KEY, REQUEST));
    expect(failure).toMatchObject({ kind: 'unknown' });
    expect(service.received).toHaveLength(1);
  });

  test('that speaks no HTTP leaves the outcome unknown', async () => {
    const service = await startSocketService((socket) => socket.end('what?\r\n\r\n'));
    closeLater(service.close);
    const failure = await failureOf(connect(service.url).submit(KEY, REQUEST));
    expect(failure).toMatchObject({ kind: 'unknown' });
  });

  test('that brings a 100 Continue that was not asked for brings the answer, too', async () => {
    const { client } = await startPair((response, request) => {
      response.writeContinue();
      const body = request.path.endsWith('job-status') ? NO_TASKS : ACCEPTED;
      answerJson(200, body)(response, request);
    });
    expect(await client.submit(KEY, REQUEST)).toBe('t1');
    for (let call = 0; call < 3; call += 1)
      expect(await client.jobStatus(KEY, 'gen', ['t1'])).toEqual(new Map());
  });

  test('is new for each submission, since a kept one may be closed just when a submission leaves', async () => {
    const { service, client } = await startPair(answerJson(200, ACCEPTED));
    for (let call = 0; call < 3; call += 1) await client.submit(KEY, REQUEST);
    await Promise.all([client.submit(KEY, REQUEST), client.submit(KEY, REQUEST)]);
    expect(service.requests.map(({ connection }) => connection)).toEqual([1, 2, 3, 4, 5]);
    expect(service.requests.map(({ headers }) => headers.connection)).toEqual(Array(5).fill('close'));
  });

  test('is kept from poll to poll', async () => {
    const { service, client } = await startPair(answerJson(200, NO_TASKS));
    for (let call = 0; call < 6; call += 1) await client.jobStatus(KEY, 'gen', ['t1']);
    // The next poll may start before the connection of the last one is free.
    expect(service.connections()).toBeLessThan(3);
  });
});

describe('no answer in time', () => {
  test('lets a poll be asked again after ten seconds, and leaves a submission unknown after five minutes', async () => {
    const arrived = deferred<true>();
    let count = 0;
    const { client } = await startPair(() => {
      count += 1;
      if (count === 2) arrived.resolve(true);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const poll = failureOf(client.jobStatus(KEY, 'gen', ['t1']));
      const submission = failureOf(client.submit(KEY, REQUEST));
      await arrived.promise;
      vi.advanceTimersByTime(300_000);
      expect(await poll).toMatchObject({ kind: 'away', cause: { message: 'Not within 10000 ms' } });
      expect(await submission).toMatchObject({
        kind: 'unknown',
        cause: { message: 'Not within 300000 ms' },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test('is not said of a submission that is answered after two minutes, and polls go on meanwhile', async () => {
    const held: (() => void)[] = [];
    const arrived = deferred<true>();
    const { client } = await startPair((response, request) => {
      const isPoll = request.path.endsWith('job-status');
      if (isPoll) return answerJson(200, NO_TASKS)(response, request);
      held.push(() => {
        answerJson(200, ACCEPTED)(response, request);
      });
      if (held.length === 100) arrived.resolve(true);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const submissions = Promise.all(Array.from({ length: 100 }, () => client.submit(KEY, REQUEST)));
      await arrived.promise;
      vi.advanceTimersByTime(120_000);
      expect((await client.jobStatus(KEY, 'gen', ['t1'])).size).toBe(0);
      for (const answer of held) answer();
      expect(new Set(await submissions)).toEqual(new Set(['t1']));
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('an abort by the caller', () => {
  test('before anything left sends nothing', async () => {
    const { service, client } = await startPair(answerJson(200, ACCEPTED));
    await failureOf(client.submit(KEY, REQUEST, AbortSignal.abort()));
    expect(service.requests).toHaveLength(0);
  });

  test('after the request arrived leaves the outcome unknown', async () => {
    const arrived = deferred<true>();
    const { client } = await startPair(() => {
      arrived.resolve(true);
    });
    const caller = new AbortController();
    const failing = failureOf(client.submit(KEY, REQUEST, caller.signal));
    await arrived.promise;
    caller.abort(new Error('shutting down'));
    expect(await failing).toMatchObject({ kind: 'unknown', cause: { message: 'shutting down' } });
  });
});
