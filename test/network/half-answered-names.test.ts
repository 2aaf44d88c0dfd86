import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { AddressGuard, resolveByDns } from '../../src/services/network/address-guard.ts';

const HEADER_BYTES = 12;
const A = 1;

/** A name server that says 127.0.0.1 for IPv4, and nothing at all for IPv6. */
const startHalfServer = async (): Promise<string> => {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, HEADER_BYTES) + 5;
    if (query.readUInt16BE(end - 4) !== A) return;
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 6);
    header.writeUInt32BE(0, 8);
    const answer = Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), answer]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => {
    socket.close();
  });
  return `127.0.0.1:${socket.address().port}`;
};

test('a name that is known to be private is refused though half of the answer never comes', async () => {
  const server = await startHalfServer();
  const guard = new AddressGuard({
    trustedUrls: [],
    allowPrivateAddresses: false,
    resolveHost: (hostname) => resolveByDns(hostname, [server]),
  });
  expect(await guard.leadsToPrivate('https://half.example/cat.png')).toBe(true);
});
