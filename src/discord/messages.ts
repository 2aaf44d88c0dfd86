import { z } from 'zod';
import { UserError } from '../lib/user-error.ts';
import type { GuildSettings } from '../services/guilds/settings.ts';
import type { Job, PicturedJob, ReplyTarget } from '../services/jobs/job.ts';
import type { DiscordApi } from './api.ts';
import { finishedCard } from '../cards/card.ts';
import { failureKind, retryRequest, type Retrying } from './failures.ts';
import { controlsOf, messagePictures } from './message-contents.ts';
import type { Pictures } from './delivery/pictures.ts';
import { routeOf } from './delivery/route.ts';
import type { MessageControls, MessagePicture, FullMessage } from '../messages/message.ts';
import { parseUrl } from '../lib/url.ts';

/** The reaction that repeats a request. */
const AGAIN_EMOJI = '🔄';
/** A link that dies sooner than this might be dead before the image service fetches it. */
const SOON_MS = 15 * 60_000;
/** How many links Discord renews in one request. */
const REFRESH_BATCH_SIZE = 50;
/** Some seconds in all: a person waits. */
const REFRESH_ATTEMPTS = 4;

/** Where Discord keeps files: https://docs.discord.com/developers/reference#signed-attachment-cdn-urls */
const HOSTS = ['cdn.discordapp.com', 'media.discordapp.net'];
const PATH = /^\/(ephemeral-)?attachments\//;

/** Whether an address names a file that was attached in Discord. `apiUrl` stands in for Discord where it is another. */
export const isDiscordFile = (address: string, apiUrl: string): boolean => {
  const url = parseUrl(address);
  if (url === undefined) return false;
  const { host, pathname } = url;
  return (HOSTS.includes(host) || host === new URL(apiUrl).host) && PATH.test(pathname);
};

/**
 * When the link to a file of Discord's dies, in milliseconds since the epoch. One that doesn't say so isn't signed, and dead.
 * https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
 */
const expiryOf = (address: string): number => {
  const seconds = Number.parseInt(new URL(address).searchParams.get('ex') ?? '', 16);
  return Number.isNaN(seconds) ? 0 : seconds * 1000;
};

const refreshedSchema = z.object({
  refreshed_urls: z.array(z.object({ original: z.string(), refreshed: z.string().nullish() })),
});

/**
 * New addresses for files of Discord's whose addresses have died. Discord's documentation leaves this route out; bots may
 * use it all the same: https://docs.discord.food/reference#attachment-urls
 *
 * @param urls at most {@link REFRESH_BATCH_SIZE}.
 */
const refreshUrls = async (api: DiscordApi, urls: readonly string[]): Promise<Map<string, string>> => {
  const answer = await api.bot.post('/attachments/refresh-urls', { body: { attachment_urls: urls } });
  const pairs = refreshedSchema.parse(answer).refreshed_urls;
  return new Map(pairs.flatMap(({ original, refreshed }) => (refreshed ? [[original, refreshed]] : [])));
};

/** Messages that Discord has: their pictures and controls, and what can be done to them besides writing. */
export class Messages {
  constructor(
    private readonly runtime: Retrying,
    private readonly api: DiscordApi,
    private readonly discordApiUrl: string,
    private readonly pictures: Pictures,
    /** Server settings, such as whether Easel adds 🔄 to finished pictures. */
    private readonly settings: Pick<GuildSettings, 'of'>,
  ) {}

  /**
   * The pictures that a job's card shows, at addresses that work now, in the order of the result. `deleted`: everybody could see
   * the card, and it is gone. `unseen`: it can't be read.
   */
  async picturesOf(target: ReplyTarget): Promise<readonly MessagePicture[] | 'deleted' | 'unseen'> {
    const { channelRoute, channelId, messageId, ephemeral } = target;
    try {
      if (channelRoute && messageId !== undefined)
        return messagePictures(
          await this.#retry('read a card', () => this.api.message(channelId, messageId)),
        );
      const route = routeOf(target, this.runtime.clock.steady());
      if (route?.kind !== 'token') return 'unseen';
      return messagePictures(await this.api.messageByToken(route));
    } catch (error) {
      this.runtime.log.info("couldn't read a card", { channelId, messageId, error });
      return failureKind(error) === 'gone' && !ephemeral ? 'deleted' : 'unseen';
    }
  }

