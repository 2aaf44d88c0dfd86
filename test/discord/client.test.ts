import { Events, Status, WebSocketManager } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/services/discord/gateway/client.ts';

const OPTIONS = {
  discordApiUrl: 'http://127.0.0.1:9/api',
  metrics: { observeDiscordRequest: () => undefined },
};
const INTERACTION = {
  ...{ id: '1', application_id: '2', type: 2, version: 1, token: 'token', entitlements: [] },
  ...{ channel_id: '3', channel: { id: '3', type: 1 }, user: { id: '4', username: 'mona' } },
  ...{ data: { id: '5', name: 'imagine', type: 1 }, authorizing_integration_owners: {} },
};

/** A client of the library's that is connected, as far as it knows, and how a shard hands it an event. */
const connected = () => {
  const client = createClient(OPTIONS, 'auto');
  Object.assign(client.ws, { status: Status.Ready });
  const handle: unknown = Reflect.get(client.ws, 'handlePacket');
  if (!(handle instanceof Function)) throw new TypeError('The library handles packets elsewhere now');
  return {
    client,
    tell: (t: string, d: object): unknown => Reflect.apply(handle, client.ws, [{ t, d }, { id: 0 }]),
  };
};

test('the library makes nothing of interactions and reactions, and hears of everything else', () => {
  const { client, tell } = connected();
  const made: unknown[] = [];
  client.on(Events.InteractionCreate, (interaction) => made.push(interaction));
  tell('INTERACTION_CREATE', INTERACTION);
  tell('MESSAGE_REACTION_ADD', { user_id: '4', channel_id: '3', message_id: '6', emoji: { name: '🔄' } });
  expect([made, client.channels.cache.size]).toEqual([[], 0]);
  tell('GUILD_CREATE', { id: '7', name: 'Atelier', channels: [], members: [] });
  expect(client.guilds.cache.has('7')).toBe(true);
});

test.each([
  ['is called otherwise', undefined],
  ["can't be replaced", { value: () => true, writable: false, configurable: true }],
])('a client is made where the part of the library that handles events %s', (_what, descriptor) => {
  const prototype: object = WebSocketManager.prototype;
  const before = Object.getOwnPropertyDescriptor(prototype, 'handlePacket');
  onTestFinished(() => {
    Object.defineProperty(prototype, 'handlePacket', before ?? {});
  });
  Reflect.deleteProperty(prototype, 'handlePacket');
  if (descriptor) Object.defineProperty(prototype, 'handlePacket', descriptor);
  expect(() => createClient(OPTIONS, 'auto')).not.toThrow();
});
