import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Has a server listen on any free port of this machine. Returns the port. */
export const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

/** A port that nobody listened on a moment ago, for a server whose port must be known beforehand. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((closed) => server.close(closed));
  return port;
};
