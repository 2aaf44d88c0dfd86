import { z } from 'zod';
import { cut, isBlank } from '../../lib/text.ts';
import { webAddress } from '../requests/addresses.ts';

/** What a task brought that succeeded: at least one picture. `width` and `height` are pixels of the result. */
export const taskResultSchema = z.object({
  pictureUrls: z.array(z.string()),
  /** One picture that shows all the others. It is also the only picture URL when the service gave no other. */
  gridUrl: z.string().optional(),
  generatorJobId: z.string().optional(),
  generatorPrompt: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
});

/** One task in a poll's answer. */
export type TaskSnapshot =
  | { status: 'in-progress'; taskId: string }
  | ({ status: 'success'; taskId: string } & z.infer<typeof taskResultSchema>)
  | { status: 'failed'; taskId: string; failReason?: string | undefined };

/** The service's error body, or an envelope that reports no success. */
export interface Refusal {
  code: number;
  message: string | undefined;
  /** It has all that the service's error bodies have; other services have refusals of their own. */
  isWhole: boolean;
}

/** Maximum characters of the service's texts. Longer ones are cut or count as absent. */
const LENGTHS = {
  /** Far more than any id has: it stands in a row, in lines of the log, and in each poll. */
  taskId: 2_000,
  /** The store keys tasks by their ids; https://www.rfc-editor.org/rfc/rfc9562 needs 36. */
  id: 200,
  /** Browsers and servers agree on some 8,000: https://www.rfc-editor.org/rfc/rfc9110#section-4.1 */
  url: 8_000,
  /** Far longer than any reason, so that it can be shown completely. */
  words: 64 * 1_024,
  /** A full prompt, with the generator's additions. */
  prompt: 8_000,
} as const;
/** Four is usual; more could not be shown. */
const MAX_URLS = 16;

const id = z
  .string()
  .min(1)
  .max(LENGTHS.id)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u);

// A decoration that can't be read must not cost anybody their pictures, so it counts as absent.
const clipped = (length: number) =>
  z
    .string()
    .transform((words) => cut(words, length))
    .refine((words) => !isBlank(words))
    .optional()
    .catch(undefined);

const serviceWords = clipped(LENGTHS.words);
const pixels = z.int().positive().optional().catch(undefined);

/** A number, also as text. */
const code = z.preprocess(
  (value) => (typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value),
  z.int(),
);
const anyCode = code.optional().catch(undefined);
const refusalSchema = z
  .object({ error: anyCode, status: anyCode, message: z.unknown().optional() })
  .transform((answer) => ({ ...answer, words: serviceWords.parse(answer.message) }));

/**
 * Reads an error body or an envelope with a code other than 0; `undefined` when the answer is neither.
 *
 * @param httpStatus other services repeat it in a field `status`, where it says nothing.
 */
export const readRefusal = (answer: unknown, httpStatus: number): Refusal | undefined => {
  const { data } = refusalSchema.safeParse(answer);
  const code = [data?.error, data?.status === httpStatus ? 0 : data?.status].find(
    (number) => number !== undefined && number !== 0,
  );
  if (data === undefined || code === undefined) return undefined;
  return { code, message: data.words, isWhole: typeof data.message === 'string' };
};

const taskIdSchema = z.string().max(LENGTHS.taskId).regex(/\S/);
const acceptedSchema = z.object({ data: z.object({ taskId: taskIdSchema }) });

/** Reads the id of the new task in a submission's answer; `undefined` when it names none. */
export const readTaskId = (answer: unknown): string | undefined =>
  acceptedSchema.safeParse(answer).data?.data.taskId;

/** In any spelling, at any depth, and also where the text is no JSON; but not inside of a text that it quotes. */
const NAMED_TASK = /"task[_-]?id"\s{0,9}:\s{0,9}(?:"\s{0,9}[^"\s]|\d)/i;

/** Whether the text of an answer names a task: then there may be one. */
export const namesTask = (text: string): boolean => NAMED_TASK.test(text);

