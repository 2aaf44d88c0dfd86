import type { Log } from '../operations/log.ts';
import type { Storage } from '../storage/store.ts';
import { History, parseHistory, type RememberedJob } from './history.ts';
import { parseProfile, type Profile } from './profile.ts';
import { Profiles } from './profiles.ts';
import { parseSearch, Searches, type Search } from './searches.ts';

export interface CreatePeopleOptions {
  storage: Pick<Storage, 'open'>;
  /** How long a closed job is kept, in milliseconds. */
  retentionMs: number;
  /** Makes ids of letters and digits that nobody can guess. */
  newId: () => string;
  log: Log;
}

/** What belongs to a person: their own choices, and their jobs so far. */
export interface People {
  profiles: Profiles;
  history: History;
  searches: Searches;
  /** Told of what happens to jobs; see the jobs' own observers for when. */
  observer: {
    accepted: (job: RememberedJob) => void;
    withdrawn: (job: RememberedJob) => void;
    takenUp: (jobs: readonly RememberedJob[]) => void;
  };
  /** Everything that is kept of a person here, as it is kept. */
  recordsOf: (personId: string) => Promise<{
    profile: Profile;
    history: Record<string, string[]>;
    searches: Search[];
  }>;
  /** Removes everything that is kept of a person here. */
  forgetPerson: (personId: string) => Promise<void>;
}

/** Builds the services of people. */
export const createPeople = ({ storage, retentionMs, newId, log }: CreatePeopleOptions): People => {
  const profiles = new Profiles({ store: storage.open('people', parseProfile), newPresetId: newId });
  const history = new History({ store: storage.open('history', parseHistory), retentionMs, log });
  const searches = new Searches({
    store: storage.open('searches', parseSearch),
    newSearchId: newId,
    retentionMs,
  });
  return {
    profiles,
    history,
    searches,
    observer: {
      accepted: (job) => {
        history.remember(job);
      },
      withdrawn: (job) => {
        history.forget(job);
      },
      takenUp: (jobs) => {
        // The last process may have ended between the job and its place in the history.
        for (const job of jobs) history.remember(job);
      },
    },
    recordsOf: async (personId) => ({
      profile: await profiles.of(personId),
      history: await history.placesOf(personId),
      searches: await searches.of(personId),
    }),
    forgetPerson: async (personId) => {
      await profiles.forgetPerson(personId);
      await history.forgetPerson(personId);
      await searches.forgetPerson(personId);
    },
  };
};
