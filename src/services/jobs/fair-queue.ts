/**
 * Waiting jobs of one account, served in turn between people: nobody's long queue delays another person's first job by
 * more than one job of each of the others.
 */
export class FairQueue {
  /** People in the order of their turns; each with their waiting jobs, oldest first. */
  readonly #turns = new Map<string, string[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Puts a job behind the person's others. */
  add(personId: string, jobId: string): void {
    const own = this.#turns.get(personId);
    if (own) own.push(jobId);
    else this.#turns.set(personId, [jobId]);
    this.#size += 1;
  }

  /** Puts a job back to where it was taken from: it is the next to go. */
  putBack(personId: string, jobId: string): void {
    const own = this.#turns.get(personId) ?? [];
    const others = [...this.#turns].filter(([id]) => id !== personId);
    this.#turns.clear();
    for (const [id, jobIds] of [[personId, [jobId, ...own]] as const, ...others])
      this.#turns.set(id, [...jobIds]);
    this.#size += 1;
  }

  /** Takes the next job out; its person's turn comes again after everybody else's. */
  take(): string | undefined {
    for (const [personId, own] of this.#turns) {
      const jobId = own.shift();
      this.#turns.delete(personId);
      if (own.length > 0) this.#turns.set(personId, own);
      if (jobId === undefined) continue;
      this.#size -= 1;
      return jobId;
    }
    return undefined;
  }

  /** Takes a certain job out. False when it does not wait here. */
  remove(personId: string, jobId: string): boolean {
    const own = this.#turns.get(personId);
    const index = own?.indexOf(jobId) ?? -1;
    if (!own || index < 0) return false;
    own.splice(index, 1);
    if (own.length === 0) this.#turns.delete(personId);
    this.#size -= 1;
    return true;
  }

  /** How many jobs go before this one, plus one; undefined when it does not wait here. */
  place(personId: string, jobId: string): number | undefined {
    const index = this.#turns.get(personId)?.indexOf(jobId) ?? -1;
    if (index < 0) return undefined;
    let before = index;
    let earlierTurn = true;
    for (const [id, jobIds] of this.#turns) {
      if (id === personId) earlierTurn = false;
      else before += Math.min(jobIds.length, index + (earlierTurn ? 1 : 0));
    }
    return before + 1;
  }

  /** The next jobs in the order in which they will go. */
  next(limit: number): string[] {
    const people = [...this.#turns.values()];
    const longest = Math.max(0, ...people.map(({ length }) => length));
    const order: string[] = [];
    for (let round = 0; round < longest && order.length < limit; round += 1)
      order.push(...people.flatMap((jobIds) => jobIds[round] ?? []));
    return order.slice(0, limit);
  }
}

/** The queues of all accounts; an account for which nothing waits has none. */
export class AccountQueues {
  readonly #queues = new Map<string, FairQueue>();

  /** An account's queue, if it has one. */
  get(accountId: string): FairQueue | undefined {
    return this.#queues.get(accountId);
  }

  /** The next jobs of each account, in the order in which they will go. */
  next(limit: number): string[][] {
    return [...this.#queues.values()].map((queue) => queue.next(limit));
  }

  /** An account's queue, to which a job is about to be added. */
  open(accountId: string): FairQueue {
    const queue = this.#queues.get(accountId) ?? new FairQueue();
    this.#queues.set(accountId, queue);
    return queue;
  }

  /** Takes an account's next job out. */
  take(accountId: string): string | undefined {
    const queue = this.#queues.get(accountId);
    const jobId = queue?.take();
    if (queue?.size === 0) this.#queues.delete(accountId);
    return jobId;
  }

  /** Takes all of an account's jobs out, in the order in which they would have gone. */
  takeAll(accountId: string): string[] {
    const queue = this.#queues.get(accountId);
    this.#queues.delete(accountId);
    return queue?.next(queue.size) ?? [];
  }
}
