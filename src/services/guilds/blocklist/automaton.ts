/** What is looked for, and what was looked for. */
export interface Entry<Found> {
  symbols: readonly string[];
  found: Found;
}

interface Node<Found> {
  /** By the next symbol; most nodes have one. */
  next: Map<string, Node<Found>>;
  /** The entries that end here, and how long they are. */
  ends: { found: Found; length: number }[] | undefined;
  /** Where the search goes on when no next symbol fits: the longest end of what was read that begins an entry. */
  fallback: Node<Found> | undefined;
  /** The nearest fallback at which entries end. */
  shorter: Node<Found> | undefined;
}

const newNode = <Found>(): Node<Found> => ({
  next: new Map(),
  ends: undefined,
  fallback: undefined,
  shorter: undefined,
});

/** A place in a text where an entry was found. */
export interface Hit<Found> {
  found: Found;
  /** From this symbol up to and without that one. */
  from: number;
  to: number;
}

/** Finds many texts in one pass, however many there are and however alike they begin (Aho and Corasick, 1975). */
export class Automaton<Found> {
  readonly #root = newNode<Found>();

  constructor(entries: readonly Entry<Found>[]) {
    for (const { symbols, found } of entries) {
      let node = this.#root;
      for (const symbol of symbols) {
        let next = node.next.get(symbol);
        if (!next) {
          next = newNode();
          node.next.set(symbol, next);
        }
        node = next;
      }
      (node.ends ??= []).push({ found, length: symbols.length });
    }
    const queue = [this.#root];
    for (const node of queue)
      for (const [symbol, next] of node.next) {
        next.fallback = node === this.#root ? this.#root : this.#step(node.fallback, symbol);
        next.shorter = next.fallback.ends ? next.fallback : next.fallback.shorter;
        queue.push(next);
      }
  }

  /** All places, by where they end, the longest first. */
  *search(symbols: readonly string[]): Generator<Hit<Found>> {
    let node = this.#root;
    for (const [index, symbol] of symbols.entries()) {
      node = this.#step(node, symbol);
      for (let at: Node<Found> | undefined = node; at; at = at.shorter)
        for (const { found, length } of at.ends ?? [])
          yield { found, from: index + 1 - length, to: index + 1 };
    }
  }

  #step(from: Node<Found> | undefined, symbol: string): Node<Found> {
    for (let node = from; node; node = node.fallback) {
      const next = node.next.get(symbol);
      if (next) return next;
    }
    return this.#root;
  }
}
