import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { ClientRefusal, DiscordFault } from '../errors.ts';
import { readRequest } from '../rest/body.ts';
import type { Core } from '../state/state.ts';
import { actionsOf } from './requests.ts';
import { peopleViews, snapshotFor } from './view.ts';

const MEBIBYTE = 1024 * 1024;
/** Ten files of the largest size that a free account may send. */
const LARGEST_REQUEST_BYTES = 110 * MEBIBYTE;

interface UserRequest {
  Params: { user: string; action: string };
}

/** What a person did wrong, in words; undefined for anything else. */
const refusalOf = (error: unknown): string | undefined => {
  if (error instanceof ClientRefusal || error instanceof DiscordFault) return error.message;
  if (error instanceof ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return undefined;
};

/** Adds what `protocol.ts` lists to the server. */
export const addUserRoutes = (app: FastifyInstance, core: Core): void => {
  app.get('/user', () => peopleViews(core));
  app.get<UserRequest>('/user/:user/state', (request, reply) => {
    if (!core.state.users.has(request.params.user))
      return reply.code(404).send({ message: 'there is no such user' });
    return reply.send(snapshotFor(core, request.params.user));
  });
  app.post<UserRequest>(
    '/user/:user/:action',
    { bodyLimit: LARGEST_REQUEST_BYTES },
    async (request, reply) => {
      const { user, action } = request.params;
      const act = core.state.users.has(user) ? actionsOf(core, user)[action] : undefined;
      if (!act) return reply.code(404).send({ message: 'there is no such user or action' });
      try {
        const { body, uploads } = await readRequest(request, LARGEST_REQUEST_BYTES);
        const result = await act(body, uploads);
        return await (result === undefined ? reply.code(204).send() : reply.send(result));
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        return reply.code(400).send({ message: refusal });
      }
    },
  );
};
