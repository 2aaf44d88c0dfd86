import { connect, type Socket } from 'node:net';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from '../world/ports.ts';

/** A proxy that connects to this machine for any name. `answer`: what it answers instead. */
export const startProxy = async (answer?: string) => {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connect', ({ url = '' }, socket: Socket) => {
    asked.push(url);
    sockets.add(socket.on('error', () => undefined));
    if (answer !== undefined) {
      socket.end(`HTTP/1.1 ${answer}\r\n\r\n`);
      return;
    }
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    sockets.add(target.on('error', () => socket.destroy()));
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, asked };
};
