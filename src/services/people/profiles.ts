import { z } from 'zod';
import { ASPECT_RATIOS, MODES, SIZES } from '../requests/values.ts';
import { MAX_WITHOUT_LENGTH } from '../requests/prompt.ts';
import { styleSchema, type Style } from '../requests/styles.ts';
import type { Store } from '../storage/store.ts';

/** Parses stored defaults of a person or a server. */
export const defaultsSchema = z.object({
  mode: z.enum(MODES).optional(),
  size: z.enum(SIZES).optional(),
  aspectRatio: z.enum(ASPECT_RATIOS).optional(),
  /** What pictures must not show, separated by commas. */
  without: z.string().max(MAX_WITHOUT_LENGTH).optional(),
  isPrivate: z.boolean().optional(),
  spoiler: z.boolean().optional(),
  /** How a person is notified of finished requests, which servers can't set. */
  mention: z.boolean().optional(),
  direct: z.boolean().optional(),
});

/** Default options of commands. Absent ones are left to the next level. */
export type Defaults = z.infer<typeof defaultsSchema>;

/** The defaults that apply: the first before the others, one by one. */
export const mergeDefaults = (first: Defaults, others: Defaults): Defaults => ({
  ...others,
  ...Object.fromEntries(Object.entries(first).filter(([, value]) => value !== undefined)),
});

export const profileSchema = z.object({ defaults: defaultsSchema, styles: z.array(styleSchema) });

/** A person's choices for all their requests. */
export type Profile = z.infer<typeof profileSchema>;

/** The profile of a person without choices. */
const EMPTY_PROFILE: Profile = { defaults: {}, styles: [] };

/** People's choices for all their requests, in all places. */
export class Profiles {
  readonly #store: Store<Profile>;

  constructor(store: Store<Profile>) {
    this.#store = store;
  }

  /** A person's choices. */
  async of(personId: string): Promise<Profile> {
    return (await this.#store.get(personId)) ?? EMPTY_PROFILE;
  }

  /** Changes defaults; null leaves a decision to the server. */
  setDefaults(
    personId: string,
    changes: { [Name in keyof Defaults]?: Defaults[Name] | null },
  ): Promise<Profile> {
    return this.#change(personId, (profile) => {
      const all = Object.entries({ ...profile.defaults, ...changes });
      const set = Object.fromEntries(all.filter(([, value]) => value !== null));
      return { ...profile, defaults: defaultsSchema.parse(set) };
    });
  }

  /** Changes a person's styles. Throws what the change throws. */
  changeStyles(personId: string, change: (styles: readonly Style[]) => Style[]): Promise<Profile> {
    return this.#change(personId, (profile) => ({ ...profile, styles: change(profile.styles) }));
  }

  /** Removes everything that a person decided. */
  forgetPerson(personId: string): Promise<void> {
    return this.#store.delete(personId);
  }

  async #change(personId: string, change: (profile: Profile) => Profile): Promise<Profile> {
    return (
      (await this.#store.update(personId, (present = EMPTY_PROFILE) => change(present))) ?? EMPTY_PROFILE
    );
  }
}
