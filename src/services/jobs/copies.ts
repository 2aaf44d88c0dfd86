import { z } from 'zod';
import { compact } from '../../lib/lists.ts';
import type { Change, Store } from '../storage/store.ts';
import { isEnded, type Job } from './job.ts';

const copyFields = {
  /** Absent: direct messages. */
  guildId: z.string().optional(),
  channelId: z.string(),
  messageId: z.string(),
  /** Which line of a log channel's message, from 1. Absent: the whole message is a copy. */
  line: z.int().optional(),
  /** It isn't known whether it stands. It comes after the message or interaction with that id, and its buttons name the job. */
  isPlanned: z.literal(true).optional(),
};

/** Another message that shows something of a job. */
export const copySchema = z.object(copyFields);

/** A message that is to go, or a line of the log channel that is to lose its picture. */
export const takedownSchema = z.object({
  ...copyFields,
  /** The pictures were deleted, or all data of their person was. */
  because: z.enum(['deleted', 'erased']),
  /** The person who deleted the pictures, where that is known. */
  by: z.string().optional(),
});

export type Copy = z.infer<typeof copySchema>;
export type Takedown = z.infer<typeof takedownSchema>;
/** Why something is taken down. */
export type TakedownCause = Pick<Takedown, 'because' | 'by'>;

/** What a job becomes, and what is written with it. */
export interface JobChange<J extends Job = Job> {
  /** Undefined: there is none. */
  job: J | undefined;
  changes?: readonly Change[];
  takedowns?: DueTakedowns;
  /** The ids of jobs whose pictures this deletes, and of messages that showed them. */
  deleted?: readonly string[];
}

/** The key of a job's copy, and of what takes it down. */
const copyKey = (jobId: string, { messageId, line }: Pick<Copy, 'messageId' | 'line'>): string =>
  compact([jobId, messageId, line]).join(' ');

/** What a commit takes down, by its key. */
export type DueTakedowns = ReadonlyMap<string, Takedown>;

/** Which messages show something of a job besides its card, and which of them are to go. */
export class CopyRows {
  constructor(
    private readonly copies: Store<Copy>,
    private readonly takedowns: Store<Takedown>,
    /** In milliseconds: as long as the job can be kept. */
    private readonly lifetimeMs: number,
  ) {}

  /** What remembers a copy. */
  keeping(jobId: string, copy: Copy): Change {
    return this.copies.setting(copyKey(jobId, copy), copy, this.lifetimeMs);
  }

  /** What forgets a copy that is gone. */
  forgetting(jobId: string, copy: Pick<Copy, 'messageId'>): Change {
    return this.copies.deleting(copyKey(jobId, copy));
  }

  /** All that is to go until it is known to be gone, by its key. */
  async due(): Promise<DueTakedowns> {
    return new Map(await this.takedowns.entries());
  }

  /** Something that was due is gone, or given up. */
  async settle(key: string): Promise<void> {
    await this.takedowns.delete(key);
  }

  /** What takes copies down: written with what removes their names. */
  takingDown(
    jobId: string,
    copies: readonly Copy[],
    cause: TakedownCause,
  ): { takedowns: DueTakedowns; changes: Change[] } {
    const takedowns = new Map(copies.map((copy) => [copyKey(jobId, copy), { ...copy, ...cause }]));
    const changes = [...takedowns].map(([key, row]) => this.takedowns.setting(key, row));
    return { takedowns, changes };
  }

  /**
   * What takes down all that shows a job besides its card; of a person who deleted all of their data, what others made of it:
   * their own messages stay.
   */
  async takingAllDown(
    job: Job,
    cause: TakedownCause,
  ): Promise<{ takedowns: DueTakedowns; changes: Change[] }> {
    const keys = await this.copies.keys(`${job.id} `);
    const known = (await this.copies.getMany(keys)).filter((copy) => copy !== undefined);
    const { guildId } = job.target;
    const post = isEnded(job) && job.galleryPost ? [{ guildId, ...job.galleryPost }] : [];
    const all = [...post, ...known.filter(({ line }) => cause.because === 'deleted' || line !== undefined)];
    const { takedowns, changes } = this.takingDown(job.id, all, cause);
    return { takedowns, changes: [...changes, ...keys.map((key) => this.copies.deleting(key))] };
  }
}
