import type { Style } from '../image-api/styles.ts';
import type { Store } from '../storage/store.ts';
import { type Defaults, EMPTY_PROFILE, withDefaults, type Profile } from './profile.ts';

export interface ProfilesOptions {
  store: Store<Profile>;
}

/** People's choices for all their requests, in all places. */
export class Profiles {
  readonly #options: ProfilesOptions;

  constructor(options: ProfilesOptions) {
    this.#options = options;
  }

  /** A person's choices. */
  async of(personId: string): Promise<Profile> {
    return (await this.#options.store.get(personId)) ?? EMPTY_PROFILE;
  }

  /** Changes defaults; null leaves a decision to the server. */
  setDefaults(
    personId: string,
    changes: { [Name in keyof Defaults]?: Defaults[Name] | null },
  ): Promise<Profile> {
    return this.#change(personId, (profile) => withDefaults(profile, changes));
  }

  /** Changes a person's styles. Throws what the change throws. */
  changeStyles(personId: string, change: (styles: readonly Style[]) => Style[]): Promise<Profile> {
    return this.#change(personId, (profile) => ({ ...profile, styles: change(profile.styles) }));
  }

  /** Removes everything that a person decided. */
  forgetPerson(personId: string): Promise<void> {
    return this.#options.store.delete(personId);
  }

  async #change(personId: string, change: (profile: Profile) => Profile): Promise<Profile> {
    const update = (present: Profile = EMPTY_PROFILE): Profile => change(present);
    return (await this.#options.store.update(personId, update)) ?? EMPTY_PROFILE;
  }
}
