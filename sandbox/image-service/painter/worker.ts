import { parentPort } from 'node:worker_threads';
import { paint, paintGrid } from './index.ts';
import type { PaintOrder } from './worker-painter.ts';

async function fulfil(
  order: PaintOrder,
): Promise<{ id: number; picture: Buffer } | { id: number; problem: string }> {
  try {
    const picture = order.kind === 'paint' ? await paint(order.request) : await paintGrid(order.request);
    return { id: order.id, picture };
  } catch (error) {
    return { id: order.id, problem: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (order: PaintOrder) => {
  void fulfil(order).then((delivery) => parentPort?.postMessage(delivery));
});
