import { afterEach, describe, expect, test } from 'vitest';
import { OutcomeUnknownError, UnavailableError } from '../../src/services/image-api/errors.ts';
import { isCertainlyNotTaken } from '../../src/services/image-api/retry.ts';
import { ACCEPTED, KEY, REQUEST, closeAll, closeLater, connect, failuresOn } from './client-world.ts';
import { answerJson, failureOf, startHttpService, startSocketService } from './http-service.ts';
import { freePort } from '../world/ports.ts';
import { deferred } from '../world/deferred.ts';

afterEach(closeAll);

const causeOf = (failure: unknown) => (failure instanceof Error ? failure.cause : undefined);

describe('a connection', () => {
  test('that is refused is certain to have taken nothing', async () => {
    const client = connect(`http://127.0.0.1:${await freePort()}`);
    const failure = await failureOf(client.submit(KEY, REQUEST));
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(failure).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect(isCertainlyNotTaken(failure)).toBe(true);
    expect(await failureOf(client.jobStatus(KEY, 'gen', ['t1']))).toBeInstanceOf(UnavailableError);
  });

  test('to a name that nobody has is certain to have taken nothing', async () => {
    // The reserved domain that never resolves: https://www.rfc-editor.org/rfc/rfc6761#section-6.4
    const failure = await failureOf(
      connect('http://nobody.invalid', { timeoutMs: 5_000 }).submit(KEY, REQUEST),
    );
    expect(failure).toBeInstanceOf(UnavailableError);
  });

  test('that is not made in time is certain to have taken nothing', async () => {
    // The TLS handshake is part of connecting, and this server never answers it.
    const service = await startSocketService(() => undefined);
    closeLater(service.close);
    const client = connect(service.url.replace('http:', 'https:'), { timeoutMs: 150 });

    const failure = await failureOf(client.submit(KEY, REQUEST));

    expect(failure).toBeInstanceOf(UnavailableError);
    expect(failure).toMatchObject({ cause: { name: 'TimeoutError' } });
    expect(service.received.join('')).not.toContain('POST');
  });

  test.each([
    ['half of the request', 'POST'],
    ['the whole request', 'red fox"}'],
  ])('that is cut after %s leaves the outcome unknown, and nothing is sent again', async (_, seen) => {
    const service = await startSocketService((socket, received) => {
      if (received.includes(seen)) socket.resetAndDestroy();
    });
    closeLater(service.close);
    const client = connect(service.url);

    const failure = await failureOf(client.submit(KEY, REQUEST));

    expect(failure).toBeInstanceOf(OutcomeUnknownError);
    expect(causeOf(failure)).toBeInstanceOf(Error);
    expect(isCertainlyNotTaken(failure)).toBe(false);
    expect(service.received).toHaveLength(1);
  });

  test('that ends after half an answer leaves the outcome unknown', async () => {
    const service = await startSocketService((socket, received) => {
      if (received.includes('red fox"}')) socket.end('HTTP/1.1 200 OK\r\nContent-Le');
    });
    closeLater(service.close);
    expect(await failureOf(connect(service.url).submit(KEY, REQUEST))).toBeInstanceOf(OutcomeUnknownError);
    expect(service.received).toHaveLength(1);
  });

  test('that speaks no HTTP leaves the outcome unknown', async () => {
    const service = await startSocketService((socket) => socket.end('what?\r\n\r\n'));
    closeLater(service.close);
    expect(await failureOf(connect(service.url).submit(KEY, REQUEST))).toBeInstanceOf(OutcomeUnknownError);
  });

  test('that was kept and is cut as it is used again leaves the outcome unknown', async () => {
    const service = await startHttpService((response, request) => {
      if (service.requests.length === 1) answerJson(200, ACCEPTED)(response, request);
      else response.socket?.resetAndDestroy();
    });
    closeLater(service.close);
    const client = connect(service.url, { connections: 1 });

    expect(await client.submit(KEY, REQUEST)).toBe('t1');
    expect(await failureOf(client.submit(KEY, REQUEST))).toBeInstanceOf(OutcomeUnknownError);

    expect(service.requests.map(({ connection }) => connection)).toEqual([1, 1]);
    expect(service.connections()).toBe(1);
  });

  test('that rests is closed, before a server that keeps it for 5 s may do so while a submission is on its way', async () => {
    const body = JSON.stringify(ACCEPTED);
    const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const closed = deferred<true>();
    const service = await startSocketService(
      (socket, received) => {
        if (received.endsWith('red fox"}')) socket.write(answer);
      },
      (socket) => {
        socket.on('end', () => {
          closed.resolve(true);
        });
      },
    );
    closeLater(service.close);
    const client = connect(service.url, { connections: 1 });
    expect(await client.submit(KEY, REQUEST)).toBe('t1');
    await closed.promise;
    expect(await client.submit(KEY, REQUEST)).toBe('t1');
    expect(service.received).toHaveLength(2);
  }, 15_000);

  test('that is never free in time is certain to have taken nothing, then and later', async () => {
    const first = deferred<true>();
    const service = await startHttpService((response, request) => {
      if (service.requests.length > 1) answerJson(200, ACCEPTED)(response, request);
      else first.resolve(true);
    });
    closeLater(service.close);
    const client = connect(service.url, { connections: 1, timeoutMs: 400 });
    const holding = failureOf(client.submit(KEY, REQUEST));
    await first.promise;

    const failure = await failureOf(client.submit(KEY, REQUEST, AbortSignal.timeout(50)));

    expect(failure).toBeInstanceOf(UnavailableError);
    expect(await holding).toBeInstanceOf(OutcomeUnknownError);
    expect(await client.submit(KEY, REQUEST)).toBe('t1');
    expect(service.requests).toHaveLength(2);
  });
});

describe('no answer in time', () => {
  test('leaves a submission unknown, and a poll to be asked again', async () => {
    const { submission, poll } = await failuresOn(() => undefined, { timeoutMs: 150 });
    expect(submission).toMatchObject({ name: 'OutcomeUnknownError', cause: { name: 'TimeoutError' } });
    expect(poll).toMatchObject({ name: 'UnavailableError', cause: { name: 'TimeoutError' } });
  });
});

describe('an abort by the caller', () => {
  test('before anything left is certain to have taken nothing', async () => {
    const service = await startHttpService(answerJson(200, ACCEPTED));
    closeLater(service.close);
    const failure = await failureOf(connect(service.url).submit(KEY, REQUEST, AbortSignal.abort()));
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(service.requests).toHaveLength(0);
  });

  test('after the request arrived leaves the outcome unknown', async () => {
    const arrived = deferred<true>();
    const service = await startHttpService(() => {
      arrived.resolve(true);
    });
    closeLater(service.close);
    const caller = new AbortController();
    const failing = failureOf(connect(service.url).submit(KEY, REQUEST, caller.signal));
    await arrived.promise;
    caller.abort(new Error('shutting down'));
    expect(await failing).toMatchObject({ name: 'OutcomeUnknownError', cause: { message: 'shutting down' } });
  });
});
