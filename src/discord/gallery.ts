import type { GatewayMessageReactionRemoveDispatchData } from 'discord-api-types/v10';
import { wordsIn } from '../messages/language.ts';
import type { Guilds } from '../services/guilds/index.ts';
import type { Messages } from './messages.ts';
import { sharedAbort } from '../lib/abort.ts';
import { InFlight } from '../lib/in-flight.ts';
import { quote, linkTo } from '../messages/markup.ts';
import { hasPictures, promptOf, type GalleryPost, type Job, type PicturedJob } from '../services/jobs/job.ts';
import type { Deletions } from '../services/jobs/deletions.ts';
import type { OpenJobs } from '../services/jobs/open-jobs.ts';
import { nonceOf, type DiscordApi } from './api.ts';
import { furtherPictures } from '../cards/card.ts';
import type { Pictures } from './delivery/pictures.ts';
import { isEveryday, logFailure, mayHaveArrived, retryRequest, type Retrying } from './failures.ts';
import type { Rights } from './rights.ts';
import { DEFAULT_FILE_LIMIT_BYTES } from '../messages/message.ts';

const STAR = '⭐';
/** How many typed characters of its prompt stand beside a posted picture. */
export const POSTED_PROMPT_LENGTH = 300;
/** The count of a post follows at most this often. */
const UPDATE_MS = 60_000;
/** For this long, Discord surely takes two messages with the same nonce for one. */
const NONCE_MS = 60_000;
/** Stars that come at once are counted together. */
const COUNT_MS = 1_000;

/** The facts of a reaction that both events tell, whether it was added or taken back. */
type Reaction = Pick<GatewayMessageReactionRemoveDispatchData, 'emoji' | 'message_id' | 'guild_id'>;

export interface GalleryOptions extends Retrying {
  guilds: Pick<Guilds, 'settings'>;
  messages: Pick<Messages, 'picturesOf'>;
  openJobs: Pick<OpenJobs, 'findByMessage'>;
  deletions: Pick<Deletions, 'showInGallery' | 'planGallery'>;
  rights: Pick<Rights, 'mayShowIn'>;
  pictures: Pictures;
  api: DiscordApi;
}

/** Whether a message is the job's own, with its pictures, and was never private. */
const isForAll = (job: Job, messageId: string): job is PicturedJob => {
  const { ephemeral, isPublished, messageId: own } = job.target;
  return hasPictures(job) && job.delivery === 'done' && !ephemeral && !isPublished && own === messageId;
};

const headingOf = ({ personId, target }: Job, stars: number): string =>
  wordsIn(target.language).pictures.inGallery(STAR, stars, `<@${personId}>`, linkTo(target) ?? '');

/** Posts cards that got enough stars in their server's gallery, and keeps the count on each post. */
export class Gallery {
  readonly #options: GalleryOptions;
  readonly #stopping = sharedAbort();
  readonly #work = new InFlight();
  /** Messages whose stars are being counted, and whether others came meanwhile. */
  readonly #counting = new Map<string, boolean>();

  constructor(options: GalleryOptions) {
    this.#options = options;
  }

  /** Takes an event that tells of a reaction that was added or taken back. Never throws. */
  reacted({ emoji, message_id: messageId, guild_id: guildId }: Reaction): void {
    if (emoji.id || emoji.name !== STAR || guildId === undefined || this.#stopping.signal.aborted) return;
    const isCounted = this.#counting.has(messageId);
    this.#counting.set(messageId, true);
    if (isCounted) return;
    const work = this.#follow(guildId, messageId).finally(() => this.#counting.delete(messageId));
    void this.#work.track(work);
  }

  /** Resolves once all work has finished. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work.idle();
  }

  async #follow(guildId: string, messageId: string): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#counting.get(messageId) === true && !signal.aborted) {
      this.#counting.set(messageId, false);
      const isPosted = await this.#count(guildId, messageId).catch((error: unknown) => {
        // The message or its post was taken away, or the bot may not look or post there.
        if (isEveryday(error))
          this.#options.log.debug("couldn't keep a gallery", { guildId, messageId, error });
        else logFailure(this.#options.log, "couldn't keep a gallery", error, { guildId, messageId });
        return false;
      });
      await this.#options.clock.sleep(isPosted ? UPDATE_MS : COUNT_MS, signal);
    }
  }

  /** Returns whether the gallery shows it. */
  async #count(guildId: string, messageId: string): Promise<boolean> {
    const { api, guilds, openJobs } = this.#options;
    const { galleryChannelId, galleryStars } = await guilds.settings.of(guildId);
    const job = galleryChannelId === undefined ? undefined : await openJobs.findByMessage(messageId);
    if (galleryChannelId === undefined || !job || !isForAll(job, messageId)) return false;
    const read = () => api.reactors(job.target.channelId, messageId, STAR);
    const people = await this.#retry('count stars', read);
    const stars = people.filter(({ id, bot }) => bot !== true && id !== job.personId).length;
    if (!job.galleryPost) return stars >= galleryStars && this.#post(guildId, job, galleryChannelId, stars);
    await this.#update(job.galleryPost, headingOf(job, stars));
    return true;
  }

  async #post(guildId: string, job: PicturedJob, channelId: string, stars: number): Promise<boolean> {
    const { api, pictures, rights, deletions, messages, clock } = this.#options;
    // Once more it might stand there twice.
    const { galleryTriedAt: triedAt } = job;
    if (triedAt !== undefined && Math.abs(clock.now() - triedAt) > NONCE_MS) return false;
    if (!(await rights.mayShowIn(guildId, job.target.channelId, channelId))) return false;
    const shown = await messages.picturesOf(job.target);
    if (typeof shown === 'string' || shown.length === 0) return false;
    const urls = shown.map(({ url }) => url);
    const title = `${headingOf(job, stars)}\n${quote(promptOf(job), POSTED_PROMPT_LENGTH)}`;
    const nonce = nonceOf('g', job.id);
    // Room for pictures, which cards need as well, is never held during the wait for another attempt.
    let mayStand = triedAt !== undefined;
    const send = async () => {
      const loaded = await pictures.load(job, urls, { limitBytes: DEFAULT_FILE_LIMIT_BYTES });
      try {
        return await api.send(channelId, furtherPictures(job, title, loaded.pictures), { nonce });
      } catch (error) {
        mayStand ||= mayHaveArrived(error);
        throw error;
      } finally {
        loaded.release();
      }
    };
    await deletions.planGallery(job.id, triedAt ?? clock.now());
    const messageId = await this.#retry('post', send).catch(async (error: unknown) => {
      if (!mayStand) await deletions.planGallery(job.id, undefined);
      throw error;
    });
    await deletions.showInGallery(job.id, { guildId, channelId, messageId });
    return true;
  }

  async #update({ channelId, messageId }: GalleryPost, heading: string): Promise<void> {
    const { api } = this.#options;
    const { content } = await this.#retry('read a post', () => api.message(channelId, messageId));
    const lines = [heading, ...content.split('\n').slice(1)].join('\n');
    await this.#retry('count on a post', () => api.editText(channelId, messageId, lines));
  }

  #retry<T>(what: string, act: () => Promise<T>): Promise<T> {
    return retryRequest(what, act, { ...this.#options, signal: this.#stopping.signal });
  }
}
