import { createServer, type RequestListener } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { listen } from './ports.ts';

/** The smallest picture that there is, with zeros behind it up to a size. */
export const pictureOf = (bytes = 0): Buffer => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const picture = Buffer.from(png, 'base64');
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))]);
};

export interface Host {
  url: string;
  /** The requested paths. */
  asked: string[];
}

/** A server on this machine that ends with the test. */
export const startHost = async (answer: RequestListener): Promise<Host> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, asked };
};

const bodySchema = z.object({ prompt: z.string().optional(), taskIds: z.array(z.string()).optional() });

/**
 * An image service whose pictures are wherever the test says, and there at once.
 *
 * @param picturesOf the addresses of a prompt's pictures; `own` is the service's own address.
 * @param answer what its own address answers beside the service's operations.
 */
export const startPlainService = (
  picturesOf: (prompt: string, own: string) => readonly string[],
  answer: RequestListener = (_request, response) => response.writeHead(404).end(),
): Promise<Host> => {
  const prompts: string[] = [];
  return startHost((request, response) => {
    if (request.method !== 'POST') {
      answer(request, response);
      return;
    }
    void readText(request).then((body) => {
      const { prompt = '', taskIds } = bodySchema.parse(JSON.parse(body));
      const own = `http://${request.headers.host}`;
      const itemOf = (taskId: string) => {
        const images = picturesOf(prompts[Number(taskId)] ?? '', own);
        return { taskId, status: 1, images };
      };
      const data = taskIds?.map(itemOf) ?? { taskId: String(prompts.push(prompt) - 1) };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 0, data }));
    });
  });
};
