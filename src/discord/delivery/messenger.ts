import type { Clock } from '../../lib/clock.ts';
import { UserError } from '../../lib/user-error.ts';
import type { MessageControls, MessagePicture } from '../../commands/framework/invocation.ts';
import type { FullMessage, Messenger } from '../../commands/framework/messenger.ts';
import type { GuildSettings } from '../../services/guilds/settings.ts';
import { isEnded, type Job, type ReplyTarget, promptOf } from '../../services/jobs/job.ts';
import type { Log } from '../../services/operations/log.ts';
import type { DiscordApi } from '../api.ts';
import { expiryOf, isDiscordFile, refreshUrls } from '../attachment-links.ts';
import { cardOf } from './card.ts';
import { cardButtons } from './card-buttons.ts';
import { failureKind, retryRequest } from '../failures.ts';
import { finishedCard } from './finished-card.ts';
import { controlsOf, messagePictures } from '../message-contents.ts';
import type { Pictures } from './pictures.ts';
import { routeOf } from './route.ts';

/** The reaction that repeats a request. */
const AGAIN_EMOJI = '🔄';
/** A link that dies sooner than this might be dead before the image service fetches it. */
const SOON_MS = 15 * 60_000;
/** How many links Discord renews in one request. */
const REFRESH_BATCH_SIZE = 50;
/** Some seconds in all: a person waits. */
const REFRESH_ATTEMPTS = 4;

export interface DiscordMessengerOptions {
  api: DiscordApi;
  discordApiUrl: string;
  pictures: Pictures;
  /** Server settings, such as whether Easel adds 🔄 to finished pictures. */
  settings: Pick<GuildSettings, 'of'>;
  /** Makes what keeps a message that is sent twice from standing there twice. */
  newReference: () => string;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** Aborts when Easel stops: what did not work is not tried again. */
  signal: AbortSignal;
}

/** Does for actions what only Discord can do. */
export class DiscordMessenger implements Messenger {
  readonly #options: DiscordMessengerOptions;

  constructor(options: DiscordMessengerOptions) {
    this.#options = options;
  }

  async picturesOf(target: ReplyTarget): Promise<readonly MessagePicture[] | 'deleted' | 'unseen'> {
    const { api, clock, log } = this.#options;
    const { channelRoute, channelId, messageId, ephemeral } = target;
    try {
      if (channelRoute && messageId !== undefined)
        return messagePictures(await this.#retry('read a card', () => api.message(channelId, messageId)));
      const route = routeOf(target, clock.now());
      if (route.kind !== 'token') return 'unseen';
      return messagePictures(await api.messageByToken(route));
    } catch (error) {
      log.info("couldn't read a card", { channelId, messageId, error });
      return failureKind(error) === 'gone' && !ephemeral ? 'deleted' : 'unseen';
    }
  }

  async controlsOf(channelId: string, messageId: string): Promise<MessageControls | undefined> {
    try {
      const read = () => this.#options.api.message(channelId, messageId);
      return controlsOf(await this.#retry('read a message', read));
    } catch (error) {
      if (failureKind(error) === 'gone') return undefined;
      throw error;
    }
  }

  readonly buttonsOf = cardButtons;

  async refreshUrls(urls: readonly string[]): Promise<readonly (string | undefined)[]> {
    const { clock, discordApiUrl, pictures } = this.#options;
    const ofDiscord = new Set(urls.filter((url) => isDiscordFile(url, discordApiUrl)));
    const dying = [...ofDiscord].filter((url) => (expiryOf(url) ?? Infinity) < clock.now() + SOON_MS);
    const refreshed = await this.#refresh(dying);
    return Promise.all(
      urls.map(async (url) => {
        if (!ofDiscord.has(url)) return url;
        const fresh = dying.includes(url) ? refreshed.get(url) : url;
        // A fresh link can point to a deleted file. Checks Discord's files only, never addresses that people typed.
        return fresh !== undefined && (await pictures.exists(fresh)) ? fresh : undefined;
      }),
    );
  }

  exists(url: string): Promise<boolean> {
    return this.#options.pictures.exists(url);
  }

  async cardOf(job: Job, pictureUrls: readonly string[], limitBytes: number): Promise<FullMessage> {
    const { clock, pictures } = this.#options;
    const facts = { now: clock.now(), offersAgain: await this.offersAgain(job.target) };
    if (!isEnded(job)) return { message: cardOf(job, facts), files: [], release: () => undefined };
    const prompt = promptOf(job);
    const wanted = { prompt, spoiler: job.spoiler === true, limitBytes };
    const { pictures: loaded, release } = await pictures.load(pictureUrls, wanted);
    const { body, files } = finishedCard(job, facts, loaded);
    return { message: body, files, release };
  }

  async fileOf(job: Job, pictureUrl: string, limitBytes: number) {
    const prompt = promptOf(job);
    const wanted = { prompt, spoiler: job.spoiler === true, limitBytes };
    const { pictures, release } = await this.#options.pictures.load([pictureUrl], wanted);
    const [picture] = pictures;
    return { file: picture?.file, isSmaller: picture?.smallerCopyOf !== undefined, release };
  }

  async deleteMessage(channelId: string, messageId: string): Promise<void> {
    try {
      await this.#retry('delete a message', () => this.#options.api.deleteMessage(channelId, messageId));
    } catch (error) {
      if (failureKind(error) !== 'gone') throw error;
    }
  }

  /** Whether 🔄 is put under a card with pictures there. */
  async offersAgain({ guildId, ephemeral, mayReact }: ReplyTarget): Promise<boolean> {
    if (mayReact !== true || ephemeral) return false;
    const { settings, log } = this.#options;
    try {
      return (await settings.of(guildId)).offersAgain;
    } catch (error) {
      log.repeated('warn', "couldn't read whether a card offers another", { guildId, error });
      return false;
    }
  }

  async offerAgain(target: ReplyTarget): Promise<void> {
    const { channelId, messageId } = target;
    if (messageId === undefined || !(await this.offersAgain(target))) return;
    const { api, log } = this.#options;
    try {
      await this.#retry('react', () => api.react(channelId, messageId, AGAIN_EMOJI));
    } catch (error) {
      log.info("couldn't add a reaction", { channelId, messageId, error });
    }
  }

  async #refresh(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { api, log } = this.#options;
    if (urls.length === 0) return new Map();
    try {
      const refresh = () => refreshUrls(api, urls.slice(0, REFRESH_BATCH_SIZE));
      return await retryRequest('renew links', refresh, { ...this.#options, attempts: REFRESH_ATTEMPTS });
    } catch (error) {
      log.warn("couldn't refresh the links of attachments", { count: urls.length, error });
      if (failureKind(error) === 'retryable')
        throw new UserError('file-server-away', undefined, { cause: error });
      return new Map();
    }
  }

  #retry<T>(what: string, act: () => Promise<T>): Promise<T> {
    return retryRequest(what, act, this.#options);
  }
}
