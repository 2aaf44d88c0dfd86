import { Client, type APIInteraction, type GatewayIntentBits } from 'discord.js';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  startDiscord,
  type Attachment,
  type Component,
  type Discord,
  type DiscordOptions,
  type Embed,
  type Person,
} from '../../sandbox/discord/index.ts';
import { openApi } from '../world/open-api.ts';

/** A stand-in without rate limits that stops with its test, which fails when anything was amiss. */
export const start = async (options: Partial<DiscordOptions> = {}): Promise<Discord> => {
  const discord = await startDiscord({ rateLimits: 'off', openApi, ...options });
  onTestFinished(async () => {
    await discord.stop();
    expect(discord.failures).toEqual([]);
  });
  return discord;
};

/** What these tests look at in the answers of Discord's many routes. */
interface AnswerBody {
  id: string;
  code: number;
  content: string;
  url: string;
  version: string;
  edited_timestamp: string | null;
  retry_after: number;
  attachments: Attachment[];
  embeds: Embed[];
  components: Component[];
  interaction: { response_message_id: string };
  resource?: { type: number; message: { id: string } };
}

export interface Answer {
  status: number;
  body: AnswerBody;
  headers: Headers;
}

/** The ids in an answer that is a list. */
export const idsOf = ({ body }: Answer): string[] =>
  z
    .array(z.looseObject({ id: z.string() }))
    .parse(body)
    .map(({ id }) => id);

export interface AskOptions {
  /** null: no Authorization at all. */
  token?: string | null;
  files?: { name: string; bytes: Uint8Array }[];
}

/** Sends one REST request as a bot would, without any library. */
export const ask = async (
  discord: Discord,
  method: string,
  path: string,
  body?: unknown,
  { token = discord.botToken, files }: AskOptions = {},
): Promise<Answer> => {
  const headers = new Headers(token === null ? {} : { authorization: `Bot ${token}` });
  let payload: FormData | string | null = null;
  if (files) {
    payload = new FormData();
    if (body !== undefined) payload.append('payload_json', JSON.stringify(body));
    for (const [n, { name, bytes }] of files.entries())
      payload.append(`files[${n}]`, new Blob([new Uint8Array(bytes)]), name);
  } else if (body !== undefined) {
    headers.set('content-type', 'application/json');
    payload = JSON.stringify(body);
  }
  const response = await fetch(`${discord.apiUrl}/v10${path}`, { method, headers, body: payload });
  const text = await response.text();
  return {
    status: response.status,
    body: JSON.parse(text === '' ? 'null' : text) as AnswerBody,
    headers: response.headers,
  };
};

/** Logs a real discord.js client in; it goes with its test. */
export const connect = async (
  discord: Discord,
  intents: GatewayIntentBits[] = [],
  options: { shards?: number } = {},
) => {
  const client = new Client({
    intents,
    rest: { api: discord.apiUrl },
    ...(options.shards && { shardCount: options.shards }),
  });
  onTestFinished(() => client.destroy());
  await client.login(discord.botToken);
  return client;
};

export const IMAGINE = {
  name: 'imagine',
  description: 'Draws a picture',
  options: [{ type: 3, name: 'prompt', description: 'What to draw', required: true }],
};

/** Registers global commands. */
export const register = (discord: Discord, ...commands: unknown[]): Promise<Answer> =>
  ask(discord, 'PUT', `/applications/${discord.applicationId}/commands`, commands);

/** The raw interaction that a person's act sends to a connected bot. */
export const interactionFrom = async <T>(
  discord: Discord,
  act: () => Promise<T>,
): Promise<{ interaction: APIInteraction; result: Promise<T> }> => {
  const before = discord.dispatches.length;
  const result = act();
  // An act that the client refuses would otherwise show as a timeout.
  await Promise.race([result, new Promise((resolve) => setImmediate(resolve))]);
  const dispatch = await discord.until(
    () => discord.dispatches.slice(before).find(({ event }) => event === 'INTERACTION_CREATE'),
    { what: 'the interaction reaches the bot' },
  );
  return { interaction: dispatch.data as APIInteraction, result };
};

/** Answers an interaction by its callback. */
export const answer = (
  discord: Discord,
  { id, token }: Pick<APIInteraction, 'id' | 'token'>,
  body: unknown,
  options: AskOptions & { withResponse?: boolean } = {},
): Promise<Answer> =>
  ask(
    discord,
    'POST',
    `/interactions/${id}/${token}/callback?with_response=${options.withResponse ?? false}`,
    body,
    {
      token: null,
      ...options,
    },
  );

/** A server with a connected bot, `/imagine` registered, and a person to use it. */
export const startWithBot = async (
  options: Partial<DiscordOptions> = {},
  intents: GatewayIntentBits[] = [],
): Promise<{ discord: Discord; client: Client; mona: Person; channelId: string }> => {
  const discord = await start(options);
  await register(discord, IMAGINE);
  const client = await connect(discord, intents);
  return {
    discord,
    client,
    mona: discord.as(discord.world.member.id),
    channelId: discord.world.atelier.channelId,
  };
};

/** `/imagine` by the first member, as it reaches the bot. */
export const imagine = (discord: Discord, channelId = discord.world.atelier.channelId) =>
  interactionFrom(discord, () =>
    discord.as(discord.world.member.id).slash(channelId, 'imagine', { prompt: 'a fox' }),
  );

/** Where an interaction token edits its first answer. */
export const original = (discord: Discord, token: string): string =>
  `/webhooks/${discord.applicationId}/${token}/messages/@original`;

/** The smallest PNG: one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
