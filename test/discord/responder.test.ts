import { expect, test, vi } from 'vitest';
import { privateText, type Reply } from '../../src/commands/framework/reply.ts';
import { discordError, MESSAGE_ID } from '../world/scripted-discord.ts';
import { APPLICATION_ID, cardReply, interactionAt, startParts, TOKEN, WAITING } from './parts.ts';
import { deferred } from '../world/deferred.ts';

const CALLBACK = `POST /interactions/200000000000000001/${TOKEN}/callback`;
const ORIGINAL = `/webhooks/${APPLICATION_ID}/${TOKEN}/messages/@original`;
const ANSWERED_ALREADY = discordError(400, 40_060);
const MODAL: Reply = {
  kind: 'modal',
  modal: { custom_id: 'settings:form', title: 'A form', components: [] },
};

/** The message that answers the interaction, as Discord shows it: the card of a job. */
const standing = (jobId: string) => ({
  status: 200,
  body: {
    id: '900000000000000005',
    components: [{ type: 1, components: [{ type: 2, custom_id: `stop:${jobId}` }] }],
  },
});

test('a fast card is one answer of type 4, and the id of its message is told', async () => {
  const { discord, responder, clock } = await startParts();
  const { reply, became } = cardReply();
  await responder.respond(interactionAt(clock.now()), 'publicly', Promise.resolve(reply));
  expect(discord.requests.map(({ line, body }) => [line, body['type']])).toEqual([[CALLBACK, 4]]);
  expect(became).toEqual([{ ...WAITING.target, messageId: MESSAGE_ID }]);
});

test.each([
  ['a command', false, 1_500, 5],
  ['a click', true, 900, 6],
])('slow work after %s is announced in time and filled in later', async (_what, isClick, afterMs, type) => {
  const { discord, responder, clock } = await startParts();
  const work = deferred<Reply>();
  const mode = isClick ? 'in-place' : 'publicly';
  const responded = responder.respond(interactionAt(clock.now(), isClick), mode, work.promise);
  await vi.waitFor(() => {
    expect(clock.waits).toEqual([afterMs]);
  });
  expect(discord.requests).toEqual([]);
  clock.advance(afterMs);
  await vi.waitFor(() => {
    expect(discord.requests.map(({ body }) => body)).toEqual([{ type, data: {} }]);
  });
  work.resolve({ kind: 'update', message: { content: 'done' } });
  await responded;
  expect(discord.requests[1]).toMatchObject({ line: `PATCH ${ORIGINAL}`, body: { content: 'done' } });
});

test('what is not decided in time is announced to the person alone', async () => {
  const { discord, responder, clock } = await startParts();
  const work = deferred<Reply>();
  const undecided = new Promise<never>(() => undefined);
  const responded = responder.respond(interactionAt(clock.now()), undecided, work.promise);
  clock.advance(1_500);
  await vi.waitFor(() => {
    expect(discord.requests.map(({ body }) => body)).toEqual([{ type: 5, data: { flags: 64 } }]);
  });
  work.resolve(privateText('done'));
  await responded;
});

test('an answer that meets a 503 is tried again within three seconds', async () => {
  const { discord, responder, clock } = await startParts();
  const { reply, became } = cardReply();
  discord.answer({ status: 503 });
  const responded = responder.respond(interactionAt(clock.now()), 'publicly', Promise.resolve(reply));
  await vi.waitFor(() => {
    expect(clock.waits).toEqual([150]);
  });
  clock.advance(150);
  await responded;
  expect(discord.requests.map(({ line }) => line)).toEqual([CALLBACK, CALLBACK]);
  expect(became).toEqual([{ ...WAITING.target, messageId: MESSAGE_ID }]);
});

test('an answer that meets a 503 is not tried again when the three seconds are over', async () => {
  const { discord, responder, clock } = await startParts();
  const { reply, became } = cardReply();
  const looks = Array.from({ length: 5 }, () => discordError(404, 10_008));
  discord.answer({ status: 503 }, ...looks);
  const responded = responder.respond(interactionAt(clock.now() - 2_900), 'publicly', Promise.resolve(reply));
  // What Discord took last may be shown a little later.
  for (let second = 1; second < looks.length; second += 1) {
    await vi.waitFor(() => {
      expect(clock.waits).toEqual([1_000]);
    });
    expect(became).toEqual([]);
    clock.advance(1_000);
  }
  await responded;
  expect(discord.requests.map(({ line }) => line)).toEqual([CALLBACK, ...looks.map(() => `GET ${ORIGINAL}`)]);
  expect(became).toEqual(['not placed']);
});

test.each([
  ['counts when the message there names this job', WAITING.id, '900000000000000005'],
  ['does not count when the message there names another', '01JQ0000000000000000000002', undefined],
])('an answer whose confirmation was lost %s', async (_what, jobId, messageId) => {
  const { discord, responder, clock } = await startParts();
  const { reply, became } = cardReply();
  discord.answer('connection-lost', ANSWERED_ALREADY, standing(jobId));
  const responded = responder.respond(interactionAt(clock.now()), 'publicly', Promise.resolve(reply));
  await vi.waitFor(() => {
    expect(clock.waits).toEqual([150]);
  });
  clock.advance(150);
  await responded;
  expect(discord.requests.map(({ line }) => line)).toEqual([CALLBACK, CALLBACK, `GET ${ORIGINAL}`]);
  expect(became).toEqual([messageId === undefined ? 'not placed' : { ...WAITING.target, messageId }]);
});

test('an answer that is refused at the first attempt is another process’s, even when it names the job', async () => {
  const { discord, responder, clock } = await startParts();
  const { reply, became } = cardReply();
  discord.answer(ANSWERED_ALREADY, standing(WAITING.id));
  await responder.respond(interactionAt(clock.now()), 'publicly', Promise.resolve(reply));
  expect(discord.requests.map(({ line }) => line)).toEqual([CALLBACK]);
  expect(became).toEqual(['not placed']);
});

test('a modal waits for nothing: however late, it is the first answer', async () => {
  const { discord, responder, clock } = await startParts();
  const work = deferred<Reply>();
  const responded = responder.respond(interactionAt(clock.now(), true), 'at-once', work.promise);
  expect(clock.waits).toEqual([]);
  clock.advance(2_000);
  work.resolve(MODAL);
  await responded;
  expect(discord.requests.map(({ line, body }) => [line, body['type']])).toEqual([[CALLBACK, 9]]);
});

test("a modal can't follow an announcement, and the log says so", async () => {
  const { discord, responder, clock, lines } = await startParts();
  const work = deferred<Reply>();
  const responded = responder.respond(interactionAt(clock.now()), 'privately', work.promise);
  clock.advance(1_500);
  await vi.waitFor(() => {
    expect(discord.requests.map(({ body }) => body['type'])).toEqual([5]);
  });
  work.resolve(MODAL);
  await responded;
  expect(discord.requests).toHaveLength(1);
  expect(lines.join('')).toContain('a form was ready too late to be shown');
});
