import { compact } from '../../lib/lists.ts';
import type { Runtime } from '../operations/runtime.ts';
import type { Copy, JobChange, TakedownCause } from './copies.ts';
import {
  isDeleted,
  isEnded,
  type EndedJob,
  type GalleryPost,
  type Job,
  type Publishing,
  type ReplyTarget,
} from './job.ts';
import type { OpenJobs } from './open-jobs.ts';
import { retryStoring } from './storing.ts';
import { retarget, withoutPictures } from './transitions.ts';

/** Who deleted a job's pictures, if that is known, and why. `card`: its message is still there, and goes as well. */
export interface Deletion {
  by?: string | undefined;
  reason?: string | undefined;
  card?: Copy | undefined;
}

/** Why a copy goes that was posted of a job just now. */
const causeOf = (job: Job | undefined): TakedownCause => {
  if (!job) return { because: 'erased' };
  const by = isEnded(job) ? job.deletedBy : undefined;
  return { because: 'deleted', by };
};

/** The job without its notes about messages that may have been sent. */
const settled = (job: Job): Job => {
  if (!isEnded(job)) return job;
  const { publishing, galleryTriedAt, ...rest } = job;
  return rest;
};

/** A card that was published, or is about to be, goes with its pictures, also when that was done while a deletion was being confirmed. */
const publishedCard = ({ target: { isPublished, ...known }, publishing }: EndedJob): Copy[] => {
  const copy = ({ guildId, channelId }: ReplyTarget, messageId: string): Copy => ({
    guildId,
    channelId,
    messageId,
  });
  return compact([
    isPublished === true && known.messageId !== undefined && copy(known, known.messageId),
    publishing && { ...copy(publishing.target, publishing.nonce), isPlanned: true as const },
  ]);
};

/** Deletes pictures wherever they are shown, however late that is known. Messages that people already see must be stored. */
export class Deletions {
  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'log' | 'signal'>,
    private readonly openJobs: OpenJobs,
  ) {}

  /**
   * The pictures of a job that ended are deleted: one commit says so, takes down every message that shows them, and ends what
   * waits to be made of them.
   */
  forgetPictures(id: string, { by, reason, card }: Deletion = {}): Promise<Job | undefined> {
    const { copies } = this.openJobs;
    return this.openJobs.changeWith<Job>(id, async (job) => {
      if (!job || !isEnded(job)) return { job };
      const cause = { because: 'deleted' as const, by };
      const others = await copies.takingAllDown(job, cause);
      const own = copies.takingDown(id, compact([card, ...publishedCard(job)]), cause);
      return {
        job: isDeleted(job) ? job : withoutPictures(job, { now: this.runtime.clock.now(), by, reason }),
        takedowns: new Map([...own.takedowns, ...others.takedowns]),
        changes: [...own.changes, ...others.changes],
        deleted: [id],
      };
    });
  }

  /** A copy is about to be sent. False: the job's pictures are deleted, so it must not be. */
  async planCopy(id: string, copy: Copy): Promise<boolean> {
    const { copies } = this.openJobs;
    const job = await this.openJobs.changeWith(id, (present) => ({
      job: present,
      changes: present && !isDeleted(present) ? [copies.keeping(id, { ...copy, isPlanned: true })] : [],
    }));
    return job !== undefined && !isDeleted(job);
  }

  /**
   * Remembers a message that shows something of a job; of a job that is deleted, or not there any more, it goes at once.
   *
   * @param planned how it was noted before it was sent.
   */
  addCopy(id: string, copy: Copy, planned?: Copy): Promise<void> {
    const { copies } = this.openJobs;
    const known = planned ? [copies.forgetting(id, planned)] : [];
    return this.#mustChange('store where a copy is', id, (job) =>
      job && !isDeleted(job)
        ? { job, changes: [...known, copies.keeping(id, copy)] }
        : this.#takingDown(id, job, copy),
    );
  }

  /** A message that showed something of a job was deleted, and what waits to be made of it ends. */
  forgetCopy(id: string, messageId: string): Promise<void> {
    const changes = [this.openJobs.copies.forgetting(id, { messageId })];
    return this.#mustChange('store that a copy is gone', id, (job) => ({
      job,
      changes,
      deleted: [messageId],
    }));
  }

  /** The card of a job that ended is another message from now on; if the pictures were deleted meanwhile, it goes. */
  recordCard(id: string, target: ReplyTarget): Promise<void> {
    return this.#mustChange('store where a card stands', id, (job) => {
      const { channelId, messageId, guildId } = target;
      if (!job || !isDeleted(job) || messageId === undefined)
        return { job: job && retarget(settled(job), target) };
      return this.#takingDown(id, job, { channelId, messageId, guildId });
    });
  }

  /** A message is about to publish a job: after a crash, it is known by its buttons. */
  async planCard(id: string, publishing: Publishing): Promise<void> {
    await this.openJobs.changeWith(id, (job) => ({
      job: job && isEnded(job) ? { ...job, publishing } : job,
    }));
  }

  /** A post in the gallery is about to be sent; or undefined: it certainly isn't there. */
  async planGallery(id: string, triedAt: number | undefined): Promise<void> {
    await this.openJobs.changeWith(id, (job) => {
      return { job: job && isEnded(job) ? { ...job, galleryTriedAt: triedAt } : job };
    });
  }

  /** Remembers where the gallery shows a job; if the pictures were deleted meanwhile, that post goes. */
  showInGallery(id: string, { guildId, ...post }: GalleryPost & { guildId: string }): Promise<void> {
    return this.#mustChange('store where a post is', id, (job) =>
      job && isEnded(job) && !isDeleted(job)
        ? { job: settled({ ...job, galleryPost: post }) }
        : this.#takingDown(id, job, { ...post, guildId }),
    );
  }

  async #mustChange(what: string, id: string, decide: (job: Job | undefined) => JobChange): Promise<void> {
    await retryStoring(what, () => this.openJobs.changeWith(id, decide), this.runtime);
  }

  #takingDown(id: string, job: Job | undefined, copy: Copy): JobChange {
    return { job, ...this.openJobs.copies.takingDown(id, [copy], causeOf(job)) };
  }
}
