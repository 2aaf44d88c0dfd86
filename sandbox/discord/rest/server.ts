import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { fault, fieldFault, NotImplementedHere } from '../errors.ts';
import { isLinkValid } from '../messages/files.ts';
import type { Core } from '../state/state.ts';
import { parseJson } from './body.ts';
import type { Route } from './route.ts';
import { answerTo, pathOf, record, type RestParts, serve } from './serve.ts';

interface AnyRequest {
  Params: Record<string, string>;
  Querystring: Record<string, string>;
}

/** Files by their signed links, as Discord's CDN serves them. */
const addFileRoutes = (app: FastifyInstance, core: Core): void => {
  for (const path of ['/attachments/:place/:id/:filename', '/ephemeral-attachments/:place/:id/:filename']) {
    app.get<AnyRequest>(path, (request, reply) => {
      const file = core.state.files.get(request.params['id'] ?? '');
      const isValid = isLinkValid(core, request.url.split('?')[0] ?? '', request.query);
      if (!file || !isValid)
        return reply.code(404).type('text/plain').send('This content is no longer available.');
      return reply
        .type(file.contentType)
        .header('access-control-allow-origin', '*')
        .send(Buffer.from(file.bytes));
    });
  }
};

const answerUnserved = (parts: RestParts, request: FastifyRequest, reply: FastifyReply, error: unknown) => {
  const answer = answerTo(parts, request, error);
  const authenticated = request.headers.authorization !== undefined;
  record(parts, request, answer, {
    route: undefined,
    authenticated,
    body: request.body,
    files: [],
    durationMs: 0,
  });
  return reply.code(answer.status).send(answer.body);
};

/** A route that is not there fails loudly: the answer is 501, and the run counts as failed. */
const addUnknownRoute = (app: FastifyInstance, parts: RestParts): void => {
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) {
      const error = new NotImplementedHere(`${request.method} ${pathOf(request)}`);
      return answerUnserved(parts, request, reply, error);
    }
    return reply.code(404).send({ message: '404: Not Found', code: 0 });
  });
};

/** What the server itself turns down before any route sees it. */
const faultOf = (error: unknown): unknown => {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return fault('requestTooLarge');
  if (status !== 415) return error;
  return fieldFault([], 'CONTENT_TYPE_INVALID');
};

/** The HTTP server with Discord's REST API and its files; it does not listen yet. */
export const createRestServer = async (parts: RestParts, routes: readonly Route[]) => {
  const app = fastify({
    bodyLimit: parts.core.options.maxRequestBytes,
    // Interaction tokens in paths are longer than the router expects.
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: true,
    exposeHeadRoutes: false,
  });
  await app.register(multipart, { limits: { files: 20, parts: 40 } });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJson(String(text)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  app.setErrorHandler((error, request, reply) => answerUnserved(parts, request, reply, faultOf(error)));
  for (const route of routes) {
    app.route<AnyRequest>({
      method: route.method,
      url: `/api/v10${route.path}`,
      handler: (request, reply) => serve(parts, route, request, reply),
    });
  }
  addFileRoutes(app, parts.core);
  addUnknownRoute(app, parts);
  return app;
};
