import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type Socket, createServer as createSocketServer } from 'node:net';
import { listen } from '../world/ports.ts';

interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
  /** Which connection it came on, counted from 1. */
  connection: number;
}

export interface HttpService {
  url: string;
  requests: SeenRequest[];
  /** How many connections were ever made. */
  connections: () => number;
  close: () => Promise<void>;
}

export type Respond = (response: ServerResponse, request: SeenRequest) => void;

/** A real HTTP server on a free port that records its requests and gives the answers that it was set up with. */
export const startHttpService = async (respond: Respond): Promise<HttpService> => {
  const requests: SeenRequest[] = [];
  const connections = new Map<Socket, number>();
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: SeenRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()),
        connection: connections.get(incoming.socket) ?? 0,
      };
      requests.push(request);
      respond(response, request);
    });
  });
  server.on('connection', (socket) => connections.set(socket, connections.size + 1));
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections.size,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export interface SocketService {
  url: string;
  /** What arrived on each connection, in order of the connections. */
  received: string[];
  close: () => Promise<void>;
}

/** A bare TCP server: `act` gets everything that has arrived on a connection, each time more comes. */
export const startSocketService = async (
  act: (socket: Socket, received: string) => void,
  greet: (socket: Socket) => void = () => undefined,
): Promise<SocketService> => {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    const index = received.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const all = `${received[index] ?? ''}${chunk.toString()}`;
      received[index] = all;
      act(socket, all);
    });
    greet(socket);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

export const answerJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** What a promise that should fail fails with. */
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a failure, but it succeeded');
};
