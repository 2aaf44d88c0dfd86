import { UserError } from '../../lib/user-error.ts';
import type { Store } from '../storage/store.ts';
import {
  type Defaults,
  EMPTY_PROFILE,
  withDefaults,
  withoutPreset,
  withPreset,
  type Preset,
  type Profile,
} from './profile.ts';

export interface ProfilesOptions {
  store: Store<Profile>;
  newPresetId: () => string;
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

  /** @throws UserError preset-incomplete, preset-name-taken, too-many-presets */
  addPreset(personId: string, preset: Omit<Preset, 'id'>): Promise<Profile> {
    const id = this.#options.newPresetId();
    return this.#change(personId, (profile) => withPreset(profile, { ...preset, id }));
  }

  /** @throws UserError preset-gone, preset-incomplete, preset-name-taken */
  changePreset(personId: string, preset: Preset): Promise<Profile> {
    return this.#change(personId, (profile) => {
      if (!profile.presets.some(({ id }) => id === preset.id)) throw new UserError('preset-gone');
      return withPreset(profile, preset);
    });
  }

  /** Removes a preset; no error when it is gone already. */
  removePreset(personId: string, id: string): Promise<Profile> {
    return this.#change(personId, (profile) => withoutPreset(profile, id));
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
