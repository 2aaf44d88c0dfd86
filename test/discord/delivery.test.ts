import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { nonceOf } from '../../src/discord/api.ts';
import type { EndedJob, ReplyTarget } from '../../src/services/jobs/job.ts';
import { NotOwnerError } from '../../src/services/jobs/finisher.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { deferred } from '../world/deferred.ts';
import { pictureOf, startHost } from '../world/picture-hosts.ts';
import { discordError, MESSAGE_ID } from '../world/scripted-discord.ts';
import { APPLICATION_ID, CHANNEL_ID, doneAt, JOB, startParts, TOKEN } from './parts.ts';

const BY_TOKEN = `PATCH /webhooks/${APPLICATION_ID}/${TOKEN}/messages/@original`;
const BY_CHANNEL = `PATCH /channels/${CHANNEL_ID}/messages/900000000000000009`;
const NEW_MESSAGE = `POST /channels/${CHANNEL_ID}/messages`;
/** In a private network, so it is linked without a try to fetch it. */
const PICTURE_URL = 'http://10.0.0.1/1.png';

/** The parts, with a job that is done and whose card is to be brought. */
const startDone = async (
  env: Record<string, string> = {},
  target: Partial<ReplyTarget> = {},
  pictureUrls = [PICTURE_URL],
) => {
  const parts = await startParts(env);
  const { stores, openJobs, delivery, clock } = parts;
  const done = doneAt(clock.now(), pictureUrls);
  const job: EndedJob = { ...done, target: { ...done.target, ...target } };
  await stores.open.set(job.id, job);
  await openJobs.load();
  const deliver = () => delivery.deliver(job.id, new AbortController().signal);
  return { ...parts, job, deliver };
};

const linesOf = ({ discord }: Pick<Awaited<ReturnType<typeof startParts>>, 'discord'>) =>
  discord.requests.map(({ line }) => line);

test('a final card goes by token, and pings nobody', async () => {
  const parts = await startDone();
  expect(await parts.deliver()).toBe('delivered');
  expect(linesOf(parts)).toEqual([BY_TOKEN]);
  expect(parts.discord.requests[0]?.body['allowed_mentions']).toEqual({ parse: [] });
});

test('a delivery leaves nothing that waits for the end of the process', async () => {
  const { delivery, job } = await startDone();
  const { signal } = new AbortController();
  expect(await delivery.deliver(job.id, signal)).toBe('delivered');
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a dead token (50027) is forgotten, and the card goes on by channel', async () => {
  const parts = await startDone();
  parts.discord.answer(discordError(401, 50_027));
  expect(await parts.deliver()).toBe('delivered');
  expect(linesOf(parts)).toEqual([BY_TOKEN, BY_CHANNEL]);
  expect(parts.openJobs.get(parts.job.id)?.target.token).toBeUndefined();
});

test('a dead token parks a card that no other way leads to', async () => {
  const parts = await startDone({}, { channelRoute: false });
  parts.discord.answer(discordError(401, 50_027));
  expect(await parts.deliver()).toBe('parked');
  expect(linesOf(parts)).toEqual([BY_TOKEN]);
});

test('a message that is gone (10008) ends it', async () => {
  const parts = await startDone();
  parts.discord.answer(discordError(404, 10_008));
  expect(await parts.deliver()).toBe('gone');
  expect(linesOf(parts)).toEqual([BY_TOKEN]);
});

test('without access (50001) a new message is sent once, whose nonce Discord checks', async () => {
  const parts = await startDone();
  parts.discord.answer(discordError(403, 50_001), 'connection-lost');
  const delivered = parts.deliver();
  await vi.waitFor(() => {
    expect(parts.clock.waits).toHaveLength(1);
  });
  parts.discord.answer(discordError(403, 50_001));
  parts.clock.advance(30_000);
  expect(await delivered).toBe('delivered');
  expect(linesOf(parts)).toEqual([BY_TOKEN, NEW_MESSAGE, BY_TOKEN, NEW_MESSAGE]);
  const sent = parts.discord.requests.filter(({ line }) => line === NEW_MESSAGE);
  const nonce = nonceOf('f', parts.job.id);
  for (const { body } of sent) expect(body).toMatchObject({ nonce, enforce_nonce: true });
  expect(parts.openJobs.get(parts.job.id)?.target.messageId).toBe(MESSAGE_ID);
});

test('without access and where no new message is allowed, the card is parked', async () => {
  const parts = await startDone();
  parts.discord.answer(discordError(403, 50_001), discordError(403, 50_013));
  expect(await parts.deliver()).toBe('parked');
  expect(linesOf(parts)).toEqual([BY_TOKEN, NEW_MESSAGE]);
});

test('files that are too large (413) are linked instead', async () => {
  const host = await startHost((_request, response) => response.end(pictureOf()));
  const pictureUrl = `${host.url}/1.png`;
  const parts = await startDone({ ALLOW_PRIVATE_ADDRESSES: 'true' }, {}, [pictureUrl]);
  parts.discord.answer(discordError(413, 40_005));
  expect(await parts.deliver()).toBe('delivered');
  expect(parts.discord.requests.map(({ hasFiles }) => hasFiles)).toEqual([true, false]);
  expect(JSON.stringify(parts.discord.requests[1]?.body['embeds'])).toContain(pictureUrl);
});

test('a card that Discord refuses (50035) is sent as plain text, and parked when that is refused too', async () => {
  const parts = await startDone();
  parts.discord.answer(discordError(400, 50_035), discordError(400, 50_035));
  expect(await parts.deliver()).toBe('parked');
  const [card, plain] = parts.discord.requests;
  expect(JSON.stringify(card?.body['embeds'])).toContain(PICTURE_URL);
  expect(plain?.body['content']).toContain(ENGLISH.card.picturesDone);
  expect(plain?.body['content']).toContain(PICTURE_URL);
});

test('Retry-After is obeyed before the next attempt', async () => {
  const parts = await startDone();
  const body = { message: 'limited', retry_after: 0.2, global: false };
  parts.discord.answer({ status: 429, body, headers: { 'retry-after': '0.2' } });
  const delivered = parts.deliver();
  await vi.waitFor(() => {
    expect(parts.clock.waits[0]).toBeGreaterThanOrEqual(200);
  });
  expect(linesOf(parts)).toEqual([BY_TOKEN]);
  await vi.waitFor(() => {
    parts.clock.advance(200);
    expect(linesOf(parts)).toEqual([BY_TOKEN, BY_TOKEN]);
  });
  expect(await delivered).toBe('delivered');
});

test('a card without pictures waits for certainty, and is left to the process that has taken over', async () => {
  const parts = await startParts();
  const { clock, stores, openJobs, delivery, isStillOurs } = parts;
  const { target } = doneAt(clock.now(), []);
  const now = clock.now();
  const times = { submittedAt: now, endedAt: now };
  const job: EndedJob = { ...JOB, ...times, target, state: 'timed-out', taskId: '1', delivery: 'due' };
  await stores.open.set(job.id, job);
  await openJobs.load();
  const deliver = () => delivery.deliver(job.id, new AbortController().signal);
  isStillOurs.mockResolvedValueOnce(false);
  await expect(deliver()).rejects.toThrow(NotOwnerError);
  expect(linesOf(parts)).toEqual([]);
  const certain = deferred<boolean>();
  isStillOurs.mockReturnValueOnce(certain.promise);
  const delivered = deliver();
  await vi.waitFor(() => {
    expect(isStillOurs).toHaveBeenCalledTimes(2);
  });
  expect(linesOf(parts)).toEqual([]);
  certain.resolve(true);
  expect(await delivered).toBe('delivered');
});