const jobStatusSchema = z.object({ data: z.custom<unknown[]>(Array.isArray) });

/**
 * Reads the tasks in a poll's answer, those that were asked for and can be read; `undefined` when it has no list of them. The
 * envelope may be missing. A task that is named twice is what was said of it last.
 */
export const readTasks = (
  answer: unknown,
  taskIds: readonly string[],
): Map<string, TaskSnapshot> | undefined => {
  const { data: list } = jobStatusSchema.safeParse(answer);
  if (list === undefined) return undefined;
  const asked = new Set<unknown>(taskIds);
  // A look at each; what is read has been asked for.
  const found = new Map<unknown, unknown>();
  for (const item of list.data) {
    const taskId = item instanceof Object && 'taskId' in item ? item.taskId : undefined;
    if (asked.has(taskId)) found.set(taskId, item);
  }
  const tasks = [...found.values()].map(readTask).filter((task) => task !== undefined);
  return new Map(tasks.map((task) => [task.taskId, task]));
};

const TASK_SUCCESS = 1;
const TASK_FAILED = 2;

const isShortText = (element: unknown): element is string =>
  typeof element === 'string' && element.length <= MAX_URLS * LENGTHS.url;
const texts = z
  .array(z.unknown())
  .optional()
  .catch(undefined)
  .transform((elements) => (elements ?? []).slice(0, MAX_URLS).filter(isShortText));

const taskItemSchema = z.looseObject({ status: code, taskId: z.string() });
const failureSchema = z.object({ failReason: serviceWords });
const successSchema = z.object({
  image: z.string().optional().catch(undefined),
  jobId: id.optional().catch(undefined),
  images: texts,
  imgUrls: texts,
  mjPrompt: clipped(LENGTHS.prompt),
  meta: z.object({ width: pixels, height: pixels }).optional().catch(undefined),
});
type Success = z.infer<typeof successSchema>;

// In two steps, since most of the items ever read are of tasks in progress, which have nothing more to read.
const readTask = (value: unknown): TaskSnapshot | undefined => {
  const { data: item } = taskItemSchema.safeParse(value);
  if (item === undefined) return undefined;
  const { taskId } = item;
  if (item.status === TASK_SUCCESS) return readSuccess(taskId, successSchema.parse(item));
  if (item.status === TASK_FAILED) {
    const { failReason } = failureSchema.parse(item);
    return { status: 'failed', taskId, failReason };
  }
  return { status: 'in-progress', taskId };
};

/**
 * A success without one usable picture URL counts as in progress: the pictures are paid for and may be
 * listed a moment later, and if they never are, the job's deadline ends the asking.
 */
const readSuccess = (taskId: string, item: Success): TaskSnapshot => {
  const [grid] = usableUrls(item.image === undefined ? [] : [item.image]);
  const pictureUrls = readPictureUrls(item, grid);
  if (pictureUrls.length === 0) return { status: 'in-progress', taskId };
  return {
    status: 'success',
    taskId,
    pictureUrls,
    gridUrl: grid,
    generatorJobId: item.jobId,
    generatorPrompt: item.mjPrompt,
    width: item.meta?.width,
    height: item.meta?.height,
  };
};

const JOINT = /,\s+|(?<!\s)\s+(?=https?:\/\/)/i;

const readPictureUrls = (item: Success, grid: string | undefined): string[] => {
  const listed = usableUrls(item.images);
  if (listed.length > 0) return listed;
  // A comma or a blank alone may be part of an address; the interface joins by a comma and a space.
  const alternatives = usableUrls(item.imgUrls.flatMap((element) => element.split(JOINT, MAX_URLS)));
  if (alternatives.length > 0) return alternatives;
  return grid === undefined ? [] : [grid];
};

const usableUrls = (addresses: readonly string[]): string[] => [
  ...new Set(
    addresses.slice(0, MAX_URLS).flatMap((address) => {
      const url = address.length > LENGTHS.url ? undefined : webAddress(address);
      return url === undefined || url.length > LENGTHS.url ? [] : [url];
    }),
  ),
];
