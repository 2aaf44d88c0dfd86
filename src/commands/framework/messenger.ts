import type { Job, PicturedJob, ReplyTarget } from '../../services/jobs/job.ts';
import type { Row } from '../../messages/components.ts';
import type { MessageControls, MessagePicture } from './invocation.ts';
import type { File, MessageBody } from './reply.ts';

/** A message with the files that go with it. */
export interface FullMessage {
  message: MessageBody;
  files: readonly File[];
  /** Frees the memory of the files. Called once the message was sent or can't be sent. */
  release: () => void;
}

/** Operations on Discord for actions, besides answering. */
export interface Messenger {
  /**
   * The pictures that a job's card shows, at addresses that work now, in the order of the result. `deleted`: everybody could see
   * the card, and it is gone. `unseen`: it can't be read.
   */
  picturesOf: (target: ReplyTarget) => Promise<readonly MessagePicture[] | 'deleted' | 'unseen'>;
  /** The controls of one of the bot's messages; undefined when it is gone. */
  controlsOf: (channelId: string, messageId: string) => Promise<MessageControls | undefined>;
  /** The buttons of a job's card. */
  buttonsOf: (job: Job) => Row[];
  /**
   * Addresses at which pictures can be fetched now: the same where nothing speaks against it, renewed where Discord's
   * link has died, and undefined where the file is gone.
   *
   * @throws UserError file-server-away when that is unknown.
   */
  refreshUrls: (urls: readonly string[]) => Promise<readonly (string | undefined)[]>;
  /** Whether a file that the image service keeps is there. @throws UserError file-server-away when that is unknown. */
  exists: (url: string) => Promise<boolean>;
  /**
   * The card of a job that succeeded, once more, with pictures fetched from these addresses.
   *
   * @param limitBytes the largest file that may be uploaded at the message's place.
   */
  cardOf: (job: PicturedJob, pictureUrls: readonly string[], limitBytes: number) => Promise<FullMessage>;
  /**
   * A picture's file for an upload; undefined when it can't be downloaded or doesn't fit into `limitBytes`. Its memory
   * is freed as in {@link FullMessage}. `isSmaller`: it is a smaller copy.
   */
  fileOf: (
    job: Job,
    pictureUrl: string,
    limitBytes: number,
  ) => Promise<{ file: File | undefined; isSmaller: boolean; release: () => void }>;
  /** Deletes one of the bot's messages in a channel. No error when it was already deleted. */
  deleteMessage: (channelId: string, messageId: string) => Promise<void>;
  /**
   * Puts the reaction that asks for the same again under a card, where the server and its permissions allow it. Never
   * rejects.
   */
  offerAgain: (target: ReplyTarget) => Promise<void>;
}
