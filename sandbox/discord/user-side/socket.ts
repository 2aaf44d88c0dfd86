import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { messageView } from '../messages/view.ts';
import { canSee } from '../state/permissions.ts';
import { messageChangeOf, type Change, type Core, type StoredMessage } from '../state/state.ts';
import type { TrafficEvent, UserEvent } from './protocol.ts';
import { interactionView } from './view.ts';

const isVisible = (core: Core, message: StoredMessage, userId: string): boolean => {
  const channel = core.state.channels.get(message.channel_id);
  if (!channel || !canSee(core.state, channel, userId)) return false;
  return message.ephemeralTo === null || message.ephemeralTo === userId;
};

/** What one person sees of a change. */
const userEvents = (core: Core, change: Change, userId: string): UserEvent[] => {
  if ('message' in change) {
    if (!isVisible(core, change.message, userId)) return [];
    return [
      { type: 'message', change: messageChangeOf(change.kind), message: messageView(core, change.message) },
    ];
  }
  if ('interaction' in change) {
    if (change.interaction.userId !== userId) return [];
    return [{ type: 'interaction', interaction: interactionView(change.interaction) }];
  }
  return [{ type: 'world' }];
};

/** The sockets of people's clients. */
export class UserSockets {
  readonly #core: Core;
  readonly #server = new WebSocketServer({ noServer: true });

  constructor(core: Core) {
    this.#core = core;
  }

  /** Takes a connection to `/user/traffic` or `/user/:user/socket`; closes any other. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = request.url ?? '';
    const userId = /^\/user\/(\d+)\/socket$/.exec(path)?.[1];
    const isKnown = path === '/user/traffic' || (userId !== undefined && this.#core.state.users.has(userId));
    if (!isKnown) {
      socket.destroy();
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      if (userId === undefined) this.#streamTraffic(webSocket);
      else this.#streamUser(webSocket, userId);
    });
  }

  #streamUser(socket: WebSocket, userId: string): void {
    const listener = (change: Change): void => {
      for (const event of userEvents(this.#core, change, userId)) socket.send(JSON.stringify(event));
    };
    this.#core.changes.on('change', listener);
    socket.on('close', () => this.#core.changes.off('change', listener));
  }

  #streamTraffic(socket: WebSocket): void {
    const send = (event: TrafficEvent): void => socket.send(JSON.stringify(event));
    const { events } = this.#core;
    const onRequest = (request: Extract<TrafficEvent, { type: 'request' }>['request']): void =>
      send({ type: 'request', request });
    const onDispatch = (dispatch: Extract<TrafficEvent, { type: 'dispatch' }>['dispatch']): void =>
      send({ type: 'dispatch', dispatch });
    events.on('request', onRequest).on('dispatch', onDispatch);
    socket.on('close', () => events.off('request', onRequest).off('dispatch', onDispatch));
  }

  stop(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }
}
