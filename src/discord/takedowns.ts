import { sharedAbort } from '../lib/abort.ts';
import { InFlight } from '../lib/in-flight.ts';
import { doubling } from '../lib/retry.ts';
import { parseCustomId } from '../messages/custom-id.ts';
import { wordsIn } from '../messages/language.ts';
import { languageIn, type GuildSettings } from '../services/guilds/settings.ts';
import type { CopyRows, Takedown, DueTakedowns } from '../services/jobs/copies.ts';
import type { JobEvents } from '../services/jobs/events.ts';
import type { Lease } from '../services/storage/lease.ts';
import type { DiscordApi } from './api.ts';
import { controlsOf } from './message-contents.ts';
import { backOffMs, failureKind, logFailure, type Retrying } from './failures.ts';
import { withoutJob } from '../cards/log-lines.ts';

/** After a refusal, such as where the bot sees the channel no more, Discord is asked seldom: it bans bots that keep asking. */
const refusedWaitMs = doubling(60_000, 6 * 3_600_000);

/** What was planned may be on its way: some half a minute in all. */
const MAX_LOOKS = 6;

/** What is due in a channel. */
interface Due {
  rows: Map<string, Takedown>;
  /** Their keys, the next at the end; also some that are no longer due. */
  order: string[];
  /** Ends the wait for the next attempt. */
  wake: AbortController;
}

/**
 * Takes down what shows deleted pictures, and tries until Discord confirms that, or says that it is gone: until then its row
 * stays. One thing at a time in a channel.
 */
export class Takedowns {
  readonly #stopping = sharedAbort();
  readonly #work = new InFlight();
  readonly #due = new Map<string, Due>();
  readonly #waiting = new Set<{ jobId: string; done: () => void }>();

  constructor(
    private readonly runtime: Omit<Retrying, 'signal'>,
    private readonly copies: Pick<CopyRows, 'due' | 'settle'>,
    private readonly settings: Pick<GuildSettings, 'of'>,
    private readonly api: Pick<DiscordApi, 'deleteMessage' | 'message' | 'messagesAfter' | 'edit'>,
    private readonly lease: Pick<Lease, 'owns'>,
    private readonly events: JobEvents,
  ) {
    this.events.on('withdrawn', (takedowns) => {
      this.#add(takedowns);
    });
  }

  /** Takes up what an earlier process left, or another one wrote. */
  async resume(): Promise<void> {
    const rows = [...(await this.copies.due())];
    this.#add(new Map(rows.filter(([, { guildId }]) => this.lease.owns(guildId))));
  }

  /** The servers in which something is to be taken down. */
  async guildIds(): Promise<string[]> {
    return [...(await this.copies.due()).values()].flatMap(({ guildId }) => guildId ?? []);
  }

  /** Gives up what is left in a server: the bot isn't there any more. */
  async forget(guildId: string): Promise<void> {
    for (const [key, row] of await this.copies.due())
      if (row.guildId === guildId) await this.copies.settle(key);
    for (const { rows } of this.#due.values())
      for (const [key, row] of rows) if (row.guildId === guildId) rows.delete(key);
  }

  /** Resolves once nothing of a job is left to be taken down. */
  done(jobId: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add({ jobId, done: resolve });
      this.#tell();
    });
  }

  /** Stops trying: the next start goes on. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work.idle();
  }

  #add(takedowns: DueTakedowns): void {
    for (const [key, takedown] of takedowns) {
      const { channelId } = takedown;
      const known = this.#due.get(channelId);
      if (known?.rows.has(key)) continue;
      const due: Due = known ?? { rows: new Map(), order: [], wake: new AbortController() };
      due.rows.set(key, takedown);
      due.order.push(key);
      if (known) {
        due.wake.abort();
        continue;
      }
      this.#due.set(channelId, due);
      void this.#work.track(this.#clear(channelId, due));
    }
  }

  async #clear(channelId: string, due: Due): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    for (let key = due.order.pop(); key !== undefined && !signal.aborted; key = due.order.pop()) {
      const takedown = due.rows.get(key);
      if (!takedown) continue;
      const waitMs = await this.#try(key, takedown, failures);
      const isGivenUp = !due.rows.has(key);
      failures = waitMs === undefined ? 0 : failures + 1;
      if (waitMs === undefined || isGivenUp) {
        due.rows.delete(key);
        this.#tell();
        continue;
      }
      // At the end of the queue, so that a refused takedown delays no other.
      due.order.unshift(key);
      due.wake = new AbortController();
      await this.runtime.clock.sleep(waitMs, AbortSignal.any([signal, due.wake.signal]));
    }
    this.#due.delete(channelId);
    this.#tell();
  }

  /** Returns how long to wait before the next attempt; undefined once it is done. */
  async #try(key: string, takedown: Takedown, failures: number): Promise<number | undefined> {
    const { channelId, messageId } = takedown;
    try {
      const isThere = await this.#takeDown(takedown, key).catch((error: unknown) => {
        if (failureKind(error) !== 'gone') throw error;
        return true;
      });
      if (!isThere && failures < MAX_LOOKS) return backOffMs(undefined, failures, this.runtime.random());
      await this.copies.settle(key);
      return undefined;
    } catch (error) {
      logFailure(this.runtime.log, "couldn't take a message down yet", error, { channelId, messageId });
      if (failureKind(error) === 'retryable') return backOffMs(error, failures, this.runtime.random());
      return refusedWaitMs(failures);
    }
  }

  /** False: what was planned isn't there, or not yet. */
  async #takeDown(
    { channelId, messageId, line, isPlanned, guildId, because, by }: Takedown,
    key: string,
  ): Promise<boolean> {
    const [jobId = ''] = key.split(' ', 1);
    if (isPlanned) {
      const shows = (id: string) =>
        parseCustomId(id)?.action === 'delete' && parseCustomId(id)?.subject === jobId;
      const after = await this.api.messagesAfter(channelId, messageId);
      const found = after.filter((message) => controlsOf(message).customIds.some(shows));
      for (const message of found) await this.api.deleteMessage(channelId, message.id);
      return found.length > 0;
    }
    if (line === undefined) {
      await this.api.deleteMessage(channelId, messageId);
      return true;
    }
    const { log } = wordsIn(languageIn(await this.settings.of(guildId)));
    const note = because === 'erased' ? undefined : log.deleted(by === undefined ? undefined : `<@${by}>`);
    const body = withoutJob(await this.api.message(channelId, messageId), { jobId, line, note });
    await this.api.edit({ kind: 'channel', channelId, messageId }, { body, files: [] });
    return true;
  }

  #tell(): void {
    const isLeft = (jobId: string) =>
      [...this.#due.values()].some(({ rows }) => [...rows.keys()].some((key) => key.startsWith(`${jobId} `)));
    for (const waiter of this.#waiting) {
      if (isLeft(waiter.jobId)) continue;
      this.#waiting.delete(waiter);
      waiter.done();
    }
  }
}
