import { parentPort } from 'node:worker_threads';
import { paint, paintGrid } from './index.ts';
import type { PaintOrder } from './painters.ts';

parentPort?.on('message', ({ reply, request }: PaintOrder) => {
  const painting = 'pictures' in request ? paintGrid(request) : paint(request);
  painting.then(
    (picture) => reply.postMessage(picture),
    (error: unknown) => reply.postMessage(String(error)),
  );
});
