import type { PersonalData } from '../commands/framework/command.ts';
import type { Keys } from '../services/accounts/keys.ts';
import type { Drafts } from '../services/jobs/drafts.ts';
import type { PersonalJobs } from '../services/jobs/personal-jobs.ts';
import type { People } from '../services/people/people.ts';

export interface PersonalDataSources {
  personalJobs: PersonalJobs;
  drafts: Pick<Drafts, 'of' | 'forgetPerson'>;
  keys: Pick<Keys, 'current' | 'remove'>;
  people: Pick<People, 'recordsOf' | 'forgetPerson'>;
}

/** Everything that is kept of people, service by service. A new service that keeps something of them is added here. */
export const personalDataOf = (sources: PersonalDataSources): readonly PersonalData[] => {
  const { personalJobs, drafts, keys, people } = sources;
  return [
    {
      name: 'jobs',
      export: (personId) => personalJobs.of(personId),
      erase: (personId) => personalJobs.beginErasing(personId),
      finishErasing: (personId) => personalJobs.erase(personId),
    },
    {
      name: 'forms',
      export: (personId) => drafts.of(personId),
      erase: (personId) => drafts.forgetPerson(personId),
    },
    {
      name: 'history and defaults',
      export: (personId) => people.recordsOf(personId),
      erase: (personId) => people.forgetPerson(personId),
    },
    {
      name: 'personal key',
      export: async (personId) => (await keys.current({ personId })) ?? null,
      erase: (personId) => keys.remove({ personId }),
    },
    {
      name: 'counts',
      export: () => Promise.resolve('`/usage` shows them.'),
    },
  ];
};
