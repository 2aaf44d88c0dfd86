import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Submission } from '../image-api/wire.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';

/** What is known of a wish before it is accepted. */
export interface RequestFacts {
  personId: string;
  /** The person's roles in the server. */
  roleIds: readonly string[];
  /** Whether the person may manage the server. */
  managesServer: boolean;
  guildId?: string;
  channelId: string;
  submission: Submission;
}

/** Something that may stand in a wish's way. Throws an error of its own when it does. */
export type Check = (request: RequestFacts) => Promise<void>;

export interface AdmissionOptions {
  /** In the order in which they are asked. */
  checks: readonly Check[];
  accounts: Pick<Accounts, 'choose'>;
  /** Told why a wish was not let in. Must neither throw nor take long. */
  onRefused?: (request: RequestFacts, error: unknown) => void;
  /** Whatever else must not come between a check and the acceptance takes turns here, by the owner's id. */
  turns: KeyedMutex;
}

/** Decides whether a wish may become a job, and which account pays for it. */
export class Admission {
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Lets a wish in: every check, the choice of the account and its acceptance are one step, so that two wishes of one
   * owner at the same moment can't both take the last free place.
   *
   * @throws what a check throws, NoKeyError, QuotaClosedError, SharedKeyLimitError, and what `accept` throws.
   */
  admit<T>(request: RequestFacts, accept: (account: Account) => Promise<T>): Promise<T> {
    const { guildId, personId } = request;
    return this.#options.turns.run([guildId ?? personId], async () => accept(await this.#choose(request)));
  }

  async #choose(request: RequestFacts): Promise<Account> {
    const { checks, accounts, onRefused } = this.#options;
    const { guildId, personId } = request;
    try {
      for (const check of checks) await check(request);
      return await accounts.choose({ personId, ...(guildId !== undefined && { guildId }) });
    } catch (error) {
      onRefused?.(request, error);
      throw error;
    }
  }
}
