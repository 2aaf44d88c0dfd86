import type { History } from './history.ts';
import type { Profile } from './profile.ts';
import type { Profiles } from './profiles.ts';
import type { Search, Searches } from './searches.ts';

/** A person's choices and their history. */
export class People {
  readonly profiles: Profiles;
  readonly history: History;
  readonly searches: Searches;

  constructor(parts: { profiles: Profiles; history: History; searches: Searches }) {
    this.profiles = parts.profiles;
    this.history = parts.history;
    this.searches = parts.searches;
  }

  /** All stored data of a person, unchanged. */
  async recordsOf(
    personId: string,
  ): Promise<{ profile: Profile; history: Record<string, string[]>; searches: Search[] }> {
    return {
      profile: await this.profiles.of(personId),
      history: await this.history.placesOf(personId),
      searches: await this.searches.of(personId),
    };
  }

  /** Removes everything that is kept of a person here. */
  async forgetPerson(personId: string): Promise<void> {
    await this.profiles.forgetPerson(personId);
    await this.history.forgetPerson(personId);
    await this.searches.forgetPerson(personId);
  }
}
