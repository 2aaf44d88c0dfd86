import { expect, test } from 'vitest';
import { ask, start } from './helpers.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A document that knows one route, and knows it a little stricter than the stand-in. */
const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/channels/{channel_id}/messages': {
      post: {
        requestBody: json({
          type: 'object',
          properties: { content: { $ref: '#/components/schemas/Short' } },
        }),
        responses: {
          '200': json({ type: 'object', required: ['id'], properties: { id: { format: 'snowflake' } } }),
        },
      },
    },
    '/users/@me': { get: { responses: { '200': json({ type: 'object', required: ['is_a_robot'] }) } } },
  },
  components: { schemas: { Short: { type: 'string', maxLength: 5 } } },
};

test('a request that the document forbids is 50035 and a failure', async () => {
  const discord = await start({ openApi: DOCUMENT });
  const path = `/channels/${discord.world.atelier.channelId}/messages`;
  expect((await ask(discord, 'POST', path, { content: 'short' })).status).toBe(200);
  expect(discord.failures).toEqual([]);
  expect((await ask(discord, 'POST', path, { content: 'too long' })).body.code).toBe(50035);
  expect(discord.failures.splice(0)).toMatchObject([
    {
      what: 'the published document forbids it: body of POST /channels/:channel/messages: body/content must NOT have more than 5 characters',
    },
  ]);
});

test('an answer that the document does not know is a failure', async () => {
  const discord = await start({ openApi: DOCUMENT });
  await ask(discord, 'GET', '/users/@me');
  expect(discord.failures.splice(0)).toMatchObject([
    {
      what: "our answer is not Discord's: answer 200 to GET /users/@me: body must have required property 'is_a_robot'",
      request: '/users/@me',
    },
  ]);
});
