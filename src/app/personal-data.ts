import type { PersonalData } from '../commands/framework/command.ts';
import type { ApiKeys } from '../services/accounts/api-keys.ts';
import type { Guilds } from '../services/guilds/index.ts';
import type { OperatorRules } from '../services/guilds/operator-rules.ts';
import type { Drafts } from '../services/people/drafts.ts';
import type { PersonalJobs } from '../services/jobs/personal-jobs.ts';
import type { History } from '../services/people/history.ts';
import type { Profiles } from '../services/people/profiles.ts';

interface Sources {
  personalJobs: PersonalJobs;
  drafts: Drafts;
  apiKeys: ApiKeys;
  profiles: Profiles;
  history: History;
  guilds: Pick<Guilds, 'blocklists'>;
  operator: OperatorRules;
}

const COUNTS: PersonalData = {
  name: 'counts',
  async *export() {
    yield await Promise.resolve('`/usage` shows them.');
  },
};

/** Where a person is blocked. Deleting their data doesn't end it. */
const blocksOf = ({ guilds, operator }: Pick<Sources, 'guilds' | 'operator'>): PersonalData => ({
  name: 'blocks',
  async *export(personId) {
    const everywhere = (await operator.get()).people.includes(personId);
    yield { ...(await guilds.blocklists.bansOf(personId)), everywhere };
  },
});

const keyOf = (apiKeys: ApiKeys): PersonalData => ({
  name: 'personal key',
  async *export(personId) {
    const key = await apiKeys.current({ personId });
    if (key) yield key;
  },
  erase: (personId) => apiKeys.remove({ personId }),
});

/** Everything that is kept of people, service by service. A new service that keeps something of them is added here. */
export const personalDataOf = ({
  personalJobs,
  drafts,
  apiKeys,
  profiles,
  history,
  ...rules
}: Sources): readonly PersonalData[] => [
  {
    name: 'jobs',
    export: (personId) => personalJobs.of(personId),
    erase: (personId) => personalJobs.beginErasing(personId),
    finishErasing: (personId) => personalJobs.erase(personId),
  },
  {
    name: 'forms',
    async *export(personId) {
      yield* await drafts.of(personId);
    },
    erase: (personId) => drafts.forgetPerson(personId),
  },
  {
    name: 'history and defaults',
    async *export(personId) {
      yield { profile: await profiles.of(personId), history: await history.placesOf(personId) };
    },
    erase: async (personId) => {
      await profiles.forgetPerson(personId);
      await history.forgetPerson(personId);
    },
  },
  keyOf(apiKeys),
  blocksOf(rules),
  COUNTS,
];
