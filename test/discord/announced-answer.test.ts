import { expect, test, vi } from 'vitest';
import { privateText, type Reply } from '../../src/commands/framework/reply.ts';
import type { DeferMode } from '../../src/services/discord/gateway/announced-answer.ts';
import { deferred } from '../world/deferred.ts';
import { APPLICATION_ID, cardReply, interactionAt, startParts, TOKEN } from './parts.ts';

const ORIGINAL = `/webhooks/${APPLICATION_ID}/${TOKEN}/messages/@original`;

/** Slow work that was announced; its answer is given by the test. */
const announce = async (parts: Awaited<ReturnType<typeof startParts>>, deferMode: DeferMode = 'publicly') => {
  const work = deferred<Reply>();
  const responded = parts.responder.respond(interactionAt(parts.clock.now()), deferMode, work.promise);
  await vi.waitFor(() => {
    expect(parts.clock.waits).toHaveLength(1);
  });
  parts.clock.advance(1_500);
  await vi.waitFor(() => {
    expect(parts.discord.requests).toHaveLength(1);
  });
  const lines = () => parts.discord.requests.slice(1).map(({ line }) => line);
  return { work, responded, lines };
};

test.each(['card', 'private', 'silent'] as const)(
  'an announced %s is left to the process that has taken over and has its job',
  async (kind) => {
    const parts = await startParts();
    const { work, responded, lines } = await announce(parts);
    parts.isStillOurs.mockResolvedValue(false);
    parts.unconfirmedJob.mockReturnValue({ isStored: () => Promise.resolve(true) });
    const { reply: card, became } = cardReply();
    work.resolve(kind === 'card' ? card : kind === 'private' ? privateText('no') : { kind });
    await responded;
    expect(lines()).toEqual([]);
    expect(became).toEqual([]);
  },
);

test.each([
  ['is about no job', undefined],
  ['is about a job that the store has not got', { isStored: () => Promise.resolve(false) }],
])('an announced answer that %s is given even after another process has taken over', async (_what, job) => {
  const parts = await startParts();
  const { work, responded, lines } = await announce(parts);
  parts.isStillOurs.mockResolvedValue(false);
  parts.unconfirmedJob.mockReturnValue(job);
  work.resolve(privateText('no'));
  await responded;
  expect(lines()).toEqual([`DELETE ${ORIGINAL}`, `POST /webhooks/${APPLICATION_ID}/${TOKEN}`]);
});

test('an announced card of a job that was there before goes when another process has taken over', async () => {
  const parts = await startParts();
  const { work, responded, lines } = await announce(parts);
  parts.isStillOurs.mockResolvedValue(false);
  const { notPlaced: _isNew, ...reply } = cardReply().reply;
  work.resolve(reply);
  await responded;
  expect(lines()).toEqual([`DELETE ${ORIGINAL}`]);
});

test.each([
  ['while it is pending', 128, [`GET ${ORIGINAL}`, `PATCH ${ORIGINAL}`]],
  ['unless something stands there', 0, [`GET ${ORIGINAL}`]],
])('what nobody can know is said in the announcement itself, %s', async (_what, flags, expected) => {
  const parts = await startParts();
  const { work, responded, lines } = await announce(parts);
  parts.isStillOurs.mockReturnValue(new Promise(() => undefined));
  parts.unconfirmedJob.mockReturnValue({ isStored: () => Promise.reject(new Error('away')) });
  parts.isInDoubt.mockReturnValue(true);
  parts.discord.answer({ status: 200, body: { id: '900000000000000005', flags } });
  work.resolve(privateText('no'));
  await vi.waitFor(() => {
    expect(parts.clock.waits).toHaveLength(1);
  });
  parts.clock.advance(8_000);
  await responded;
  expect(lines()).toEqual(expected);
});

test.each([
  ['about a job whose row is still to be removed', { isStored: () => Promise.resolve(true) }, 'publicly'],
  ['that changes a card', undefined, 'in-place'],
] as const)(
  'an announced answer %s is given when its owner is certain again just as the wait is over',
  async (_what, job, deferMode) => {
    const parts = await startParts();
    const { work, responded, lines } = await announce(parts, deferMode);
    parts.isStillOurs.mockReturnValueOnce(new Promise(() => undefined));
    parts.unconfirmedJob.mockReturnValue(job);
    work.resolve({ kind: 'update', message: { content: 'no' } });
    await vi.waitFor(() => {
      expect(parts.clock.waits).toHaveLength(1);
    });
    parts.clock.advance(8_000);
    await responded;
    expect(lines()).toEqual([`PATCH ${ORIGINAL}`]);
  },
);

test('an announced answer waits until it is certain whose it is', async () => {
  const parts = await startParts();
  const { work, responded, lines } = await announce(parts);
  const certain = deferred<boolean>();
  parts.isStillOurs.mockReturnValueOnce(certain.promise);
  const { reply, became } = cardReply();
  work.resolve(reply);
  await vi.waitFor(() => {
    expect(parts.isStillOurs).toHaveBeenCalled();
  });
  expect(lines()).toEqual([]);
  certain.resolve(true);
  await responded;
  expect(lines()).toEqual([`PATCH ${ORIGINAL}`]);
  expect(became).toHaveLength(1);
});

test('an announced answer that fails is not tried again once another process has taken over', async () => {
  const parts = await startParts();
  const { work, responded, lines } = await announce(parts);
  parts.discord.answer({ status: 503 });
  parts.isStillOurs.mockResolvedValueOnce(true).mockResolvedValueOnce(true).mockResolvedValue(false);
  parts.unconfirmedJob.mockReturnValue({ isStored: () => Promise.resolve(true) });
  work.resolve(privateText('no'));
  await vi.waitFor(() => {
    expect(lines()).toHaveLength(1);
  });
  await vi.waitFor(() => {
    expect(parts.clock.waits).toHaveLength(1);
  });
  parts.clock.advance(60_000);
  await responded;
  expect(lines()).toEqual([`DELETE ${ORIGINAL}`]);
});
