import { DAY_MS } from '../lib/clock.ts';
import { wordsIn } from '../messages/language.ts';
import type { Words } from '../messages/words/words.ts';
import type { OperatorRules } from '../services/guilds/operator-rules.ts';
import type { JobEvents } from '../services/jobs/events.ts';
import type { DiscordApi } from './api.ts';
import { failureKind, retryRequest, type Retrying } from './failures.ts';
import type { Rights } from './rights.ts';

/** What stops requests of all servers or what they were promised, and only the person who runs the bot can put right. */
export type Trouble = keyof Words['operator']['notices'];

/** Writes to the person who runs the bot, at most once a day about each trouble. A restart forgets what was written. */
export class OperatorNotices {
  /** Steady times. */
  readonly #toldAt = new Map<Trouble, number>();

  constructor(
    private readonly runtime: Retrying,
    private readonly rights: Pick<Rights, 'ownerId'>,
    private readonly api: Pick<DiscordApi, 'directChannel' | 'send'>,
    private readonly rules: Pick<OperatorRules, 'get'>,
  ) {}

  /** Writes of what the operator's key no longer pays for, from now on. */
  listen(events: JobEvents): void {
    events.on('totalReached', () => {
      this.tell('total');
    });
    events.on('sharedKeyRefused', (why) => {
      this.tell(why);
    });
  }

  /** Nothing waits for it. Never throws. */
  tell(trouble: Trouble): void {
    const now = this.runtime.clock.steady();
    if (now - (this.#toldAt.get(trouble) ?? -Infinity) < DAY_MS) return;
    this.#toldAt.set(trouble, now);
    const write = () => this.#write(trouble);
    retryRequest('write to the person who runs the bot', write, this.runtime).catch((error: unknown) => {
      const kind = failureKind(error);
      if (kind === 'retryable') this.#toldAt.delete(trouble);
      this.runtime.log.info("couldn't write to the person who runs the bot", { trouble, kind, error });
    });
  }

  async #write(trouble: Trouble): Promise<void> {
    const ownerId = await this.rights.ownerId();
    if (ownerId === undefined) return;
    // The store may be what is in trouble.
    const language = await this.rules.get().then(
      (rules) => rules.language,
      () => undefined,
    );
    const content = wordsIn(language).operator.notices[trouble];
    const channelId = await this.api.directChannel(ownerId);
    // All processes have the same nonce: of those that are in trouble together, one writes.
    await this.api.send(channelId, { body: { content }, files: [] }, { nonce: `operator ${trouble}` });
  }
}
