/** Easel in a process of its own, which the parent starts, stops and tells the time. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { openEasel, type Easel } from '../../src/app/easel.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { ShiftableClock } from '../world/shiftable-clock.ts';
import { watchLoop } from './event-loop.ts';
import type { Report } from './easel-process.ts';

const orderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), id: z.number(), env: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('close'), id: z.number() }),
  z.object({ kind: z.literal('advance'), id: z.number(), milliseconds: z.number() }),
]);

const report = (message: Report): void => void process.send?.(message);
const clock = new ShiftableClock();
const log = createLog({
  level: 'info',
  destination: {
    write: (line) => {
      report({ kind: 'log', line: line.slice(0, 2_000) });
    },
  },
});
let easel: Easel | undefined;
let isReady = false;

/**
 * discord.js throws on packets that no Discord would send, after Easel has had them. The program logs that and goes on, as
 * for every rejection; what Easel's own code leaves unhandled is a fault of Easel.
 */
const isOfDiscordJs = (error: unknown): boolean =>
  error instanceof Error &&
  /handlePacket \([^)]*[\\/]node_modules[\\/]discord\.js[\\/]/.test(error.stack ?? '');

process.on('unhandledRejection', (error) => {
  if (isOfDiscordJs(error)) return;
  const what = String(error instanceof Error ? error.stack : error);
  report({ kind: 'fault', what: `unhandled rejection: ${what}` });
});

const open = async (env: Record<string, string>): Promise<void> => {
  const closed = (error: Error) => {
    report({ kind: 'fault', what: `ended by itself: ${String(error.stack)}` });
  };
  easel = await openEasel(
    readConfig(env),
    { clock, random: Math.random, randomBytes, log },
    { onFailed: closed },
  );
  await easel.start();
  isReady = true;
};

const obey = async (message: unknown): Promise<void> => {
  const order = orderSchema.parse(message);
  try {
    if (order.kind === 'open') await open(order.env);
    else if (order.kind === 'close') {
      const present = easel;
      easel = undefined;
      isReady = false;
      await present?.stop();
    } else clock.advance(order.milliseconds);
    report({ kind: 'done', id: order.id, httpPort: easel?.httpPort() ?? 0 });
  } catch (error) {
    report({ kind: 'refused', id: order.id, what: String(error instanceof Error ? error.stack : error) });
  }
};

process.on('message', (message) => void obey(message));
process.on('disconnect', () => process.exit());
watchLoop((stalledMs) => {
  if (isReady) report({ kind: 'stall', stalledMs });
});
setInterval(() => {
  report({ kind: 'memory', bytes: process.memoryUsage.rss() });
}, 200).unref();
report({ kind: 'there' });
