import type { EndedJob, Job, ReplyTarget } from '../../services/jobs/job.ts';
import type { MessagePicture } from './invocation.ts';
import type { File, MessageBody } from './reply.ts';

/** A message with the files that go with it. */
export interface FullMessage {
  message: MessageBody;
  files: readonly File[];
  /** Lets go of the files, whose memory is short: called once the message stands there, or never will. */
  release: () => void;
}

/** What only Discord can do for an action, beside answering it. */
export interface Messenger {
  /**
   * The pictures that a job's card shows, at addresses that work now, in the order of the result.
   * Empty when the card can't be read or shows none.
   */
  picturesOf: (target: ReplyTarget) => Promise<readonly MessagePicture[]>;
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
   * @param limitBytes the largest file that may be uploaded where the message will stand.
   */
  cardOf: (job: Job, pictureUrls: readonly string[], limitBytes: number) => Promise<FullMessage>;
  /**
   * A file of a picture, to be uploaded; undefined when it can't be fetched, or be had in `limitBytes`. It is let go of as in
   * {@link FullMessage}. `isSmaller`: it is a smaller copy.
   */
  fileOf: (
    job: Job,
    pictureUrl: string,
    limitBytes: number,
  ) => Promise<{ file: File | undefined; isSmaller: boolean; release: () => void }>;
  /** Sends a copy of a card, with all of these pictures, to somebody's direct messages. False when they are closed. */
  sendCopy: (copy: {
    personId: string;
    job: EndedJob;
    pictures: readonly { url: string; number: number }[];
  }) => Promise<boolean>;
  /** Deletes a message of the bot's that stands in a channel. No error when it is gone already. */
  deleteMessage: (channelId: string, messageId: string) => Promise<void>;
  /** Puts the reaction that asks for the same again under a card, where the server and its permissions allow it. Never rejects. */
  offerAgain: (target: ReplyTarget) => Promise<void>;
}
