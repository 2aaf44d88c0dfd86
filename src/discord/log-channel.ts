import { sharedAbort } from '../lib/abort.ts';
import { wordsIn, type Words } from '../commands/framework/language.ts';
import type { MessageBody } from '../commands/framework/reply.ts';
import type { AdminChange } from '../services/guilds/admin-log.ts';
import type { Language, GuildSettings } from '../services/guilds/settings.ts';
import type { JobEvents } from '../services/jobs/events.ts';
import type { DiscordApi } from './api.ts';
import { failureKind, logFailure, retryRequest, type Retrying } from './failures.ts';
import {
  adminLine,
  jobLine,
  logMessage,
  MAX_LINES_PER_MESSAGE,
  recoveredLine,
  restLine,
  type LogLine,
} from './log-lines.ts';

/** With growing gaps, some five minutes in all. */
const ATTEMPTS = 14;
/** A channel in which the bot may not write is left alone this long: Discord bans bots that keep trying. */
const CLOSED_FOR_MS = 5 * 60_000;

export interface LogChannelOptions extends Retrying {
  settings: Pick<GuildSettings, 'of'>;
  api: Pick<DiscordApi, 'send'>;
  /** Makes the nonce of a message. */
  newReference: () => string;
}

/** The waiting lines of one server. */
interface Queue {
  /** Put into words once the server's language is at hand. */
  lines: ((words: Words, language: Language) => LogLine)[];
  underWay?: Promise<void>;
  /** The channel that refused a message, and until when it is left alone. */
  closed?: { channelId: string; until: number };
}

/**
 * Posts events to each server's log channel. Nothing waits for it: lines go into a queue per server, and lines that
 * arrive while a message is being sent go into the next one.
 */
export class LogChannel {
  readonly #options: LogChannelOptions;
  readonly #queues = new Map<string, Queue>();
  readonly #stopping = sharedAbort();

  constructor(options: LogChannelOptions) {
    this.#options = options;
  }

  /** Tells of jobs that end, and of accounts that rest, from now on. */
  listen(events: JobEvents): void {
    events.on('ended', (job) => {
      if (job.guildId !== undefined) this.#tell(job.guildId, (words) => jobLine(job, words));
    });
    events.on('rests', ({ guildId, account }, reason) => {
      if (guildId !== undefined && reason !== 'busy')
        this.#tell(guildId, (words) => restLine(account, reason, words));
    });
    events.on('recovered', ({ guildId }, reason) => {
      if (guildId !== undefined && reason !== 'busy')
        this.#tell(guildId, (words) => recoveredLine(reason, words));
    });
  }

  /** Tells of an admin's change. */
  adminChanged(event: AdminChange): void {
    this.#tell(event.guildId, (_words, language) => adminLine(event, language));
  }

  /** Accepts no more lines, and sends the waiting ones without retries. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#queues.values()].flatMap((queue) => queue.underWay ?? []));
  }

  #tell(guildId: string, line: Queue['lines'][number]): void {
    if (this.#stopping.signal.aborted) return;
    const queue: Queue = this.#queues.get(guildId) ?? { lines: [] };
    this.#queues.set(guildId, queue);
    queue.lines.push(line);
    queue.underWay ??= this.#post(guildId, queue)
      .catch((error: unknown) => {
        this.#options.log.repeated('error', "couldn't post to a log channel", { guildId, error });
      })
      .finally(() => {
        delete queue.underWay;
        if (queue.lines.length === 0 && !queue.closed) this.#queues.delete(guildId);
      });
  }

  async #post(guildId: string, queue: Queue): Promise<void> {
    const { settings } = this.#options;
    while (queue.lines.length > 0) {
      const { logChannelId, language } = await settings.of(guildId);
      if (logChannelId === undefined || this.#isClosed(queue, logChannelId)) {
        queue.lines = [];
        return;
      }
      const words = wordsIn(language);
      const lines = queue.lines.splice(0, MAX_LINES_PER_MESSAGE).map((line) => line(words, language));
      await this.#send(logChannelId, queue, logMessage(lines));
    }
  }

  #isClosed(queue: Queue, channelId: string): boolean {
    const { closed } = queue;
    if (closed?.channelId === channelId && this.#options.clock.now() < closed.until) return true;
    delete queue.closed;
    return false;
  }

  async #send(channelId: string, queue: Queue, body: MessageBody): Promise<void> {
    const { api, newReference, clock, log } = this.#options;
    const nonce = newReference();
    const send = () => api.send(channelId, { body, files: [] }, { nonce });
    const retrying = { ...this.#options, signal: this.#stopping.signal };
    try {
      await retryRequest('tell the log channel', send, retrying, ATTEMPTS);
    } catch (error) {
      const kind = failureKind(error);
      logFailure(log, "couldn't send a line to a log channel", error, { channelId });
      if (kind === 'gone' || kind === 'no-access')
        queue.closed = { channelId, until: clock.now() + CLOSED_FOR_MS };
    }
  }
}
