import type Bottleneck from 'bottleneck';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { InFlight } from '../../lib/in-flight.ts';
import { sharedAbort } from '../../lib/abort.ts';
import { newAccount, takeNext, type Account } from './account-calls.ts';
import { createSlots } from './slots.ts';

const stoppedError = (): Error => new Error('The limiter was stopped before the call could start');

export interface AccountLimiterOptions {
  /** Of one account: how many calls start in a second, evenly spaced. May be a fraction. */
  requestsPerSecond: number;
  /** Of one account: how many calls are under way at a time. */
  concurrency: number;
  clock?: Clock;
}

/**
 * Limits the rate and concurrency of each account's calls. Bottleneck only grants slots; the call for a slot is chosen
 * when the slot is free. If Bottleneck got the calls themselves, it would fix their order early, and polls couldn't
 * overtake submissions nor pauses hold them back.
 */
export class AccountLimiter {
  readonly #clock: Clock;
  readonly #slots: Bottleneck.Group;
  readonly #accounts = new Map<string, Account>();
  readonly #calls = new InFlight();
  readonly #stopping = sharedAbort();
  #stopped: Promise<void> | undefined;

  /** @throws {TypeError} when a number makes no sense */
  constructor({ requestsPerSecond, concurrency, clock = systemClock }: AccountLimiterOptions) {
    if (!(requestsPerSecond > 0))
      throw new TypeError(`Expected \`requestsPerSecond\` to be above 0, got ${requestsPerSecond}`);
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new TypeError(`Expected \`concurrency\` to be an integer from 1 up, got ${concurrency}`);
    this.#clock = clock;
    this.#slots = createSlots({ minTime: Math.ceil(1_000 / requestsPerSecond), maxConcurrent: concurrency });
  }

  /**
   * Makes a poll as soon as the account may, before submissions that wait, unless several polls came before them already.
   * @param accountId the key's fingerprint
   * @throws when `stop` came first; else what `run` throws
   */
  poll<T>(accountId: string, run: () => Promise<T>): Promise<T> {
    return this.#enqueue(accountId, 'polls', run);
  }

  /**
   * Makes a submission as soon as the account may, in the order of arrival.
   * @param accountId the key's fingerprint
   * @throws when `stop` came first; else what `run` throws
   */
  submission<T>(accountId: string, run: () => Promise<T>): Promise<T> {
    return this.#enqueue(accountId, 'submissions', run);
  }

  /**
   * Pauses the account's calls. Of several pauses, the one that ends last counts.
   */
  pause(accountId: string, milliseconds: number): void {
    if (this.#stopping.signal.aborted || !(milliseconds > 0)) return;
    const account = this.#account(accountId);
    const until = this.#clock.now() + milliseconds;
    account.pausedUntil = Math.max(until, account.pausedUntil ?? until);
    account.pauses += 1;
    void this.#endPause(account, milliseconds);
  }

  /** Until when no call of the account starts, in milliseconds since the epoch; `undefined` when it is not paused. */
  pausedUntil(accountId: string): number | undefined {
    const until = this.#accounts.get(accountId)?.pausedUntil;
    return until !== undefined && until > this.#clock.now() ? until : undefined;
  }

  /** How many calls wait, and how many accounts are paused, over all accounts. */
  get load(): { polls: number; submissions: number; pausedAccounts: number } {
    const load = { polls: 0, submissions: 0, pausedAccounts: 0 };
    for (const { polls, submissions, pausedUntil } of this.#accounts.values()) {
      load.polls += polls.length;
      load.submissions += submissions.length;
      if (pausedUntil !== undefined) load.pausedAccounts += 1;
    }
    return load;
  }

  /** Rejects waiting and new calls, and resolves once running calls have ended. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  #enqueue<T>(accountId: string, kind: 'polls' | 'submissions', run: () => Promise<T>): Promise<T> {
    if (this.#stopping.signal.aborted) return Promise.reject(stoppedError());
    const account = this.#account(accountId);
    return new Promise<T>((resolve, reject) => {
      const call = async () => run();
      account[kind].push({ start: () => call().then(resolve, reject), refuse: reject });
      this.#requestSlots(account);
    });
  }

  #account(id: string): Account {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    const account = newAccount(id);
    this.#accounts.set(id, account);
    return account;
  }

  /** Requests a slot for every waiting call, unless the account is paused. */
  #requestSlots(account: Account): void {
    if (account.pausedUntil !== undefined) return;
    const missing = account.polls.length + account.submissions.length - account.awaitedSlots;
    for (let count = 0; count < missing; count += 1) {
      account.awaitedSlots += 1;
      this.#slots
        .key(account.id)
        .schedule(() => this.#takeSlot(account))
        .catch((error: unknown) => {
          this.#loseSlot(account, error);
        });
    }
  }

  async #takeSlot(account: Account): Promise<void> {
    account.awaitedSlots -= 1;
    // The slot was given out before the pause; new ones are asked for when it ends.
    if (account.pausedUntil !== undefined) return;
    const next = takeNext(account);
    if (next === undefined) return;
    await this.#calls.track(next.start());
    this.#forget(account);
  }

  /** Bottleneck drops its slots when it is stopped; any other reason would leave a call waiting for ever. */
  #loseSlot(account: Account, error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    account.awaitedSlots -= 1;
    const next = takeNext(account);
    next?.refuse(new Error('The limiter lost a slot', { cause: error }));
  }

  async #endPause(account: Account, milliseconds: number): Promise<void> {
    const { signal } = this.#stopping;
    await this.#clock.sleep(milliseconds, signal);
    account.pauses -= 1;
    if (signal.aborted || account.pauses > 0) return;
    account.pausedUntil = undefined;
    this.#requestSlots(account);
    this.#forget(account);
  }

  /** Keeps nothing in memory for accounts that rest. */
  #forget(account: Account): void {
    const waits = account.polls.length + account.submissions.length + account.awaitedSlots;
    const rests = waits === 0 && account.pausedUntil === undefined;
    // A long call may end when its account was forgotten and has come up again.
    if (rests && this.#accounts.get(account.id) === account) this.#accounts.delete(account.id);
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    for (const { polls, submissions } of this.#accounts.values())
      for (const { refuse } of [...polls.splice(0), ...submissions.splice(0)]) refuse(stoppedError());
    this.#accounts.clear();
    await this.#calls.idle();
    await Promise.all(this.#slots.limiters().map(({ limiter }) => limiter.stop({ dropWaitingJobs: true })));
  }
}
