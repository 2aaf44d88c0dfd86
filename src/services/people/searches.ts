import { z } from 'zod';
import { cut, normalized } from '../../lib/text.ts';
import { UserError } from '../../lib/user-error.ts';
import { MAX_TYPED_LENGTH } from '../image-api/request-rules.ts';
import { FAMILIES } from '../image-api/wire.ts';
import type { Store } from '../storage/store.ts';

const searchSchema = z.object({
  personId: z.string(),
  family: z.enum(FAMILIES).exactOptional(),
  /** Words that a prompt must hold. */
  text: z.string().exactOptional(),
});

/** A search in a person's history. */
export type Search = z.infer<typeof searchSchema>;

/** Reads a search that comes out of the store. Throws when the value is invalid. */
export const parseSearch = (value: unknown): Search => searchSchema.parse(value);

export interface SearchesOptions {
  store: Store<Search>;
  newSearchId: () => string;
  /** How long a search is kept after it was used last, in milliseconds. */
  retentionMs: number;
}

/** Stores searches, so that the next page works even months later. */
export class Searches {
  readonly #options: SearchesOptions;

  constructor(options: SearchesOptions) {
    this.#options = options;
  }

  /** Keeps a search. Returns the id by which it is found again. */
  async keep(search: Search): Promise<string> {
    const { store, newSearchId, retentionMs } = this.#options;
    const id = newSearchId();
    await store.set(id, search, retentionMs);
    return id;
  }

  /** @throws UserError search-gone, also when it can't be read or is somebody else's. */
  async find(id: string, personId: string): Promise<Search> {
    const search = await this.#options.store.get(id);
    if (search?.personId !== personId) throw new UserError('search-gone');
    return search;
  }

  /** All stored searches of a person. */
  async of(personId: string): Promise<Search[]> {
    return (await this.#entriesOf(personId)).map(([, search]) => search);
  }

  /** Removes everything that a person looked for. */
  async forgetPerson(personId: string): Promise<void> {
    for (const [id] of await this.#entriesOf(personId)) await this.#options.store.delete(id);
  }

  async #entriesOf(personId: string): Promise<[id: string, search: Search][]> {
    return (await this.#options.store.entries()).filter(([, search]) => search.personId === personId);
  }
}

/** Of anything longer only the beginning is searched; no prompt that was submitted is. */
const comparable = (text: string): string => normalized(cut(text, MAX_TYPED_LENGTH), 'NFKC').toLowerCase();

const words = (text: string): string[] => [...new Set(comparable(text).match(/\S+/gu))];

/** Whether a prompt holds every word of a search, or something that begins, ends or contains it. */
export const holdsWords = (prompt: string, text: string): boolean => {
  const normal = comparable(prompt);
  return words(text).every((word) => normal.includes(word));
};
