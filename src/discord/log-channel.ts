import type { Clock } from '../lib/clock.ts';
import { sharedAbort } from '../lib/abort.ts';
import { wordsIn, type Words } from '../commands/framework/language.ts';
import type { MessageBody } from '../commands/framework/reply.ts';
import type { AdminChange } from '../services/guilds/admin-log.ts';
import type { Language, GuildSettings } from '../services/guilds/settings.ts';
import type { JobEvents } from '../services/jobs/events.ts';
import type { Log } from '../services/operations/log.ts';
import type { DiscordApi } from './api.ts';
import { failureKind, logFailure, retryRequest } from './failures.ts';
import {
  adminLine,
  jobLine,
  logMessage,
  MAX_LINES_PER_MESSAGE,
  recoveredLine,
  restLine,
  type LogLine,
} from './log-lines.ts';

/** The maximum number of waiting lines per server; further lines replace the oldest. */
const MAX_WAITING = 500;
/** With growing gaps, some five minutes in all. */
const ATTEMPTS = 14;
/** A channel in which the bot may not write is left alone this long: Discord bans who tries again and again. */
const CLOSED_FOR_MS = 5 * 60_000;

export interface LogChannelOptions {
  settings: Pick<GuildSettings, 'of'>;
  api: Pick<DiscordApi, 'send'>;
  /** Makes what keeps a message that is sent twice from standing there twice. */
  newReference: () => string;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  maxWaiting?: number;
}

/** The waiting lines of one server. */
interface Queue {
  /** Put into words once the server's language is at hand. */
  lines: ((words: Words, language: Language) => LogLine)[];
  /** How many lines were dropped since the last message. */
  leftOut: number;
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

  /** Tells of what happens to jobs from now on. */
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

  /** Tells of what an admin has changed. */
  adminChanged(event: AdminChange): void {
    this.#tell(event.guildId, (_words, language) => adminLine(event, language));
  }

  /** Accepts no more lines, and sends the waiting ones without retries. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#queues.values()].flatMap((queue) => queue.underWay ?? []));
  }

  #tell(guildId: string, line: Queue['lines'][number]): void {
    const { maxWaiting = MAX_WAITING, log } = this.#options;
    if (this.#stopping.signal.aborted) return;
    const queue: Queue = this.#queues.get(guildId) ?? { lines: [], leftOut: 0 };
    this.#queues.set(guildId, queue);
    queue.lines.push(line);
    if (queue.lines.length > maxWaiting) {
      queue.lines.shift();
      queue.leftOut += 1;
    }
    queue.underWay ??= this.#bring(guildId, queue)
      .catch((error: unknown) => {
        log.repeated('error', "couldn't post to a log channel", { guildId, error });
      })
      .finally(() => {
        delete queue.underWay;
        if (queue.lines.length === 0 && !queue.closed && queue.leftOut === 0) this.#queues.delete(guildId);
      });
  }

  async #bring(guildId: string, queue: Queue): Promise<void> {
    const { settings } = this.#options;
    while (queue.lines.length > 0) {
      const { logChannelId, language } = await settings.of(guildId);
      if (logChannelId === undefined || this.#isClosed(queue, logChannelId)) {
        queue.lines = [];
        queue.leftOut = 0;
        return;
      }
      const words = wordsIn(language);
      const lines = queue.lines.splice(0, MAX_LINES_PER_MESSAGE).map((line) => line(words, language));
      const { leftOut } = queue;
      queue.leftOut = 0;
      const body = logMessage(lines, leftOut, words);
      if (!(await this.#send(logChannelId, queue, body))) queue.leftOut += leftOut + lines.length;
    }
  }

  #isClosed(queue: Queue, channelId: string): boolean {
    const { closed } = queue;
    if (closed?.channelId === channelId && this.#options.clock.now() < closed.until) return true;
    delete queue.closed;
    return false;
  }

  /** Returns whether the lines were posted. */
  async #send(channelId: string, queue: Queue, body: MessageBody): Promise<boolean> {
    const { api, newReference, clock, random, log } = this.#options;
    const { signal } = this.#stopping;
    const nonce = newReference();
    const message = { body, files: [] };
    const send = () => api.send(channelId, message, { nonce });
    try {
      await retryRequest('tell the log channel', send, { attempts: ATTEMPTS, clock, random, log, signal });
      return true;
    } catch (error) {
      const kind = failureKind(error);
      logFailure(log, "couldn't send a line to a log channel", error, { channelId });
      if (kind === 'gone' || kind === 'no-access')
        queue.closed = { channelId, until: clock.now() + CLOSED_FOR_MS };
      return false;
    }
  }
}
