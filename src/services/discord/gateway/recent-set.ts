/** A set that remembers only its newest members. */
export class RecentSet {
  readonly #capacity: number;
  readonly #members = new Set<string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Adds a member. False when it was there already. */
  add(member: string): boolean {
    if (this.#members.has(member)) return false;
    this.#members.add(member);
    const [oldest] = this.#members;
    if (this.#members.size > this.#capacity && oldest !== undefined) this.#members.delete(oldest);
    return true;
  }

  /** Forgets the members that a test holds for. */
  forget(test: (member: string) => boolean): void {
    for (const member of this.#members) if (test(member)) this.#members.delete(member);
  }
}
