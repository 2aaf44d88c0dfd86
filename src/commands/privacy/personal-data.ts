import type { Words } from '../../messages/words/words.ts';
import type { CommandContext } from '../framework/context.ts';

/** One kind of things that are kept of people. */
export interface PersonalData {
  /** Its name in the exported file and in the word catalogue. */
  name: keyof Words['privacy']['kinds'];
  /** Everything of this kind that is kept of a person, one thing after the other, as JSON can hold it. */
  export: (personId: string) => AsyncIterable<unknown>;
  /** Deletes the data; absent for data that must stay. */
  erase?: (personId: string) => Promise<unknown>;
  /** Slow work, after the data of all kinds: the person may already make new requests. */
  finishErasing?: (personId: string) => Promise<unknown>;
}

type Kept = Pick<
  CommandContext,
  'personalJobs' | 'drafts' | 'apiKeys' | 'profiles' | 'history' | 'guilds' | 'operator'
>;

const COUNTS: PersonalData = {
  name: 'counts',
  async *export() {
    yield await Promise.resolve('`/usage` shows them.');
  },
};

/** Where a person is blocked. Deleting their data doesn't end it. */
const blocksOf = ({ guilds, operator }: Pick<Kept, 'guilds' | 'operator'>): PersonalData => ({
  name: 'blocks',
  async *export(personId) {
    const everywhere = (await operator.rules.get()).people.includes(personId);
    yield { ...(await guilds.blocklists.bansOf(personId)), everywhere };
  },
});

const keyOf = (apiKeys: Kept['apiKeys']): PersonalData => ({
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
}: Kept): readonly PersonalData[] => [
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