  /** The controls of one of the bot's messages; undefined when it is gone. */
  async controlsOf(channelId: string, messageId: string): Promise<MessageControls | undefined> {
    try {
      const read = () => this.api.message(channelId, messageId);
      return controlsOf(await this.#retry('read a message', read));
    } catch (error) {
      if (failureKind(error) === 'gone') return undefined;
      throw error;
    }
  }

  /**
   * Addresses at which pictures can be fetched now: the same where nothing speaks against it, renewed where Discord's
   * link has died, and undefined where the file is gone.
   *
   * @throws UserError file-server-away when that is unknown.
   */
  async refreshUrls(urls: readonly string[]): Promise<readonly (string | undefined)[]> {
    const ofDiscord = [...new Set(urls.filter((url) => isDiscordFile(url, this.discordApiUrl)))];
    // Checks Discord's files only, never others' addresses. A fresh link can point to a deleted file.
    const thereAmong = async (links: readonly string[]): Promise<Set<string>> => {
      const are = await Promise.all(links.map((link) => this.pictures.exists(link)));
      return new Set(links.filter((_link, index) => are[index]));
    };
    const alive = await thereAmong(
      ofDiscord.filter((url) => expiryOf(url) >= this.runtime.clock.now() + SOON_MS),
    );
    // This machine's clock may be wrong, so what seemed alive and isn't there is renewed, too.
    const refreshed = await this.#refresh(ofDiscord.filter((url) => !alive.has(url)));
    const renewed = await thereAmong([...refreshed.values()]);
    return urls.map((url) => {
      if (!ofDiscord.includes(url) || alive.has(url)) return url;
      const fresh = refreshed.get(url);
      return fresh !== undefined && renewed.has(fresh) ? fresh : undefined;
    });
  }

  /** Whether a file that the image service keeps is there. @throws UserError file-server-away when that is unknown. */
  exists(url: string): Promise<boolean> {
    return this.pictures.exists(url);
  }

  /**
   * The card of a job that succeeded, once more, with pictures fetched from these addresses.
   *
   * @param limitBytes the largest file that may be uploaded at the message's place.
   */
  async cardOf(job: PicturedJob, pictureUrls: readonly string[], limitBytes: number): Promise<FullMessage> {
    const facts = { now: this.runtime.clock.now(), offersAgain: await this.offersAgain(job.target) };
    const { pictures: loaded, release } = await this.pictures.load(job, pictureUrls, { limitBytes });
    const { body, files } = finishedCard(job, facts, loaded);
    return { message: body, files, release };
  }

  /**
   * A picture's file for an upload; undefined when it can't be downloaded or doesn't fit into `limitBytes`. Its memory
   * is freed as in {@link FullMessage}. `isSmaller`: it is a smaller copy.
   */
  async fileOf(job: Job, pictureUrl: string, limitBytes: number) {
    const { pictures, release } = await this.pictures.load(job, [pictureUrl], { limitBytes });
    const [picture] = pictures;
    return { file: picture?.file, isSmaller: picture?.isSmaller === true, release };
  }

  /** Deletes one of the bot's messages in a channel. No error when it was already deleted. */
  async deleteMessage(channelId: string, messageId: string): Promise<void> {
    try {
      await this.#retry('delete a message', () => this.api.deleteMessage(channelId, messageId));
    } catch (error) {
      if (failureKind(error) !== 'gone') throw error;
    }
  }

  /** Whether 🔄 is put under a card with pictures there. Never rejects. */
  async offersAgain({ guildId, ephemeral, mayReact }: ReplyTarget): Promise<boolean> {
    if (mayReact !== true || ephemeral) return false;
    try {
      return (await this.settings.of(guildId)).offersAgain;
    } catch (error) {
      this.runtime.log.repeated('warn', "couldn't read whether a card offers another", { guildId, error });
      return false;
    }
  }

  /** Puts 🔄 under a card, where the server and its permissions allow it. Never rejects. */
  async offerAgain(target: ReplyTarget): Promise<void> {
    const { channelId, messageId } = target;
    if (messageId === undefined || !(await this.offersAgain(target))) return;
    try {
      await this.#retry('react', () => this.api.react(channelId, messageId, AGAIN_EMOJI));
    } catch (error) {
      this.runtime.log.info("couldn't add a reaction", { channelId, messageId, error });
    }
  }

  async #refresh(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (urls.length === 0) return new Map();
    try {
      const refresh = () => refreshUrls(this.api, urls.slice(0, REFRESH_BATCH_SIZE));
      return await retryRequest('renew links', refresh, this.runtime, REFRESH_ATTEMPTS);
    } catch (error) {
      this.runtime.log.warn("couldn't refresh the links of attachments", { count: urls.length, error });
      if (failureKind(error) === 'retryable')
        throw new UserError('file-server-away', undefined, { cause: error });
      return new Map();
    }
  }

  #retry<T>(what: string, act: () => Promise<T>): Promise<T> {
    return retryRequest(what, act, this.runtime);
  }
}
