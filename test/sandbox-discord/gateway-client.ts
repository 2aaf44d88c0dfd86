import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Discord } from '../../sandbox/discord/index.ts';
import { ask } from './helpers.ts';

/** What a bare client gets, packet by packet. */
interface Packet {
  op: number;
  d: unknown;
  s: number | null;
  t: string | null;
}

/** A gateway client that does nothing by itself. */
export const bareClient = async (discord: Discord) => {
  const { body } = await ask(discord, 'GET', '/gateway/bot');
  const socket = new WebSocket(`${body.url}?v=10&encoding=json`);
  onTestFinished(() => {
    socket.terminate();
  });
  const packets: Packet[] = [];
  const waiting: (() => void)[] = [];
  const wake = () => {
    waiting.splice(0).forEach((resolve) => {
      resolve();
    });
  };
  let closeCode: number | undefined;
  socket.on('message', (data: Buffer) => {
    packets.push(JSON.parse(data.toString()) as Packet);
    wake();
  });
  socket.on('close', (code) => {
    closeCode = code;
    wake();
  });
  const next = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return {
    send: (op: number, d: unknown) => {
      socket.send(JSON.stringify({ op, d }));
    },
    packet: (op: number, event?: string) =>
      next(() => packets.find((one) => one.op === op && (!event || one.t === event))),
    closed: () => next(() => closeCode),
    packets,
    socket,
  };
};

/** An IDENTIFY with the right token. */
export const identify = (discord: Discord, intents = 0, shard?: [number, number]) => ({
  token: discord.botToken,
  intents,
  properties: {},
  ...(shard && { shard }),
});
