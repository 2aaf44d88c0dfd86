import { z } from 'zod';
import type { Store } from '../storage/store.ts';

/** An open form can be submitted for a day, about as long as Discord's attachment links work. */
const LIFETIME_MS = 86_400_000;

const draftSchema = z.object({
  personId: z.string(),
  /** The message that shows the pictures. */
  link: z.string().exactOptional(),
  pictureUrls: z.array(z.string()),
});

/** Pictures of a message that a person is about to edit. */
export type Draft = z.infer<typeof draftSchema>;

/** Reads a draft that comes out of the store. Throws when the value is invalid. */
export const parseDraft = (value: unknown): Draft => draftSchema.parse(value);

/** Stores the pictures of an open form until it is submitted. */
export class Drafts {
  readonly #store: Store<Draft>;
  readonly #newId: () => string;

  constructor(store: Store<Draft>, newId: () => string) {
    this.#store = store;
    this.#newId = newId;
  }

  /** Keeps a draft for a day. Returns its id. */
  async keep(draft: Draft): Promise<string> {
    const id = this.#newId();
    await this.#store.set(id, draft, LIFETIME_MS);
    return id;
  }

  /** A person's draft; undefined when it has expired, can't be read or belongs to somebody else. */
  async find(id: string, personId: string): Promise<Draft | undefined> {
    const draft = await this.#store.get(id);
    return draft?.personId === personId ? draft : undefined;
  }

  /** All drafts of a person that are kept. */
  async of(personId: string): Promise<Draft[]> {
    return (await this.#entriesOf(personId)).map(([, draft]) => draft);
  }

  /** Removes all drafts of a person. */
  async forgetPerson(personId: string): Promise<void> {
    for (const [id] of await this.#entriesOf(personId)) await this.#store.delete(id);
  }

  async #entriesOf(personId: string): Promise<[id: string, draft: Draft][]> {
    return (await this.#store.entries()).filter(([, draft]) => draft.personId === personId);
  }
}
