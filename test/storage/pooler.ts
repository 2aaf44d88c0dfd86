import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Of a message: its type, and its length. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const HEADER_BYTES = 5;
const READY = 'Z';
const IN_NO_TRANSACTION = 'I';

/** The status that the last message of an answer tells; undefined while more is to come. */
const statusOf = (answer: Buffer): string | undefined => {
  const last = answer.subarray(-HEADER_BYTES - 1);
  return String.fromCharCode(last[0] ?? 0) === READY ? String.fromCharCode(last.at(-1) ?? 0) : undefined;
};

/** Puts a pooler in front of a server: all clients share one connection, which one has until its transaction ends. */
export const startPooler = async (serverUrl: string): Promise<string> => {
  const url = new URL(serverUrl);
  const backend = connect(Number(url.port), url.hostname);
  let greeting: Buffer | undefined;
  let isGreeted = false;
  let present: Socket | undefined;
  const waiting: (() => void)[] = [];
  let answer = Buffer.alloc(0);
  backend.on('data', (data) => {
    answer = Buffer.concat([answer, data]);
    present?.write(data);
    const status = statusOf(answer);
    if (status === undefined) return;
    greeting ??= answer;
    answer = Buffer.alloc(0);
    if (status !== IN_NO_TRANSACTION) return;
    present = undefined;
    waiting.shift()?.();
  });
  const pooler = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (startup) => {
      if (greeting) client.write(greeting);
      else if (!isGreeted) {
        isGreeted = true;
        present = client;
        backend.write(startup);
      } else waiting.push(() => client.write(greeting ?? ''));
      client.on('data', (data) => {
        const send = () => {
          present = client;
          backend.write(data);
        };
        // The last message of a client that leaves is not for the server.
        if (data.toString('latin1', 0, 1) === 'X') return;
        if (present === undefined || present === client) send();
        else waiting.push(send);
      });
    });
  });
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  onTestFinished(() => {
    pooler.close();
    backend.destroy();
  });
  const address = pooler.address();
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return url.href;
};
