import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Linux takes the ports of outgoing connections from 32,768 up, other systems from further up. */
const LOWEST_PORT = 10_000;
const LOWEST_OUTGOING_PORT = 32_768;

/** Has a server listen on any free port of this machine. Returns the port. */
export const listen = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

/** A port for a server whose port must be known beforehand. No outgoing connection takes it meanwhile. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = randomInt(LOWEST_PORT, LOWEST_OUTGOING_PORT);
  try {
    await listen(server, port);
  } catch {
    return freePort();
  }
  await new Promise((closed) => server.close(closed));
  return port;
};
