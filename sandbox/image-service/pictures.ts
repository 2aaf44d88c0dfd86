import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FaultList } from './fault-list.ts';
import type { Painter, PaintRequest } from './painter/painters.ts';
import { gridName, pictureNames, progressOf, type Task } from './task.ts';
import type { Tasks } from './tasks.ts';

const VARIATIONS = [0, 1, 2, 3] as const satisfies readonly PaintRequest['variation'][];

const KEPT_BYTES = 256 * 1024 * 1024;

/** Paints a task's pictures when they are first requested, and keeps the latest. */
export class Pictures {
  readonly #painter: Painter;
  /** The one used longest ago stands first. */
  readonly #kept = new Map<string, Buffer>();
  readonly #inTheMaking = new Map<string, Promise<Buffer>>();
  #bytes = 0;

  constructor(painter: Painter) {
    this.#painter = painter;
  }

  /** The picture of that name, or undefined when the task has none. */
  async get(task: Task, name: string): Promise<Buffer | undefined> {
    const variation = VARIATIONS[pictureNames(task).indexOf(name)];
    if (variation !== undefined)
      return this.#once(`${task.taskId}/${name}`, () => this.#paint(task, variation));
    if (name === gridName(task)) return this.#once(`${task.taskId}/${name}`, () => this.#paintGrid(task));
    return undefined;
  }

  #paint(
    { submission, seed, width, height, references }: Task,
    variation: PaintRequest['variation'],
  ): Promise<Buffer> {
    return this.#painter.paint({
      prompt: submission.body.prompt,
      seed,
      width,
      height,
      references: references.state === 'ready' ? references.pictures : [],
      variation,
    });
  }

  async #paintGrid(task: Task): Promise<Buffer> {
    const pictures = await Promise.all(pictureNames(task).map((name) => this.get(task, name)));
    return this.#painter.grid({
      pictures: pictures.filter((picture) => picture !== undefined),
      width: task.width,
      height: task.height,
    });
  }

  async #once(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return this.#keep(key, kept);
    const running = this.#inTheMaking.get(key);
    if (running !== undefined) return running;
    const making = make();
    this.#inTheMaking.set(key, making);
    try {
      return this.#keep(key, await making);
    } finally {
      this.#inTheMaking.delete(key);
    }
  }

  #keep(key: string, picture: Buffer): Buffer {
    if (this.#kept.delete(key)) this.#bytes -= picture.length;
    this.#kept.set(key, picture);
    this.#bytes += picture.length;
    for (const [oldKey, old] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) break;
      this.#kept.delete(oldKey);
      this.#bytes -= old.length;
    }
    return picture;
  }
}

/** What the picture route works with. */
export interface PictureContext {
  tasks: Tasks;
  pictures: Pictures;
  faults: FaultList;
  now: () => number;
}

const parameters = z.object({ place: z.string(), name: z.string() });

/** `/pictures/<place>/<n>.png`, there as soon as the task has succeeded. */
export const addPictureRoutes = (server: FastifyInstance, context: PictureContext): void => {
  server.get('/pictures/:place/:name', async (request, reply) => {
    const { place, name } = parameters.parse(request.params);
    const task = context.tasks.atPlace(place);
    const taskId = task?.taskId ?? place;
    const fault = context.faults.strikePicture(taskId);
    const missing = fault?.kind === 'picture-missing' ? fault : undefined;
    const picture = missing ? undefined : await find(context, task, name);
    if (picture === undefined)
      return reply
        .code(missing?.status ?? 404)
        .type('text/plain')
        .send('no such picture');
    if (fault?.kind === 'picture-wrong-type') return reply.type('text/html').send('<h1>Sign in</h1>');
    return reply.type('image/png').send(picture);
  });
};

const find = async ({ pictures, now }: PictureContext, task: Task | undefined, name: string) => {
  if (task === undefined || progressOf(task, now()).state !== 'success') return undefined;
  return pictures.get(task, name);
};
