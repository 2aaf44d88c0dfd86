import type { History } from './history.ts';
import type { Profile } from './profile.ts';
import type { Profiles } from './profiles.ts';

/** A person's choices and their history. */
export class People {
  readonly profiles: Profiles;
  readonly history: History;

  constructor(parts: { profiles: Profiles; history: History }) {
    this.profiles = parts.profiles;
    this.history = parts.history;
  }

  /** All stored data of a person, unchanged. */
  async recordsOf(personId: string): Promise<{ profile: Profile; history: Record<string, string[]> }> {
    return {
      profile: await this.profiles.of(personId),
      history: await this.history.placesOf(personId),
    };
  }

  /** Removes everything that is kept of a person here. */
  async forgetPerson(personId: string): Promise<void> {
    await this.profiles.forgetPerson(personId);
    await this.history.forgetPerson(personId);
  }
}
