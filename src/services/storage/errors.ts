import { OperatorError } from '../../lib/operator-error.ts';

/** The database failed, and nothing counts as read or written. It may work later. */
export class StoreError extends Error {
  override name = 'StoreError';
  /** The database itself said no, as on a full disk: certainly nothing was written. */
  readonly isRefused: boolean;

  constructor(
    message: string,
    { isRefused = false, ...options }: ErrorOptions & { isRefused?: boolean } = {},
  ) {
    super(message, options);
    this.isRefused = isRefused;
  }
}

/** The store can't be used. The message tells the operator why, and what to do. */
export class StoreOpenError extends OperatorError {
  override name = 'StoreOpenError';

  /** @param location where the database is, without credentials. */
  static at(location: string, reason: string, options?: ErrorOptions): StoreOpenError {
    return new StoreOpenError(`Can't open the store at ${location}: ${reason}`, options);
  }
}

/** What to do where the store has another encryption key than Easel. */
export const OTHER_KEY_ADVICE =
  "Bring back the store's ENCRYPTION_KEY, or its file encryption.key in DATA_DIR. To change the key, stop Easel, set ENCRYPTION_KEY to the new key, and run: npm run keys -- rotate FILE_WITH_THE_OLD_KEY. If the old key is lost, give up the API keys that it encrypted: npm run keys -- forget";

/** This key or value can never be stored. */
export class UnstorableError extends Error {
  override name = 'UnstorableError';
}

/** A stored row isn't valid in its namespace. */
export class UnreadableError extends OperatorError {
  override name = 'UnreadableError';

  constructor(key: string, options?: ErrorOptions) {
    super(
      `The stored row ${JSON.stringify(key)} can't be read. Restore a backup, or remove the row`,
      options,
    );
  }
}

/** Another process has taken over, or can, so this one ends and what it wrote last doesn't count. */
export class FencedError extends OperatorError {
  override name = 'FencedError';

  constructor(
    message = 'Another process has taken over, because this one was paused or cut off from the store for some seconds. Nothing is done twice. Start this process again as a standby',
  ) {
    super(message);
  }
}

/** Whether the store failed, or another process has taken it over, which each logs itself. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreError || error instanceof FencedError;
