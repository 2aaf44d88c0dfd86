import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Storage } from '../storage/store.ts';
import { Accounts } from './accounts.ts';
import { Admission } from './admission.ts';
import type { JobFacts } from './job-facts.ts';

export interface CreateGuildsOptions {
  storage: Pick<Storage, 'open'>;
  /** The operator's key. */
  imageApiKey?: string;
  sharedKeyDailyLimit: number;
  clock: Clock;
}

/** What a server decides: keys, limits, settings, and who may ask for what. */
export interface Guilds {
  accounts: Accounts;
  admission: Admission;
  /** Told of what happens to jobs; see the jobs' own observers for when. */
  observer: {
    accepted: (job: JobFacts) => void;
    withdrawn: (job: JobFacts) => void;
    taken: (job: JobFacts) => void;
    ended: (job: JobFacts) => void;
    takenUp: (jobs: readonly JobFacts[]) => void;
  };
}

/** Builds the services of servers. */
export const createGuilds = (options: CreateGuildsOptions): Guilds => {
  const { storage } = options;
  const usage = storage.open('usage', (value) => z.number().parse(value));
  const accounts = new Accounts({ ...options, usage });
  const nothing = () => undefined;
  return {
    accounts,
    admission: new Admission({ checks: [], accounts }),
    observer: { accepted: nothing, withdrawn: nothing, taken: nothing, ended: nothing, takenUp: nothing },
  };
};
