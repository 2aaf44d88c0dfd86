import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Log } from '../operations/log.ts';
import type { Lease } from '../storage/lease.ts';
import type { Store } from '../storage/store.ts';
import { fingerprint, lastFourOf, usableKey } from './account.ts';
import { EncryptionKeys, type EncryptionKeysOptions } from './encryption-keys.ts';
import {
  guildIdOf,
  lockKeyOf,
  ownerName,
  sealedKeysIn,
  type CurrentApiKey,
  type ApiKeyRow,
  type Owner,
} from './api-key-rows.ts';
import { BrokenSealError } from './sealing.ts';

const KEY_REF_BYTES = 12;

export interface ApiKeysOptions extends EncryptionKeysOptions {
  store: Store<ApiKeyRow>;
  /** By owner: no job is accepted on a key that is being disposed of. */
  locks: KeyedMutex;
  /** Which servers' affairs are this process's, where several share the store. */
  lease: Pick<Lease, 'owns'>;
  /** Jobs that were accepted on a key keep it. */
  openJobs: { needsKey: (keyRef: string) => boolean };
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'hide' | 'info' | 'error'>;
}

/** How many stored keys are opened before the process looks at anything else. */
const OPENED_AT_ONCE = 100;

/** The API keys that servers and people brought. Nothing but {@link ApiKeys.open} ever hands one out. */
export class ApiKeys {
  readonly #options: ApiKeysOptions;
  /** By fingerprint, of every key that was opened: these are hidden from the log. */
  readonly #lastFour = new Map<string, string | undefined>();
  #encryptionKeys: EncryptionKeys | undefined;

  constructor(options: ApiKeysOptions) {
    this.#options = options;
  }

  /** Reads the encryption key. @throws EncryptionKeyError when it is not the one that sealed what is stored. */
  async start(): Promise<void> {
    const rows = await this.#options.store.entries();
    this.#encryptionKeys = await EncryptionKeys.load(this.#options, rows);
    for (const [index, [keyRef, { owner, sealed }]] of sealedKeysIn(rows).entries()) {
      if (index % OPENED_AT_ONCE === 0) await setImmediate();
      this.#tryToOpen(sealed, { owner, keyRef });
    }
  }

  /** Names this process's encryption key without giving anything of it away. */
  get encryptionKeyFingerprint(): string {
    return this.#loaded().fingerprint;
  }

  /** The last four characters of the key with that fingerprint, by which the log names it. */
  lastFour(known: string): string | undefined {
    return this.#lastFour.get(known);
  }

  /** The key that an owner uses now; undefined when there is none. @throws UnreadableError */
  async current(owner: Owner): Promise<CurrentApiKey | undefined> {
    const row = await this.#options.store.get(ownerName(owner));
    return row?.kind === 'current' ? row : undefined;
  }

  /**
   * Sets an owner's new key. Jobs that were submitted with the old one keep using it.
   *
   * @throws UserError unusable-key
   */
  async set(owner: Owner, entered: string, setBy: string): Promise<CurrentApiKey> {
    const { store, randomBytes, clock, log } = this.#options;
    const apiKey = usableKey(entered);
    this.#hide(apiKey);
    const name = ownerName(owner);
    const lastFour = lastFourOf(apiKey);
    const keyRef = randomBytes(KEY_REF_BYTES).toString('hex');
    const current: CurrentApiKey = {
      kind: 'current',
      keyRef,
      fingerprint: fingerprint(apiKey),
      lastFour,
      setBy,
      setAt: clock.now(),
    };
    const sealed = this.#loaded().seal(apiKey, { owner: name, keyRef });
    await this.#options.locks.run([lockKeyOf(name)], async () => {
      await store.set(keyRef, { kind: 'sealed', owner: name, sealed });
      await store.set(name, current);
    });
    // The new key holds already: the hourly disposal makes up for what fails from here on.
    await this.#disposeOf((sealedFor) => sealedFor === name).catch((error: unknown) => {
      log.error("API keys that aren't needed couldn't be removed", { error });
    });
    log.info('set an API key', { ownerId: name, personId: setBy, fingerprint: current.fingerprint });
    return current;
  }

  /** Takes an owner's key away; it stays sealed while a job needs it. False when there was none. */
  async remove(owner: Owner): Promise<boolean> {
    const { store, locks, log } = this.#options;
    const name = ownerName(owner);
    const before = await locks.run([lockKeyOf(name)], async () => {
      const present = await this.current(owner);
      await store.delete(name);
      return present;
    });
    // Also what an earlier removal or replacement left behind that broke off half-way.
    await this.#disposeOf((sealedFor) => sealedFor === name);
    if (before) log.info('removed an API key', { ownerId: name, fingerprint: before.fingerprint });
    return before !== undefined;
  }

  /**
   * Decrypts a key.
   *
   * @returns undefined when the key no longer exists.
   * @throws UnreadableError; BrokenSealError when the stored key was damaged or moved.
   */
  async open(keyRef: string): Promise<string | undefined> {
    const row = await this.#options.store.get(keyRef);
    if (row?.kind !== 'sealed') return undefined;
    const apiKey = this.#loaded().open(row.sealed, { owner: row.owner, keyRef });
    this.#hide(apiKey);
    return apiKey;
  }

  /** Removes replaced and removed keys that no open job needs. */
  dispose(): Promise<void> {
    return this.#disposeOf(() => true);
  }

  /** Only the process that has an owner's jobs knows which keys they need. */
  async #disposeOf(isMeant: (owner: string) => boolean): Promise<void> {
    const { store, locks, lease, openJobs, log } = this.#options;
    const rows = await store.entries();
    const current = new Set(rows.flatMap(([, row]) => (row.kind === 'current' ? [row.keyRef] : [])));
    const retired = sealedKeysIn(rows).filter(
      ([keyRef, { owner }]) => !current.has(keyRef) && lease.owns(guildIdOf(owner)) && isMeant(owner),
    );
    for (const [keyRef, { owner }] of retired) {
      await locks.run([lockKeyOf(owner)], async () => {
        // A key that was being set while the rows were read is its owner's by now.
        const now = await store.get(owner);
        if (now?.kind === 'current' && now.keyRef === keyRef) return;
        if (openJobs.needsKey(keyRef)) return;
        await store.delete(keyRef);
        log.info('removed an unused API key', { keyRef });
      });
    }
  }

  /** Removes a server's key after the bot has left it. */
  async forget(guildId: string): Promise<void> {
    await this.remove({ guildId, personId: '' });
  }

  /** The servers that have a key. */
  async guildIds(): Promise<string[]> {
    const owners = sealedKeysIn(await this.#options.store.entries()).map(([, { owner }]) => owner);
    return owners.flatMap((name) => guildIdOf(name) ?? []);
  }

  #tryToOpen(sealed: string, binding: { owner: string; keyRef: string }): void {
    try {
      this.#hide(this.#loaded().open(sealed, binding));
    } catch (error) {
      if (!(error instanceof BrokenSealError)) throw error;
      this.#options.log.error('a stored API key is damaged: its owner must set it again', { error });
    }
  }

  #hide(apiKey: string): void {
    const known = fingerprint(apiKey);
    if (this.#lastFour.has(known)) return;
    this.#lastFour.set(known, lastFourOf(apiKey));
    this.#options.log.hide(apiKey);
  }

  #loaded(): EncryptionKeys {
    if (!this.#encryptionKeys) throw new Error('The keys were used before they were started');
    return this.#encryptionKeys;
  }
}
