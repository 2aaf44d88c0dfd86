import { expect } from 'vitest';
import { type ImageApiClientOptions, ImageApiClient } from '../../src/services/image-api/client.ts';
import type { Submission } from '../../src/services/requests/families/index.ts';
import { type Respond, failureOf, startHttpService } from './http-service.ts';

export const KEY = 'secret-key-0123456789';
export const REQUEST: Submission = { family: 'gen', body: { prompt: 'draw a red fox' } };
export const ACCEPTED = { status: 0, message: 'success', data: { taskId: 't1' } };
/** The moment at which the clients below live. */
export const NOON = Date.UTC(2026, 0, 1, 12);

const closers: (() => Promise<void>)[] = [];

/** Has everything closed that the test opened, the newest first. */
export const closeLater = (close: () => Promise<void>): void => {
  closers.push(close);
};

export const closeAll = async (): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close();
};

export const connect = (baseUrl: string, options: Partial<ImageApiClientOptions> = {}): ImageApiClient => {
  const client = new ImageApiClient({ baseUrl, clock: { now: () => NOON }, ...options });
  closeLater(() => client.close());
  return client;
};

/** A service that answers like this, and a client of it. */
export const startPair = async (
  respond: Respond,
  options: Partial<ImageApiClientOptions> = {},
  prefix = '',
) => {
  const service = await startHttpService(respond);
  closeLater(service.close);
  return { service, client: connect(`${service.url}${prefix}`, options) };
};

/** What both operations fail with when the service answers like this. Each asks exactly once. */
export const failuresOn = async (respond: Respond, options: Partial<ImageApiClientOptions> = {}) => {
  const { service, client } = await startPair(respond, options);
  const submission = await failureOf(client.submit(KEY, REQUEST));
  expect(service.requests).toHaveLength(1);
  const poll = await failureOf(client.jobStatus(KEY, 'gen', ['t1']));
  expect(service.requests).toHaveLength(2);
  return { submission, poll };
};
