import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listened on a moment ago, for a server that has to be told its port. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
};
