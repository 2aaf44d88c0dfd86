import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../operations/log.ts';
import type { Storage } from '../storage/store.ts';
import { Accounts } from './accounts.ts';
import { AdminLog } from './admin-log.ts';
import { Admission } from './admission.ts';
import type { JobFacts } from './job-facts.ts';
import { GuildSettings } from './settings/index.ts';
import { parseSettings } from './settings/settings.ts';

export interface CreateGuildsOptions {
  storage: Pick<Storage, 'open'>;
  /** The operator's key. */
  imageApiKey?: string;
  sharedKeyDailyLimit: number;
  clock: Clock;
  log: Log;
}

/** What a server decides: keys, limits, settings, and who may ask for what. */
export interface Guilds {
  accounts: Accounts;
  admission: Admission;
  settings: GuildSettings;
  /** What admins change is told here; the log channel hears it. */
  adminLog: AdminLog;
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
  const settings = new GuildSettings({ store: storage.open('guilds', parseSettings) });
  const nothing = () => undefined;
  return {
    accounts,
    settings,
    adminLog: new AdminLog(options.log),
    admission: new Admission({ checks: [], accounts }),
    observer: { accepted: nothing, withdrawn: nothing, taken: nothing, ended: nothing, takenUp: nothing },
  };
};
