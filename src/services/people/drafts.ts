import { z } from 'zod';
import { DAY_MS } from '../../lib/clock.ts';
import type { Runtime } from '../operations/runtime.ts';
import type { Store } from '../storage/store.ts';
import { askFields, referenceSchema } from '../requests/ask.ts';

/** How long each kind is kept: pictures about as long as Discord's attachment links work. */
const LIFETIMES_MS = { pictures: DAY_MS, request: 3_600_000, form: 3_600_000 } as const;

const ID_BYTES = 12;

const picturesSchema = z.object({
  kind: z.literal('pictures'),
  personId: z.string(),
  /** The message that shows the pictures, where it is one. */
  link: z.string().optional(),
  pictures: z.array(referenceSchema),
  /** The age-restricted channel that one of them comes from. */
  madeIn: z.string().optional(),
});

const requestSchema = z.object({
  kind: z.literal('request'),
  personId: z.string(),
  /** Where it was refused, and can be made after all. */
  channelId: z.string(),
  ...askFields,
});

const formSchema = z.object({
  kind: z.literal('form'),
  personId: z.string(),
  /** Its custom id. */
  form: z.string(),
  /** What couldn't be taken, by its fields. */
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

export const draftSchema = z.discriminatedUnion('kind', [picturesSchema, requestSchema, formSchema]);

/** What a person has begun: pictures that they are about to edit or have collected, a request that waits for them, or a form to correct. */
export type Draft = z.infer<typeof draftSchema>;

/** Stores what people have begun, until they go on with it. */
export class Drafts {
  constructor(
    private readonly runtime: Pick<Runtime, 'randomBytes'>,
    private readonly store: Store<Draft>,
  ) {}

  /** Keeps a draft for a while, under an id of its own if none is given. Returns the id. */
  async keep(draft: Draft, id = this.runtime.randomBytes(ID_BYTES).toString('hex')): Promise<string> {
    await this.store.set(id, draft, LIFETIMES_MS[draft.kind]);
    return id;
  }

  /** A person's draft; undefined when it has expired, can't be read, is of another kind or belongs to another person. */
  async find<Kind extends Draft['kind']>(
    kind: Kind,
    id: string,
    personId: string,
  ): Promise<Extract<Draft, { kind: Kind }> | undefined> {
    const draft = await this.store.get(id);
    const isKind = (found: Draft): found is Extract<Draft, { kind: Kind }> => found.kind === kind;
    return draft?.personId === personId && isKind(draft) ? draft : undefined;
  }

  /** Removes a draft. */
  async forget(id: string): Promise<void> {
    await this.store.delete(id);
  }

  /** All drafts of a person that are kept. */
  async of(personId: string): Promise<Draft[]> {
    return (await this.#entriesOf(personId)).map(([, draft]) => draft);
  }

  /** Removes all drafts of a person. */
  async forgetPerson(personId: string): Promise<void> {
    for (const [id] of await this.#entriesOf(personId)) await this.store.delete(id);
  }

  async #entriesOf(personId: string): Promise<[id: string, draft: Draft][]> {
    return this.store.find(personId, (id, draft) => (draft?.personId === personId ? [[id, draft]] : []));
  }
}
