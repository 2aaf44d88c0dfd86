import { expect, test, vi } from 'vitest';
import { privateText, type Reply } from '../../src/commands/framework/reply.ts';
import type { DeferMode } from '../../src/discord/gateway/announced-answer.ts';
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
