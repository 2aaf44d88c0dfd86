import type { CallFault, Fault, ItemFault, Operation, PictureFault } from './types.ts';

/** A fault that has struck; a hanging call waits for its release. */
export interface Strike<Kind> {
  fault: Kind;
  released: () => Promise<void>;
}

interface Entry {
  fault: Fault;
  struck: number;
  waiting: Set<() => void>;
}

type StruckPicture = Extract<Fault, PictureFault>;
type StruckCall = Exclude<Fault, StruckPicture>;

const ITEM_FAULTS: ReadonlySet<string> = new Set<ItemFault['kind']>([
  'missing-items',
  'extra-item',
  'unknown-status',
]);

/** A fault that has been ordered. */
export type OrderedFault = ReturnType<FaultList['order']>;

/** Faults on demand. A call is struck by the first fault that matches it. */
export class FaultList {
  readonly #entries = new Set<Entry>();
  readonly #changed: () => void;

  /** `changed` is called whenever a call starts or ends its wait in a fault. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /**
   * Orders a fault. It strikes `times` calls (1 by default; a poison: every call). Without an
   * `operation` it strikes any; faults of items strike job-status calls only.
   */
  order(fault: Fault) {
    const entry: Entry = { fault, struck: 0, waiting: new Set() };
    this.#entries.add(entry);
    return {
      /** How often it has struck. */
      get struck() {
        return entry.struck;
      },
      /** Calls that wait in it now. */
      get waiting() {
        return entry.waiting.size;
      },
      /** Lets every call that hangs in it go on. */
      release: (): void => release(entry),
      /** Strikes no more, and lets go what hangs in it. */
      remove: (): void => this.#remove(entry),
    };
  }

  /** Removes every fault. */
  clear(): void {
    for (const entry of [...this.#entries]) this.#remove(entry);
  }

  /** The fault that strikes this call, if any. */
  strikeCall(operation: Operation, taskIds: readonly string[]): Strike<CallFault | ItemFault> | undefined {
    return this.#strike(
      (fault) => !isPictureFault(fault) && strikes(fault, operation, taskIds) && fault,
      (fault, entry) => ({ fault, released: () => this.#waitIn(entry) }),
    );
  }

  /** The fault that strikes the fetch of a picture, if any. */
  strikePicture(taskId: string): PictureFault | undefined {
    return this.#strike(
      (fault) => isPictureFault(fault) && (fault.taskId ?? taskId) === taskId && fault,
      (fault) => fault,
    );
  }

  /** What comes of the first fault that matches and is not used up. */
  #strike<Kind extends Fault, Result>(
    match: (fault: Fault) => Kind | false,
    result: (fault: Kind, entry: Entry) => Result,
  ): Result | undefined {
    for (const entry of this.#entries) {
      const fault = match(entry.fault);
      const times = entry.fault.times ?? (entry.fault.kind === 'poison' ? Infinity : 1);
      if (fault === false || entry.struck >= times) continue;
      entry.struck += 1;
      return result(fault, entry);
    }
    return undefined;
  }

  async #waitIn(entry: Entry): Promise<void> {
    await new Promise<void>((resolve) => {
      entry.waiting.add(resolve);
      this.#changed();
    });
    this.#changed();
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry);
    release(entry);
  }
}

const release = (entry: Entry): void => {
  for (const resolve of entry.waiting) resolve();
  entry.waiting.clear();
};

const isPictureFault = (fault: Fault): fault is StruckPicture => fault.kind.startsWith('picture-');

const strikes = (fault: StruckCall, operation: Operation, taskIds: readonly string[]): boolean => {
  if (fault.operation !== undefined && fault.operation !== operation) return false;
  if (fault.kind === 'poison') return taskIds.includes(fault.taskId);
  if (fault.kind === 'joined-picture-urls') return operation === 'artgen.job-status';
  return !ITEM_FAULTS.has(fault.kind) || operation.endsWith('.job-status');
};
