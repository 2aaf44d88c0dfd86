import httpProxy from '@fastify/http-proxy';
import fastify, { type FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { addKnobs, Knobs, type TestEnvironment } from './knobs.ts';
import { addPageFiles } from './page-files.ts';
import { Traffic } from './traffic.ts';

/** What the page takes from the stand-in Discord: its user side, and the files that are attached to messages. */
const PASSED_ON = ['/user', '/attachments', '/ephemeral-attachments'];

export interface PageOptions extends TestEnvironment {
  /** Where the page is wanted; another free port is taken when it is in use. 0: any free port. */
  port: number;
}

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

const listen = async (app: FastifyInstance, port: number): Promise<void> => {
  try {
    await app.listen({ port, host: 'localhost' });
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    await app.listen({ port: 0, host: 'localhost' });
  }
};

const portOf = (app: FastifyInstance): number => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The page server does not listen');
  return address.port;
};

/**
 * Serves the page that looks like Discord, and its knobs.
 *
 * @throws Error when the page can't be built
 */
export const startPage = async ({ port, ...around }: PageOptions) => {
  const app = fastify({ forceCloseConnections: true });
  for (const prefix of PASSED_ON)
    await app.register(httpProxy, {
      upstream: around.discord.origin,
      prefix,
      rewritePrefix: prefix,
      websocket: prefix === '/user',
    });
  app.setErrorHandler((error, _request, reply) => {
    const message = error instanceof Error ? error.message : String(error);
    return reply.code(error instanceof ZodError ? 400 : 500).send({ message });
  });
  const traffic = new Traffic(around.discord, around.service);
  addKnobs(app, new Knobs(around, traffic), traffic);
  await addPageFiles(app);
  await listen(app, port);
  return {
    /** The address to open, such as `http://localhost:3000`. */
    url: `http://localhost:${portOf(app)}`,
    port: portOf(app),
    stop: async () => {
      traffic.stop();
      await app.close();
    },
  };
};
