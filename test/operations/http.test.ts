import { afterEach, describe, expect, it } from 'vitest';
import {
  HttpListenError,
  startHttp,
  type HttpOptions,
  type HttpServer,
} from '../../src/services/operations/http.ts';

const running: HttpServer[] = [];

const start = async (options: Partial<HttpOptions> = {}): Promise<{ server: HttpServer; url: string }> => {
  const server = await startHttp({
    port: 0,
    host: '127.0.0.1',
    readiness: () => Promise.resolve({ ok: true }),
    metrics: () => Promise.resolve(''),
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  running.push(server);
  return { server, url: `http://127.0.0.1:${server.port}` };
};

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

it("answers 500 and reports it when readiness can't be told", async () => {
  const failure = new Error('no idea');
  const reported: unknown[] = [];
  const { url } = await start({
    readiness: () => Promise.reject(failure),
    onError: (error) => reported.push(error),
  });
  const response = await fetch(`${url}/readyz`);
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('');
  expect(reported).toEqual([failure]);
});

describe('starting and stopping', () => {
  it('says which port could not be had', async () => {
    const { server } = await start();
    const second = startHttp({
      port: server.port,
      host: '127.0.0.1',
      readiness: () => Promise.resolve({ ok: true }),
      metrics: () => Promise.resolve(''),
      onError: () => undefined,
    });
    await expect(second).rejects.toThrow(HttpListenError);
    await expect(second).rejects.toMatchObject({ port: server.port, cause: { code: 'EADDRINUSE' } });
  });

  it('lets a request finish, then lets go of the port', async () => {
    let finish: (text: string) => void = () => undefined;
    let asked: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (asked = resolve));
    const { server, url } = await start({
      metrics: () =>
        new Promise<string>((resolve) => {
          finish = resolve;
          asked();
        }),
    });
    const response = fetch(`${url}/metrics`);
    await arrived;
    const stopped = server.stop();
    finish('easel_up 1\n');
    expect(await (await response).text()).toBe('easel_up 1\n');
    await stopped;
    await server.stop();
    await expect(fetch(`${url}/readyz`)).rejects.toThrow('fetch failed');
  });
});
