import { expect, test, vi } from 'vitest';
import { privateText, type Reply } from '../../src/commands/framework/reply.ts';
import { discordError, MESSAGE_ID } from '../world/scripted-discord.ts';
import { APPLICATION_ID, interactionAt, JOB_REPLY, startParts, TOKEN, WAITING } from './parts.ts';
import { deferred } from '../world/deferred.ts';

const CALLBACK = `POST /interactions/200000000000000001/${TOKEN}/callback`;
const ORIGINAL = `/webhooks/${APPLICATION_ID}/${TOKEN}/messages/@original`;
const ANSWERED_ALREADY = discordError(400, 40_060);
const MODAL: Reply = {
  kind: 'modal',
  modal: { custom_id: 'settings:form', title: 'A form', components: [] },
};

test('a fast card is one answer of type 4, and the id of its message is told', async () => {
  const { discord, responder, clock, became } = await startParts();
  await responder.respond(interactionAt(clock.now()), 'publicly', Promise.resolve(JOB_REPLY));
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
  const { discord, responder, clock, became } = await startParts();
  discord.answer({ status: 503 });
  const responded = responder.respond(interactionAt(clock.now()), 'publicly', Promise.resolve(JOB_REPLY));
  await vi.waitFor(() => {
    expect(clock.waits).toEqual([150]);
  });
  clock.advance(150);
  await responded;
  expect(discord.requests.map(({ line }) => line)).toEqual([CALLBACK, CALLBACK]);
  expect(became).toEqual([{ ...WAITING.target, messageId: MESSAGE_ID }]);
});

test.each([
  ['stands, when the edit finds it', [], { ...WAITING.target, messageId: MESSAGE_ID }],
  ['does not stand, when the edit finds none', [discordError(404, 10_008)], 'dropped' as const],
])('a card whose confirmation was lost is edited, and %s', async (_what, found, outcome) => {
  const { discord, responder, clock, became } = await startParts();
  discord.answer('connection-lost', ANSWERED_ALREADY, ...found);
  const responded = responder.respond(interactionAt(clock.now()), 'publicly', Promise.resolve(JOB_REPLY));
  await vi.waitFor(() => {
    expect(clock.waits).toEqual([150]);
  });
  clock.advance(150);
  await responded;
  expect(discord.requests.map(({ line }) => line)).toEqual([CALLBACK, CALLBACK, `PATCH ${ORIGINAL}`]);
  expect(became).toEqual([outcome]);
});

test('a card is edited as well when the three seconds were over before it was confirmed', async () => {
  const { discord, responder, clock, became } = await startParts();
  discord.answer({ status: 503 });
  await responder.respond(interactionAt(clock.now() - 2_900), 'publicly', Promise.resolve(JOB_REPLY));
  expect(discord.requests.map(({ line }) => line)).toEqual([CALLBACK, `PATCH ${ORIGINAL}`]);
  expect(became).toEqual([{ ...WAITING.target, messageId: MESSAGE_ID }]);
});

test('a card whose edit is not confirmed either is edited again', async () => {
  const { discord, responder, clock, became } = await startParts();
  discord.answer({ status: 503 }, 'connection-lost');
  const responded = responder.respond(
    interactionAt(clock.now() - 2_900),
    'publicly',
    Promise.resolve(JOB_REPLY),
  );
  await vi.waitFor(() => {
    expect(discord.requests).toHaveLength(2);
    expect(clock.waits).toHaveLength(1);
  });
  clock.advance(1_000);
  await responded;
  expect(discord.requests.map(({ line }) => line)).toEqual([
    CALLBACK,
    `PATCH ${ORIGINAL}`,
    `PATCH ${ORIGINAL}`,
  ]);
  expect(became).toEqual([{ ...WAITING.target, messageId: MESSAGE_ID }]);
});

test('an answer that is refused at the first attempt is another process’s', async () => {
  const { discord, responder, clock, became } = await startParts();
  discord.answer(ANSWERED_ALREADY);
  await responder.respond(interactionAt(clock.now()), 'publicly', Promise.resolve(JOB_REPLY));
  expect(discord.requests.map(({ line }) => line)).toEqual([CALLBACK]);
  expect(became).toEqual(['dropped']);
});

test('a job whose announcement Discord refuses is dropped', async () => {
  const { discord, responder, clock, became } = await startParts();
  discord.answer(discordError(404, 10_062));
  const work = deferred<Reply>();
  const responded = responder.respond(interactionAt(clock.now()), 'publicly', work.promise);
  await vi.waitFor(() => {
    expect(clock.waits).toEqual([1_500]);
  });
  clock.advance(1_500);
  await vi.waitFor(() => {
    expect(discord.requests).toHaveLength(1);
  });
  work.resolve(JOB_REPLY);
  await responded;
  expect(discord.requests).toHaveLength(1);
  expect(became).toEqual(['dropped']);
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
