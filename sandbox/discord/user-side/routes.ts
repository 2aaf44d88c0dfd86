import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { ZodError } from 'zod';
import { ClientRefusal, DiscordFault } from '../errors.ts';
import { messageView } from '../messages/view.ts';
import { readRequest } from '../rest/body.ts';
import { canRead } from '../state/permissions.ts';
import { type Change, type Core, messageChangeOf } from '../state/state.ts';
import type { UserEvent } from './protocol.ts';
import { carryOut, isAction } from './requests.ts';
import { peopleViews, snapshotFor } from './view.ts';

const MEBIBYTE = 1024 * 1024;
/** Ten files of the largest size that a free account may send. */
const MAX_REQUEST_BYTES = 110 * MEBIBYTE;

interface UserRequest {
  Params: { user: string; action: string };
}

/** What a person did wrong, in words; undefined for anything else. */
const refusalOf = (error: unknown): string | undefined => {
  if (error instanceof ClientRefusal || error instanceof DiscordFault) return error.message;
  if (error instanceof ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return undefined;
};

/** Adds what `protocol.ts` lists to the server. */
export const addUserRoutes = (app: FastifyInstance, core: Core): void => {
  app.get('/user', () => peopleViews(core));
  app.get<UserRequest>('/user/:user/state', (request, reply) => {
    if (!core.state.users.has(request.params.user))
      return reply.code(404).send({ message: 'there is no such user' });
    return reply.send(snapshotFor(core, request.params.user));
  });
  app.post<UserRequest>('/user/:user/:action', { bodyLimit: MAX_REQUEST_BYTES }, async (request, reply) => {
    const { user, action } = request.params;
    if (!core.state.users.has(user) || !isAction(action))
      return reply.code(404).send({ message: 'there is no such user or action' });
    try {
      const { body, uploads } = await readRequest(request, MAX_REQUEST_BYTES);
      const result = await carryOut(core, user, action, body, uploads);
      return await (result === undefined ? reply.code(204).send() : reply.send(result));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      return reply.code(400).send({ message: refusal });
    }
  });
};

const userEvents = (core: Core, change: Change, userId: string): UserEvent[] => {
  if ('message' in change) {
    if (!canRead(core.state, change.message, userId)) return [];
    return [
      { type: 'message', change: messageChangeOf(change.kind), message: messageView(core, change.message) },
    ];
  }
  return 'interaction' in change ? [] : [{ type: 'world' }];
};

/** The sockets of people's clients. */
export class UserSockets {
  readonly #core: Core;
  readonly #server = new WebSocketServer({ noServer: true });

  constructor(core: Core) {
    this.#core = core;
  }

  /** Takes a connection to `/user/:user/socket`; closes any other. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const userId = /^\/user\/(\d+)\/socket$/.exec(request.url ?? '')?.[1];
    if (userId === undefined || !this.#core.state.users.has(userId)) {
      socket.destroy();
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#streamUser(webSocket, userId));
  }

  #streamUser(socket: WebSocket, userId: string): void {
    const listener = (change: Change): void => {
      for (const event of userEvents(this.#core, change, userId)) socket.send(JSON.stringify(event));
    };
    this.#core.changes.on('change', listener);
    socket.on('close', () => this.#core.changes.off('change', listener));
  }

  stop(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }
}
