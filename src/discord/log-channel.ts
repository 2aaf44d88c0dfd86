import { newReference, type Runtime } from '../services/operations/runtime.ts';
import { sharedAbort } from '../lib/abort.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { chunks } from '../lib/lists.ts';
import { wordsIn } from '../messages/language.ts';
import type { Words } from '../messages/words/words.ts';
import type { AdminChange } from '../services/guilds/admin-log.ts';
import { languageIn, type GuildSettings } from '../services/guilds/settings.ts';
import type { Copy } from '../services/jobs/copies.ts';
import type { Deletions } from '../services/jobs/deletions.ts';
import type { JobEvents } from '../services/jobs/events.ts';
import type { Job } from '../services/jobs/job.ts';
import type { DiscordApi } from './api.ts';
import type { ServerChannels } from './server-channels.ts';
import { isEveryday, logFailure, retryRequest } from './failures.ts';
import {
  adminLine,
  jobLine,
  logMessage,
  MAX_LINES_PER_MESSAGE,
  newsLine,
  type LogLine,
} from '../cards/log-lines.ts';
import type { MessageBody } from '../messages/message.ts';

/** With growing gaps, some five minutes in all. */
const ATTEMPTS = 14;
/** A channel in which the bot may not write is left alone this long: Discord bans bots that keep trying. */
const CLOSED_FOR_MS = 5 * 60_000;

/** A line that is put into words once the server's language is at hand. */
type Line = (words: Words, language: string) => LogLine;

/**
 * Posts events to each server's log channel. Nothing waits for it: lines that come while a message is being sent go into the
 * next one.
 */
export class LogChannel {
  /** The waiting lines, by server. */
  readonly #lines = new Map<string, Line[]>();
  readonly #posting = new KeyedMutex();
  /** The times at which channels that refused a message may be tried again. */
  readonly #closed = new Map<string, number>();
  readonly #stopping = sharedAbort();

  constructor(
    private readonly runtime: Omit<Runtime, 'signal'>,
    private readonly settings: Pick<GuildSettings, 'of'>,
    private readonly channels: Pick<ServerChannels, 'isOf'>,
    private readonly api: Pick<DiscordApi, 'send'>,
    private readonly deletions: Pick<Deletions, 'addCopy'>,
  ) {}

  /** Tells of jobs that end, of outages and of own keys without quota, from now on. */
  listen(events: JobEvents): void {
    events.on('ended', (job) => {
      if (job.guildId !== undefined) this.#tell(job.guildId, (words) => jobLine(job, words));
    });
    const tell = ({ guildId }: Job, news: keyof Words['log']['news']) => {
      if (guildId !== undefined) this.#tell(guildId, (words) => newsLine(news, words));
    };
    // A service that is busy or away for a moment is no news.
    events.on('rests', (job, reason) => {
      if (reason === 'outage') tell(job, 'outage');
    });
    events.on('recovered', (job, reason) => {
      if (reason === 'outage') tell(job, 'recovered');
    });
    events.on('quotaUsedUp', (job) => {
      tell(job, 'quota');
    });
  }

  /** Tells of an admin's change. */
  adminChanged(event: AdminChange): void {
    this.#tell(event.guildId, (_words, language) => adminLine(event, language));
  }

  /** Accepts no more lines, and sends the waiting ones without retries. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#posting.idle(() => true);
  }

  #tell(guildId: string, line: Line): void {
    if (this.#stopping.signal.aborted) return;
    const lines = this.#lines.get(guildId) ?? [];
    this.#lines.set(guildId, [...lines, line]);
    // Otherwise a post that waits for its turn takes this line as well.
    if (lines.length > 0) return;
    this.#posting
      .run([guildId], () => this.#post(guildId))
      .catch((error: unknown) => {
        this.runtime.log.repeated('error', "couldn't post to a log channel", { guildId, error });
      });
  }

  async #post(guildId: string): Promise<void> {
    const lines = this.#lines.get(guildId) ?? [];
    this.#lines.delete(guildId);
    const settings = await this.settings.of(guildId);
    const { logChannelId } = settings;
    if (logChannelId === undefined || this.#isClosed(logChannelId)) return;
    if (!(await this.#isOwn(guildId, logChannelId))) {
      this.#closed.set(logChannelId, this.runtime.clock.steady() + CLOSED_FOR_MS);
      return;
    }
    const language = languageIn(settings);
    const words = wordsIn(language);
    for (const part of chunks(lines, MAX_LINES_PER_MESSAGE)) {
      const said = part.map((line) => line(words, language));
      const messageId = await this.#send(logChannelId, logMessage(said));
      if (messageId !== undefined)
        await this.#remember(said, { guildId, channelId: logChannelId, messageId });
    }
  }

  /** What shows something of a job loses it with the job's pictures. */
  async #remember(lines: readonly LogLine[], place: Omit<Copy, 'line'>): Promise<void> {
    for (const [index, { job }] of lines.entries())
      if (job) await this.deletions.addCopy(job.id, { ...place, line: index + 1 });
  }

  /** A stored channel of another server is written in no more. */
  #isOwn(guildId: string, channelId: string): Promise<boolean> {
    const retrying = { ...this.runtime, signal: this.#stopping.signal };
    return retryRequest(
      'look at a log channel',
      () => this.channels.isOf(guildId, channelId),
      retrying,
      ATTEMPTS,
    );
  }

  #isClosed(channelId: string): boolean {
    const until = this.#closed.get(channelId);
    if (until !== undefined && this.runtime.clock.steady() < until) return true;
    this.#closed.delete(channelId);
    return false;
  }

  /** Returns the message's id; undefined when it isn't there. */
  async #send(channelId: string, body: MessageBody): Promise<string | undefined> {
    const nonce = newReference(this.runtime);
    const send = () => this.api.send(channelId, { body, files: [] }, { nonce });
    const retrying = { ...this.runtime, signal: this.#stopping.signal };
    try {
      return await retryRequest('tell the log channel', send, retrying, ATTEMPTS);
    } catch (error) {
      logFailure(this.runtime.log, "couldn't send a line to a log channel", error, { channelId });
      if (isEveryday(error)) this.#closed.set(channelId, this.runtime.clock.steady() + CLOSED_FOR_MS);
      return undefined;
    }
  }
}
