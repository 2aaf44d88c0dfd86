import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { FaultList } from './fault-list.ts';
import type { PictureFault } from './fault-types.ts';
import type { Pictures } from './pictures.ts';
import type { ServiceRecord } from './service-record.ts';
import { progressOf, type Task } from './task.ts';
import type { Tasks } from './tasks.ts';

/** What the picture route works with. */
export interface PictureContext {
  tasks: Tasks;
  pictures: Pictures;
  faults: FaultList;
  record: ServiceRecord;
  now: () => number;
  /** Aborted when the service stops. */
  stopped: AbortSignal;
}

const parameters = z.object({ place: z.string(), name: z.string() });

/** `/pictures/<place>/<n>.png`, there as soon as the task has succeeded. */
export const addPictureRoutes = (server: FastifyInstance, context: PictureContext): void => {
  server.get('/pictures/:place/:name', async (request, reply) => {
    const { place, name } = parameters.parse(request.params);
    const task = context.tasks.atPlace(place);
    const taskId = task?.taskId ?? place;
    const fault = context.faults.strikePicture(taskId);
    const picture = fault?.kind === 'picture-missing' ? undefined : await find(context, task, name);
    context.record.emit('picture-served', { taskId, name, status: picture === undefined ? 404 : 200 });
    if (picture === undefined) return reply.code(404).type('text/plain').send('no such picture');
    return sendPicture(context, reply, picture, fault);
  });
};

const find = async ({ pictures, now }: PictureContext, task: Task | undefined, name: string) => {
  if (task === undefined || progressOf(task, now()).state !== 'success') return undefined;
  return pictures.get(task, name);
};

const sendPicture = async (
  { stopped }: PictureContext,
  reply: FastifyReply,
  picture: Buffer,
  fault: PictureFault | undefined,
): Promise<FastifyReply> => {
  if (fault?.kind === 'picture-wrong-type') return reply.type('text/html').send('<h1>Sign in</h1>');
  if (fault?.kind === 'picture-slow')
    await sleep(fault.milliseconds, undefined, { signal: stopped }).catch(() => undefined);
  const extra = fault?.kind === 'picture-too-large' ? [Buffer.alloc(fault.extraBytes)] : [];
  return reply.type('image/png').send(extra.length === 0 ? picture : Buffer.concat([picture, ...extra]));
};
