import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { lookUpForeign } from '../../src/services/network/lookup.ts';
import { startPlainService } from '../world/picture-hosts.ts';
import { startWorld } from '../world/world.ts';

/** A name server that hears every question and answers none. */
const startSilentServer = async () => {
  const heard = new Set<string>();
  const socket = createSocket('udp4');
  // The name stands behind the header, as parts with their lengths before them: https://www.rfc-editor.org/rfc/rfc1035#section-4.1
  socket.on('message', (query) => heard.add(query.toString('latin1', 13, query.indexOf(0, 12))));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => {
    socket.close();
  });
  return { address: `127.0.0.1:${socket.address().port}`, heard };
};

test('picture hosts whose names are never answered hold up neither the store nor a command', async () => {
  const { address, heard } = await startSilentServer();
  const lookup = lookUpForeign({ withinMs: 600_000, servers: [address] });
  const service = await startPlainService(() =>
    [1, 2, 3, 4].map((number) => `http://silent-${number}.example/1.png`),
  );
  const { discord } = await startWorld({ env: { IMAGE_API_URL: service.url }, web: { lookup } });
  const { atelier, member } = discord.world;
  const person = discord.as(member.id);
  await person.slash(atelier.channelId, 'imagine', { prompt: 'a fox' });
  // All of them are being looked up, and nothing ends that.
  await expect.poll(() => heard.size).toBe(4);
  const { message } = await person.slash(atelier.channelId, 'history');
  expect(message?.ephemeralTo).toBe(member.id);
  // Nothing is submitted before the store has it.
  await person.slash(atelier.channelId, 'imagine', { prompt: 'a hare' });
  const submissions = () => service.asked.filter((path) => path.endsWith('submit-jobs'));
  await expect.poll(() => submissions().length).toBe(2);
});
