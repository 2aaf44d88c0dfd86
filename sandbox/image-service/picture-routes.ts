import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { FaultList } from './fault-list.ts';
import type { PictureFault } from './fault-types.ts';
import type { Pictures } from './pictures.ts';
import type { ServiceRecord } from './service-record.ts';
import { progressOf } from './task.ts';
import type { Tasks } from './tasks.ts';

/** What the picture route works with. */
export interface PictureContext {
  readonly tasks: Tasks;
  readonly pictures: Pictures;
  readonly faults: FaultList;
  readonly record: ServiceRecord;
  readonly now: () => number;
  /** Aborted when the service stops. */
  readonly stopped: AbortSignal;
}

interface Place {
  readonly taskId: string;
  readonly name: string;
}

const parameters = z.object({ taskId: z.string(), name: z.string() });

/** `/pictures/<taskId>/<n>.png`, there as soon as the task has succeeded. */
export function addPictureRoutes(server: FastifyInstance, context: PictureContext): void {
  server.get('/pictures/:taskId/:name', async (request, reply) => {
    const place = parameters.parse(request.params);
    const fault = context.faults.strikePicture(place.taskId);
    const picture = fault?.kind === 'picture-missing' ? undefined : await find(context, place);
    context.record.emit('picture-served', { ...place, status: picture === undefined ? 404 : 200 });
    if (picture === undefined) return reply.code(404).type('text/plain').send('no such picture');
    return sendPicture(context, reply, picture, fault);
  });
}

async function find({ tasks, pictures, now }: PictureContext, place: Place): Promise<Buffer | undefined> {
  const task = tasks.get(place.taskId);
  if (task === undefined || progressOf(task, now()).state !== 'success') return undefined;
  return pictures.get(task, place.name);
}

async function sendPicture(
  { stopped }: PictureContext,
  reply: FastifyReply,
  picture: Buffer,
  fault: PictureFault | undefined,
): Promise<FastifyReply> {
  if (fault?.kind === 'picture-wrong-type') return reply.type('text/html').send('<h1>Sign in</h1>');
  if (fault?.kind === 'picture-slow') {
    await sleep(fault.milliseconds, undefined, { signal: stopped }).catch(() => undefined);
  }
  const extra = fault?.kind === 'picture-too-large' ? [Buffer.alloc(fault.extraBytes)] : [];
  return reply.type('image/png').send(extra.length === 0 ? picture : Buffer.concat([picture, ...extra]));
}
